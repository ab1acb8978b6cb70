package queue

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("QUEUE_HOLD"); dir != "" {
		hold(dir)
		return
	}
	os.Exit(m.Run())
}

// hold is the body of another process: it enters and stays.
func hold(dir string) {
	if _, err := (Queue{Dir: dir}).Enter(context.Background(), "/base", Holder{Command: "bazel build //a", Class: Person}, nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("in")
	select {}
}

func enter(t *testing.T, q Queue, c Class) *Place {
	t.Helper()
	p, err := q.Enter(t.Context(), "/base", Holder{Command: "test", Class: c}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestOrder(t *testing.T) {
	q := Queue{Dir: t.TempDir(), Poll: time.Millisecond}
	first := enter(t, q, Agent)
	var mu sync.Mutex
	var order []string
	var wait sync.WaitGroup
	for _, w := range []struct {
		name  string
		class Class
	}{{"background", Background}, {"agent 1", Agent}, {"agent 2", Agent}, {"person", Person}} {
		wait.Go(func() {
			p, err := q.Enter(t.Context(), "/base", Holder{Class: w.class}, nil)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			order = append(order, w.name)
			mu.Unlock()
			p.Leave()
		})
		for n := len(q.files("/base").names()); n <= len(order); n = len(q.files("/base").names()) {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(5 * time.Millisecond)
	}
	if !q.Wanted("/base") {
		t.Error("nobody is said to wait")
	}
	first.Leave()
	wait.Wait()
	if want := []string{"person", "agent 1", "agent 2", "background"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

func TestBasesAreApart(t *testing.T) {
	q := Queue{Dir: t.TempDir()}
	defer enter(t, q, Person).Leave()
	p, err := q.Enter(t.Context(), "/other", Holder{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Leave()
}

func TestCancelWhileWaiting(t *testing.T) {
	q := Queue{Dir: t.TempDir()}
	p := enter(t, q, Agent)
	defer p.Leave()
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	var told Holder
	_, err := q.Enter(ctx, "/base", Holder{Class: Person}, func(h Holder) { told = h; cancel(stop) })
	if !errors.Is(err, stop) {
		t.Errorf("got %v, want the cause", err)
	}
	if told.PID != os.Getpid() || told.Command != "test" || told.Since.IsZero() {
		t.Errorf("told of %+v", told)
	}
	if q.Wanted("/base") {
		t.Error("a ticket is left behind")
	}
}

func TestBackgroundStaysAway(t *testing.T) {
	q := Queue{Dir: t.TempDir()}
	p, ok := q.Try("/base", Holder{})
	if !ok {
		t.Fatal("refused although nobody runs")
	}
	if _, ok := q.Try("/base", Holder{}); ok {
		t.Error("two at once")
	}
	p.Leave()
	enter(t, q, Agent).Leave()
	if p, ok = q.Try("/base", Holder{}); !ok {
		t.Fatal("refused after an agent's command")
	}
	p.Leave()
	enter(t, q, Person).Leave()
	if _, ok := q.Try("/base", Holder{}); ok {
		t.Error("runs right after a person's command")
	}
	old := time.Now().Add(-2 * time.Minute)
	if err := os.Chtimes(q.files("/base").person, old, old); err != nil {
		t.Fatal(err)
	}
	if p, ok = q.Try("/base", Holder{}); !ok {
		t.Fatal("refused two minutes after a person's command")
	}
	p.Leave()
}

// Another process holds the place; killed, it gives it up.
func TestOtherProcess(t *testing.T) {
	q := Queue{Dir: t.TempDir(), Poll: time.Millisecond}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "QUEUE_HOLD="+q.Dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait()
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "in\n" {
		t.Fatalf("the other process says %q", line)
	}
	if h := q.Holder("/base"); h.PID != c.Process.Pid || h.Command != "bazel build //a" {
		t.Errorf("holder %+v", h)
	}
	p, err := q.Enter(t.Context(), "/base", Holder{Class: Agent}, func(Holder) { _ = c.Process.Kill() })
	if err != nil {
		t.Fatal(err)
	}
	p.Leave()
}
