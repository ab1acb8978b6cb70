// Package redact takes secrets out of text and argument vectors before they are
// shown, logged or stored: headers, environment values, tokens and credentials
// inside URLs. A name stays readable, its value becomes <redacted>.
package redact

import (
	"regexp"
	"strings"
	"sync"
)

// Mark stands where a secret stood.
const Mark = "<redacted>"

// needles are the substrings without which no rule can match. They make the
// common line, which holds none, cost a few vectorised searches and no regexp.
var needles = []string{
	"_header", "_env", "oken", "OKEN", "ecret", "ECRET", "assw", "ASSW", "redential", "REDENTIAL",
	"uthorization", "UTHORIZATION", "earer ", "EARER ", "://", "ghp_", "github_pat_", "xox", "AKIA", "eyJ",
	"pi_key", "pi-key", "piKey", "PI_KEY", "PI-KEY", "PIKEY", "ccess_key", "CCESS_KEY", "rivate_key", "RIVATE_KEY",
}

type rule struct {
	pattern *regexp.Regexp
	replace string
}

const flags = `--(?:client_env|test_env|action_env|host_action_env|repo_env|remote_header|remote_cache_header|remote_exec_header|remote_downloader_header|bes_header)`

var rules = sync.OnceValue(func() []rule {
	name := `(?:[\w.-]+=)`
	table := [][2]string{
		// Whole argument in quotes: the value runs to the closing one.
		{`("` + flags + `[= ]` + name + `)(?:\\.|[^"\\])*`, `${1}` + Mark},
		{`('` + flags + `[= ]` + name + `)[^']*`, `${1}` + Mark},
		{`(` + flags + `[= ]["']?` + name + `)(?:"[^"]*"?|'[^']*'?|(?i:bearer|basic|token)\s+[^\s"']+|[^\s"'<][^\s"']*)`, `${1}` + Mark},
		{`(?i)\b(authorization["']?\s*[:=]\s*["']?)(?:(?:bearer|basic|token|digest)\s+)?[^\s"'<,]+`, `${1}` + Mark},
		{`(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]{6,}`, `${1}` + Mark},
		{`\b([A-Za-z][A-Za-z0-9+.-]*://)[^\s/@"'<>]+@`, `${1}` + Mark + `@`},
		{`(?i)\b([\w-]*(?:token|secret|passwd|password|passphrase|credential|api[_-]?key|access_key|private_key)[\w-]*["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s"'<,;&){}\[\]]+)`, `${1}` + Mark},
		{`\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abprs]-[A-Za-z0-9-]{10,}|AKIA[0-9A-Z]{16}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)`, Mark},
	}
	out := make([]rule, len(table))
	for i, row := range table {
		out[i] = rule{regexp.MustCompile(row[0]), row[1]}
	}
	return out
})

// String returns s without the secrets the rules know. A string without any is
// returned as it is, without allocation. Time is linear in len(s).
func String(s string) string {
	if !suspicious(s) {
		return s
	}
	for _, r := range rules() {
		s = r.pattern.ReplaceAllString(s, r.replace)
	}
	return s
}

// Args returns a copy of an argument vector without secrets. The value of a
// flag may be its own element ("--test_env", "TOKEN=x").
func Args(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if i > 0 && isFlag(args[i-1]) {
			if name, _, found := strings.Cut(arg, "="); found {
				out[i] = name + "=" + Mark
				continue
			}
		}
		if flag, value, found := strings.Cut(arg, "="); found && isFlag(flag) {
			if name, _, assigned := strings.Cut(value, "="); assigned {
				out[i] = flag + "=" + name + "=" + Mark
				continue
			}
		}
		out[i] = String(arg)
	}
	return out
}

var flagExactly = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^` + flags + `$`) })

func isFlag(arg string) bool { return strings.HasPrefix(arg, "--") && flagExactly().MatchString(arg) }

func suspicious(s string) bool {
	for _, needle := range needles {
		if strings.Contains(s, needle) {
			return true
		}
	}
	return false
}
