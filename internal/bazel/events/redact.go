package events

import (
	"regexp"
	"strings"
	"sync"
)

// Redacted stands where a secret value stood.
const Redacted = "[redacted]"

// secretOption is an option of Bazel whose value is NAME=VALUE with a VALUE that
// may be a secret: the client's environment, which Bazel copies whole into its
// events, environments of actions, and headers sent to servers.
var secretOption = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`--(?:` + secretNames + `)(?:$|[= ])`)
})

const secretNames = `client_env|test_env|action_env|host_action_env|repo_env|run_env|[a-z_]*header`

var userInfo = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(://)[^/@\s]+@`)
})

// RedactOption hides the values of environment variables and headers and the
// user part of URLs in one option, also where the option is inside another
// (--default_override=1:build=--action_env=TOKEN=…). Names stay readable.
func RedactOption(option string) string {
	if !strings.Contains(option, "env") && !strings.Contains(option, "header") && !strings.Contains(option, "@") {
		return option
	}
	if at := secretOption().FindStringIndex(option); at != nil && at[1] < len(option) {
		return option[:at[1]] + redactPair(option[at[1]:])
	}
	return userInfo().ReplaceAllString(option, "${1}"+Redacted+"@")
}

// RedactArgs is RedactOption over an argument vector in which an option and its
// value may be two elements. The argument is left as it is.
func RedactArgs(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if i > 0 {
			if at := secretOption().FindStringIndex(args[i-1]); at != nil && at[1] == len(args[i-1]) && !strings.HasSuffix(args[i-1], "=") {
				out[i] = redactPair(a)
				continue
			}
		}
		out[i] = RedactOption(a)
	}
	return out
}

func redactPair(pair string) string {
	name, _, has := strings.Cut(pair, "=")
	if !has && strings.ContainsAny(pair, ": ") {
		return Redacted // a header in a form Bazel refuses, but holds all the same
	}
	if !has {
		return pair // NAME alone passes the client's value on and holds none
	}
	return name + "=" + Redacted
}
