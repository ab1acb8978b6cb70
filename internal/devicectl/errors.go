package devicectl

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"bazelapple/internal/run"
)

// A Reason is what stands in the way, as far as it can be told.
type Reason string

// The reasons that have a remedy of their own.
const (
	DeviceNotFound  Reason = "device not found"
	NotInstalled    Reason = "app not installed"
	Locked          Reason = "device locked"
	Untrusted       Reason = "app not trusted"
	NoDeveloperMode Reason = "developer mode off"
	BadBundle       Reason = "not a valid app bundle"
	ConnectionLost  Reason = "connection lost"
	Other           Reason = ""
)

// An Error is a failure that devicectl explains.
type Error struct {
	Domain string
	Code   int
	Reason Reason
	Text   string // devicectl's own words, innermost cause last
	Err    error
}

func (e *Error) Error() string {
	s := e.Text
	if e.Domain != "" {
		s += fmt.Sprintf(" (%s %d)", e.Domain, e.Code)
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// Remedy is the next step for a person.
func (e *Error) Remedy() string {
	return map[Reason]string{
		DeviceNotFound:  "bazel_ios_list_devices shows the devices there are; connect the device and unlock it.",
		NotInstalled:    "Install it with bazel_ios_device_install_app.",
		Locked:          "Unlock the device and keep it unlocked, then try again.",
		Untrusted:       "On the device, trust the developer in Settings > General > VPN & Device Management; check signing and provisioning profile.",
		NoDeveloperMode: "On the device, switch on Settings > Privacy & Security > Developer Mode.",
		BadBundle:       "Build the target for a device and give the path of its .app.",
		ConnectionLost:  "Reconnect the device and try again.",
	}[e.Reason]
}

// rawError is the error member of devicectl's JSON, nested by
// NSUnderlyingError.
type rawError struct {
	Code     int                        `json:"code"`
	Domain   string                     `json:"domain"`
	UserInfo map[string]json.RawMessage `json:"userInfo"`
}

func (r *rawError) explain(err error) *Error {
	out := &Error{Domain: r.Domain, Code: r.Code, Err: err}
	var texts []string
	for e := r; e != nil; e = e.underlying() {
		if out.Reason == Other {
			out.Reason = reason(e.Domain, e.Code, strings.Join(e.texts(), " "))
		}
		for _, t := range e.texts() {
			if t != "" && !strings.Contains(strings.Join(texts, " "), t) {
				texts = append(texts, t)
			}
		}
	}
	out.Text = strings.Join(texts, " ")
	if out.Text == "" {
		out.Text = "devicectl failed"
	}
	return out
}

func (r *rawError) texts() []string {
	var out []string
	for _, key := range []string{"NSLocalizedDescription", "NSLocalizedFailureReason", "NSLocalizedRecoverySuggestion", "NSDescription"} {
		var v struct {
			String string `json:"string"`
		}
		if json.Unmarshal(r.UserInfo[key], &v) == nil && v.String != "" {
			out = append(out, v.String)
		}
	}
	return out
}

func (r *rawError) underlying() *rawError {
	var v struct {
		Error *rawError `json:"error"`
	}
	if json.Unmarshal(r.UserInfo["NSUnderlyingError"], &v) != nil {
		return nil
	}
	return v.Error
}

// reason decides by domain and code first; the words only tell apart what one
// code covers (10002 is every failed launch).
func reason(domain string, code int, text string) Reason {
	core := strings.HasSuffix(domain, "CoreDeviceError") || domain == ""
	switch {
	case core && code == 1000:
		return DeviceNotFound
	case core && code == 10003, core && code == 12040:
		return Locked
	case core && code == 10005:
		return NoDeveloperMode
	case core && (code == 3000 || code == 3002):
		return BadBundle
	case strings.HasSuffix(domain, "ControlChannelConnectionError"), strings.HasSuffix(domain, "NWError"):
		return ConnectionLost
	}
	switch {
	case strings.Contains(text, "is not installed"):
		return NotInstalled
	case strings.Contains(text, "reason: Locked"), strings.Contains(text, "still locked"):
		return Locked
	case strings.Contains(text, "reason: Security"), strings.Contains(text, "explicitly trusted"):
		return Untrusted
	case strings.Contains(text, "Developer Mode is disabled"):
		return NoDeveloperMode
	}
	return Other
}

// explain reads the JSON file of a failed command, else what it printed.
func explain(err error, text []byte) error {
	if e := ParseJSONError(text); e != nil {
		e.Err = err
		return e
	}
	var exit *run.ExitError
	if errors.As(err, &exit) {
		for _, printed := range [][]byte{exit.Output.Stderr, exit.Output.Stdout} {
			if e := ParseText(string(printed)); e != nil {
				e.Err = err
				return e
			}
		}
	}
	return err
}

var (
	errorLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*ERROR: (.+)$`) })
	errorCode = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\(?(?:([\w.]+) )?error (\d+)`)
	})
)

// ParseText reads the form for people: "ERROR: words (domain error 10002 …)"
// and the lines of user info below. It returns nil where there is none.
func ParseText(text string) *Error {
	at := errorLine().FindStringSubmatchIndex(text)
	if at == nil {
		return nil
	}
	e := &Error{}
	first := text[at[2]:at[3]]
	for _, m := range errorCode().FindAllStringSubmatch(text[at[0]:], -1) {
		code, _ := strconv.Atoi(m[2])
		if e.Code == 0 {
			e.Domain, e.Code = m[1], code
		}
		if e.Reason == Other {
			e.Reason = reason(m[1], code, "")
		}
	}
	if e.Reason == Other {
		e.Reason = reason("other", 0, text)
	}
	words, _, _ := strings.Cut(first, " (")
	e.Text = strings.TrimSpace(words)
	for line := range strings.Lines(text[at[1]:]) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "NSLocalizedFailureReason = "); ok {
			e.Text += " " + v
			break
		}
	}
	return e
}

// ParseJSONError reads the error member of a JSON document of devicectl, or
// returns nil.
func ParseJSONError(text []byte) *Error {
	var answer struct {
		Error *rawError `json:"error"`
	}
	if json.Unmarshal(text, &answer) != nil || answer.Error == nil {
		return nil
	}
	return answer.Error.explain(nil)
}
