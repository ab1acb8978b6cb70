package events

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writer writes an event file as Bazel does: in pieces that end anywhere.
func writer(t *testing.T, path string, pieces ...string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	for _, p := range pieces {
		if _, err := f.WriteString(p); err != nil {
			t.Error(err)
		}
		time.Sleep(30 * time.Millisecond)
	}
}

func TestFollowTellsOfTestsAsTheyEnd(t *testing.T) {
	for _, form := range []Form{FormJSON, FormBinary} {
		all, err := os.ReadFile(generated(t, form, 40))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "bep")
		third := len(all) / 3
		go writer(t, path, string(all[:third]), string(all[third:2*third]), string(all[2*third:]))
		var order []string
		firstTest, begun := time.Time{}, time.Now()
		b, err := Follow(context.Background(), path, nil, func(n Notice) {
			switch n := n.(type) {
			case InvocationStarted:
				order = append(order, "started "+n.Invocation.Command)
			case PhaseBegan:
				order = append(order, n.Phase.String())
			case *TestResult:
				if firstTest.IsZero() {
					firstTest = time.Now()
					if n.Output("test.log") == nil || n.Shard != 1 || n.Status != Passed {
						t.Errorf("first result: %+v", n)
					}
				}
			case InvocationFinished:
				order = append(order, n.ExitName)
			}
		})
		if err != nil || b.Completeness != Complete || b.Events != 42 {
			t.Errorf("%v %s", err, brief(b))
		}
		if got := strings.Join(order, ", "); got != "started test, loading, execution, finished, SUCCESS" {
			t.Errorf("order: %s", got)
		}
		if ended := time.Now(); firstTest.IsZero() || ended.Sub(firstTest) < firstTest.Sub(begun)/2 {
			t.Errorf("the first test was told of after %v of %v", firstTest.Sub(begun), ended.Sub(begun))
		}
	}
}

// bazelbuild events that come 300 ms after the client has exited are not lost.
func TestFollowWaitsForTheLastMessage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bep")
	exited := make(chan struct{})
	if err := os.WriteFile(path, []byte(start+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(50 * time.Millisecond)
		close(exited)
		time.Sleep(300 * time.Millisecond)
		if err := os.WriteFile(path, []byte(start+"\n"+end+"\n"), 0o644); err != nil {
			t.Error(err)
		}
	}()
	b, err := Follow(context.Background(), path, exited, nil)
	if err != nil || b.Completeness != Complete {
		t.Errorf("%v %s", err, brief(b))
	}
}

func TestFollowEndsWithoutALastMessage(t *testing.T) {
	exited := make(chan struct{})
	close(exited)
	missing := filepath.Join(t.TempDir(), "none")
	from := time.Now()
	b, err := Follow(context.Background(), missing, exited, nil)
	if err != nil || b.Completeness != None || time.Since(from) > grace/2 {
		t.Errorf("no file: %v %s after %v", err, brief(b), time.Since(from))
	}
	path := filepath.Join(t.TempDir(), "cut")
	if err := os.WriteFile(path, []byte(start+"\n"+end[:40]), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err = Follow(context.Background(), path, exited, nil)
	if err != nil || b.Completeness != Incomplete || b.Events != 1 || len(b.Problems) != 1 {
		t.Errorf("a cut file: %v %s %v", err, brief(b), b.Problems)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Millisecond)
	defer cancel()
	b, err = Follow(ctx, path, nil, nil)
	if !errors.Is(err, context.DeadlineExceeded) || b.Events != 1 {
		t.Errorf("cancelled: %v %s", err, brief(b))
	}
}

func TestBinaryCutsAndDamage(t *testing.T) {
	all, err := os.ReadFile(generated(t, FormBinary, 8))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "bep")
	for name, c := range map[string]struct {
		bytes []byte
		want  string
	}{
		"cut":          {all[:len(all)-3], "state=incomplete events=9 built=2 sets=2 actions=0/0 aborts=0 NO_STATUS=2"},
		"NULs between": {append(append(append([]byte{}, all...), make([]byte, 300)...), all...), "state=complete"},
		"no events":    {[]byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xffgarbage"), "state=incomplete events=0"},
		"one byte":     {all[:1], "state=incomplete events=0"},
		"only NULs":    {make([]byte, 300_000), "state=incomplete events=0"},
	} {
		if err := os.WriteFile(path, c.bytes, 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := brief(b); !strings.HasPrefix(strings.Replace(got, "PASSED", "NO_STATUS", 1), c.want) {
			t.Errorf("%s: read %s, want %s…", name, got, c.want)
		}
	}
}
