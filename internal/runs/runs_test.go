package runs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func start(t *testing.T, s *Store, target string) (context.Context, *Handle) {
	t.Helper()
	ctx, h, err := s.Start(t.Context(), Run{Tool: "bazel_ios_build", Target: target})
	if err != nil {
		t.Fatal(err)
	}
	return ctx, h
}

func TestLife(t *testing.T) {
	s := Open("/ws", t.TempDir(), func(s string) string { return strings.ReplaceAll(s, "hunter2", "<redacted>") })
	var states []State
	var lines []string
	defer s.Subscribe(func(e Event) {
		if e.Output != "" {
			lines = append(lines, e.Output)
		} else {
			states = append(states, e.Run.State)
		}
	})()
	_, h := start(t, s, "//a:b")
	h.Update(func(r *Run) { r.State = Running })
	fmt.Fprint(h.Log, "one\ntwo hun")
	fmt.Fprint(h.Log, "ter2\nthree")
	h.Line("the key is hunter2")
	h.Finish(func(r *Run) { r.OK, r.Summary = true, "built" })
	h.Finish(func(r *Run) { r.OK = false })
	if want := []State{Queued, Running, Done}; !slices.Equal(states, want) {
		t.Errorf("states %v, want %v", states, want)
	}
	if len(lines) != 1 || strings.Contains(lines[0], "hunter2") {
		t.Errorf("lines %q", lines)
	}

	// A later process reads the same run.
	again := Open("/ws", s.dir, nil)
	r, err := again.Get("")
	if err != nil || r.ID != h.ID || !r.OK || r.Summary != "built" {
		t.Fatalf("read again: %+v, %v", r, err)
	}
	for _, c := range []struct {
		from, to int
		match    string
		want     []string
		numbers  []int
		total    int
	}{
		{0, 0, "", []string{"one", "two <redacted>", "three"}, []int{1, 2, 3}, 3},
		{2, 2, "", []string{"two <redacted>"}, []int{2}, 3},
		{-1, 0, "", []string{"three"}, []int{3}, 3},
		{0, 0, "T", []string{"two <redacted>", "three"}, []int{2, 3}, 2},
		{2, 0, "t", []string{"three"}, []int{3}, 2},
	} {
		got, err := again.Log(h.ID, c.from, c.to, c.match)
		if err != nil || !slices.Equal(got.Lines, c.want) || !slices.Equal(got.Numbers, c.numbers) || got.Total != c.total || got.Size != 3 {
			t.Errorf("Log(%d, %d, %q) = %+v, %v", c.from, c.to, c.match, got, err)
		}
	}
	if _, err := again.Get("run-none"); !errors.Is(err, ErrNotFound) {
		t.Errorf("an unknown id: %v", err)
	}
}

func TestCancelAndWait(t *testing.T) {
	s := Open("/ws", t.TempDir(), nil)
	ctx, h := start(t, s, "//a")
	go func() {
		<-ctx.Done()
		h.Finish(func(r *Run) { r.Cancelled = errors.Is(context.Cause(ctx), ErrCancelled) })
	}()
	short, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	if r, err := s.Wait(short, h.ID); !errors.Is(err, context.DeadlineExceeded) || r.State != Queued {
		t.Errorf("waiting too short: %v, %v", r.State, err)
	}
	r, err := s.Cancel(t.Context(), h.ID)
	if err != nil || r.State != Done || !r.Cancelled {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
}

func TestKeepsTheLast(t *testing.T) {
	s := Open("/ws", t.TempDir(), nil)
	for i := range Keep + 5 {
		_, h := start(t, s, fmt.Sprint("//a:", i))
		h.Finish(func(r *Run) { r.OK = true })
	}
	if n := len(s.List()); n != Keep {
		t.Errorf("%d runs kept, want %d", n, Keep)
	}
	if dirs, _ := filepath.Glob(filepath.Join(s.dir, "*")); len(dirs) != Keep {
		t.Errorf("%d folders kept, want %d", len(dirs), Keep)
	}
	if first := s.List()[0].Target; first != fmt.Sprint("//a:", Keep+4) {
		t.Errorf("newest first: %s", first)
	}
}

func TestETAFromHistory(t *testing.T) {
	s := Open("/ws", t.TempDir(), nil)
	_, h := start(t, s, "//a")
	h.entry.run.Start = time.Now().Add(-time.Hour)
	h.Finish(func(r *Run) { r.OK = true })
	_, other := start(t, s, "//b")
	_, same := start(t, s, "//a")
	for _, c := range []struct {
		h    *Handle
		want time.Duration
	}{{other, 0}, {same, time.Hour}} {
		r := c.h.Update(func(r *Run) { r.State = Running })
		if r.ETA.Round(time.Minute) != c.want {
			t.Errorf("%s: ETA %v, want about %v", r.Target, r.ETA, c.want)
		}
	}
}

// A run whose process was killed is told as ended; one that lives is not.
func TestLostRun(t *testing.T) {
	s := Open("/ws", t.TempDir(), nil)
	_, h := start(t, s, "//a")
	if r, _ := Open("/ws", s.dir, nil).Get(""); r.State == Done {
		t.Error("a living run is told as done")
	}
	h.lock.Close()
	if r, _ := Open("/ws", s.dir, nil).Get(""); r.State != Done || !r.Cancelled {
		t.Errorf("a lost run: %+v", r)
	}
}

func TestLongLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.txt")
	l, err := newLog(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	l.head = 1 << 10
	fmt.Fprintln(l, "first")
	line := strings.Repeat("x", 1<<16) + "\n"
	for range 1000 {
		fmt.Fprint(l, line)
	}
	fmt.Fprintln(l, "last")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	if len(text) > 64<<20 || !strings.HasPrefix(text, "first\n") || !strings.HasSuffix(text, "last\n") || !strings.Contains(text, "bytes left out") {
		t.Errorf("%d bytes, begins %.20q, ends %q", len(text), text, text[len(text)-20:])
	}
	if rest, _ := filepath.Glob(path + ".*"); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
}
