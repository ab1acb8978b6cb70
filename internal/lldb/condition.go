package lldb

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// explain puts it into the notes when the program stopped only because a
// condition could not be evaluated. lldb-dap says so too, in messages that come
// some time after the stop (22.1.8), so the debugger is asked instead: the
// condition is evaluated again where the program stands.
func (s *Session) explain(ctx context.Context, stop Stop) {
	if stop.State != Stopped || len(stop.Breakpoints) == 0 {
		return
	}
	all, err := s.Breakpoints(ctx)
	if err != nil {
		return
	}
	for _, b := range all {
		if b.Condition == "" || !slices.Contains(stop.Breakpoints, b.ID) || changes(b.Condition) {
			continue
		}
		_, err := s.Evaluate(ctx, b.Condition, time.Second)
		var refused *CommandError
		if !errors.As(err, &refused) {
			continue
		}
		s.mu.Lock()
		s.told, s.notes = true, text{}
		s.notes.add(fmt.Sprintf("error evaluating condition of breakpoint %d, %q:\n%s\n", b.ID, b.Condition, strings.TrimSpace(refused.Text)))
		s.mu.Unlock()
	}
}

var changing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\+\+|--|(^|[^=!<>])=($|[^=])|[<>]{2}=|[\w\])>]\s*\(|\[\s*\w+\s+\w`)
})

// changes reports whether evaluating an expression may change the program: it
// assigns, counts, or calls something.
func changes(expression string) bool { return changing().MatchString(expression) }
