package host

import (
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"bazelapple/server/wire"
)

// A client that does not read loses output, and is told how much, and old
// states; it gets each newest state, in order.
func TestNotesOfASlowClient(t *testing.T) {
	n := &notes{wake: make(chan struct{}, 1)}
	output := func(i int) {
		n.add(protocol.MethodProgress, wire.Progress{Token: "1", Value: wire.ProgressValue{Kind: "report", Output: true, Message: fmt.Sprintf("line %d\nmore\n", i)}})
	}
	run := func(state string) {
		n.add(wire.NotificationEvent, wire.Event{Root: "/ws", Kind: "run", ID: "run-1", Data: state})
	}
	report := func(done int64) {
		n.add(protocol.MethodProgress, wire.Progress{Token: "1", Value: wire.ProgressValue{Kind: "report", Done: done}})
	}
	test := func(name string) {
		n.add(wire.NotificationEvent, wire.Event{Root: "/ws", Kind: "test", ID: "run-1", Data: name})
	}
	n.add(protocol.MethodProgress, wire.Progress{Token: "1", Value: wire.ProgressValue{Kind: "begin"}})
	for i := range 10 * outputs {
		output(i)
		run(fmt.Sprint("running ", i))
		report(int64(i))
		test(fmt.Sprint("test ", i))
	}
	run("done")
	n.add(protocol.MethodProgress, wire.Progress{Token: "1", Value: wire.ProgressValue{Kind: "end"}})

	var got []string
	read := func(most int) {
		for range most {
			next, ok := n.take()
			if !ok {
				return
			}
			switch p := next.params.(type) {
			case wire.Progress:
				got = append(got, fmt.Sprint(p.Value.Kind, p.Value.Message, p.Value.Done))
			case wire.Event:
				got = append(got, fmt.Sprint(p.Data))
			}
		}
	}
	read(1 << 20)
	count := func(part string) (k int) {
		for _, g := range got {
			if strings.Contains(g, part) {
				k++
			}
		}
		return k
	}
	for part, want := range map[string]int{"line ": outputs, "running": 0, "done": 1, "test ": 10 * outputs, "begin": 1, "end": 1, "left out": 0} {
		if count(part) != want {
			t.Errorf("%q: %d notes, want %d", part, count(part), want)
		}
	}
	if last := got[len(got)-1]; !strings.HasPrefix(last, "end") {
		t.Errorf("the last note is %q", last)
	}
	got = nil
	output(7)
	read(1)
	if want := fmt.Sprintf("… %d lines are left out here; the log has them\nline 7\n", 2*9*outputs); len(got) != 1 || !strings.Contains(got[0], want) {
		t.Errorf("after the pause: %q, want %q", got, want)
	}
}
