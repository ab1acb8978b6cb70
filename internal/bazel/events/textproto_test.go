package events

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// fromText makes a JSON event file of a text one (--build_event_text_file): the
// same names in camel case, repeated fields as arrays.
func fromText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := textReader{tokens: regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[{}]|[^\s{}]+`).FindAllString(string(text), -1)}
	var lines bytes.Buffer
	put := func(event map[string]any) {
		line, err := json.Marshal(event)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	all := p.message("")
	if wrapped, ok := all["event"]; ok { // event { … } per event
		list, many := wrapped.([]any)
		if !many {
			list = []any{wrapped}
		}
		for _, e := range list {
			put(e.(map[string]any))
		}
	} else {
		ids, _ := all["id"].([]any) // events one after the other without braces
		p.at = 0
		for range max(len(ids), 1) {
			put(p.message("id"))
		}
	}
	out := filepath.Join(t.TempDir(), "bep.json")
	if err := os.WriteFile(out, lines.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return out
}

type textReader struct {
	tokens []string
	at     int
}

// message reads fields up to a closing brace, or to a second field of that name.
func (p *textReader) message(stop string) map[string]any {
	m := map[string]any{}
	for p.at < len(p.tokens) {
		name := camel(strings.TrimSuffix(p.tokens[p.at], ":"))
		if _, again := m[name]; again && name == stop {
			break
		}
		p.at++
		if name == "}" {
			break
		}
		var value any
		switch token := p.tokens[p.at]; {
		case token == "{":
			p.at++
			value = p.message("")
		case token[0] == '"':
			s, err := strconv.Unquote(token)
			if err != nil {
				s = token
			}
			value = s
			p.at++
		case token == "true":
			value = true
			p.at++
		default:
			value = token
			p.at++
		}
		put(m, name, value)
	}
	return m
}

var repeated = map[string]bool{
	"children": true, "event": true, "pattern": true, "tag": true, "files": true, "fileSets": true, "outputGroup": true,
	"importantOutput": true, "pathPrefix": true, "testActionOutput": true, "failed": true, "passed": true, "log": true,
	"args": true, "startupOptions": true, "explicitStartupOptions": true, "cmdLine": true, "explicitCmdLine": true, "actionData": true, "runnerCount": true,
}

func put(m map[string]any, name string, value any) {
	if name == "makeVariable" { // a map is written as its entries
		entry := value.(map[string]any)
		vars, _ := m[name].(map[string]any)
		if vars == nil {
			vars = map[string]any{}
			m[name] = vars
		}
		vars[entry["key"].(string)] = entry["value"]
		return
	}
	old, again := m[name]
	list, isList := old.([]any)
	switch {
	case isList:
		m[name] = append(list, value)
	case again:
		m[name] = []any{old, value}
	case repeated[name] && name != "pattern":
		m[name] = []any{value}
	default:
		m[name] = value
	}
}

func camel(s string) string {
	parts := strings.Split(s, "_")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}
