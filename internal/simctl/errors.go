package simctl

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"bazelapple/internal/run"
)

// A SimError is a failure that simctl explains: "An error was encountered
// processing the command (domain=com.apple.CoreSimulator.SimError, code=405):"
// and the reason in the lines below.
type SimError struct {
	Domain string // "" in old Xcodes
	Code   int
	Reason string // in simctl's words
	Hint   string // what to do next; may be ""
	Err    error  // the *run.ExitError
}

func (e *SimError) Error() string {
	s := fmt.Sprintf("%s (simctl error %d)", e.Reason, e.Code)
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

func (e *SimError) Unwrap() error { return e.Err }

// AlreadyBooted reports the error of booting what is booted: code 405 of Xcode
// 14 and later, 164 of Xcode 9 and 10. The words decide, since 164 has other
// meanings too.
func (e *SimError) AlreadyBooted() bool {
	return strings.Contains(e.Reason, "in current state: Booted") && strings.Contains(e.Reason, "boot device")
}

// AlreadyShutdown reports the error of shutting down what is shut down.
func (e *SimError) AlreadyShutdown() bool {
	return strings.Contains(e.Reason, "in current state: Shutdown")
}

var processing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)An error was encountered processing the command \((?:domain=([\w.]+), )?code=(-?\d+)\):\s*(.*)`)
})

// explain turns an exit into a SimError where simctl said why.
func explain(err error) error {
	var exit *run.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	for _, text := range []string{string(exit.Output.Stderr), string(exit.Output.Stdout)} {
		if e := ParseError(text); e != nil {
			e.Err = err
			return e
		}
	}
	return err
}

// ParseError reads simctl's explanation out of what it printed, or returns nil.
func ParseError(text string) *SimError {
	if m := processing().FindStringSubmatch(text); m != nil {
		code, _ := strconv.Atoi(m[2])
		e := &SimError{Domain: m[1], Code: code, Reason: strings.Join(strings.Fields(m[3]), " ")}
		e.Hint = hint(e)
		return e
	}
	if reason, ok := strings.CutPrefix(strings.TrimSpace(text), "Invalid device: "); ok {
		return &SimError{Code: 164, Reason: "no such simulator: " + reason, Hint: "bazel_ios_list_simulators lists those there are"}
	}
	return nil
}

// hint knows the next step of the failures that people meet.
func hint(e *SimError) string {
	for part, hint := range map[string]string{
		"in current state: Shutdown":           "boot it first with bazel_ios_boot_simulator",
		"in current state: Booted":             "shut it down first with bazel_ios_shutdown_simulator",
		"bundle was not found at the provided": "give the path of a built .app folder (an .ipa cannot be installed on a simulator)",
		"Failed to chmod":                      "CFBundleExecutable in the app's Info.plist names no file of the app",
		"The request to open":                  "is the app installed? bazel_ios_install_app installs it",
		"FBSOpenApplicationServiceErrorDomain": "is the app installed? bazel_ios_install_app installs it",
		"found nothing to terminate":           "the app is not running",
		"Invalid device":                       "bazel_ios_list_simulators lists those there are",
		"Unable to lookup in current state":    "boot it first with bazel_ios_boot_simulator",
		"No devices are booted":                "boot one with bazel_ios_boot_simulator",
	} {
		if strings.Contains(e.Reason, part) {
			return hint
		}
	}
	return ""
}
