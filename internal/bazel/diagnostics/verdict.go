package diagnostics

import (
	"fmt"
	"strings"
)

// verdict decides by the exit code first (Bazel's ExitCode.java), since a line
// on stderr makes no failure of a build that ended with 0.
func verdict(c Console, found []Diagnostic, follow []string) Verdict {
	first := firstError(found)
	switch {
	case c.ExitCode == 0, c.ExitCode < 0 && first == nil && !has(c.Stderr, "caught interrupt signal", "Another command ") && len(follow) == 0:
		return Verdict{}
	case c.ExitCode == 8, strings.Contains(c.Stderr, "caught interrupt signal") && (c.ExitCode < 0 || first == nil):
		return Verdict{Category: Interrupted, FirstCause: "interrupted"}
	case c.ExitCode == 9, first == nil && strings.Contains(c.Stderr, "Another command "):
		return Verdict{Locked, lockCause(c.Stderr), true}
	case strings.Contains(c.Stderr, "No space left on device"):
		return Verdict{Category: Infrastructure, FirstCause: "No space left on device"}
	case first != nil && first.Category == Flag:
		return Verdict{Category: Flag, FirstCause: first.Message}
	}
	cause := ""
	if first != nil {
		cause = first.Message
	} else if len(follow) > 0 {
		cause = follow[0]
	}
	switch c.ExitCode {
	case 32, 33, 34, 36, 37, 38, 39, 45:
		if cause == "" {
			cause = fmt.Sprintf("Bazel ended with exit code %d", c.ExitCode)
		}
		return Verdict{Infrastructure, cause, c.ExitCode != 33}
	case 2:
		if first == nil || first.Category == Unknown {
			return Verdict{Category: Flag, FirstCause: cause}
		}
	case 3:
		return Verdict{Category: Test, FirstCause: cause}
	case 4:
		return Verdict{Category: NoTests, FirstCause: "no test targets were found"}
	}
	if first == nil {
		return Verdict{Category: classify(strings.Join(append(follow, c.Stderr), "\n"), ""), FirstCause: cause}
	}
	return Verdict{Category: first.Category, FirstCause: cause}
}

// firstError is the first error whose category is known, else the first error.
func firstError(found []Diagnostic) *Diagnostic {
	var any *Diagnostic
	for i := range found {
		if found[i].Severity != Error {
			continue
		}
		if found[i].Category != Unknown {
			return &found[i]
		}
		if any == nil {
			any = &found[i]
		}
	}
	return any
}

func lockCause(text string) string {
	if holder, ok := LockHolder(text); ok {
		return strings.TrimSpace(fmt.Sprintf("another Bazel command (pid %d) holds the lock %s", holder.PID, holder.Command))
	}
	return "another Bazel command holds the lock"
}
