package events

import "bytes"

// progress keeps where console text stands, and reads it only for a sink.
func (c *collector) progress(m *fields) {
	if c.sink != nil {
		if out := m.console(); out != (Console{}) {
			c.b.console.add(c.at)
			if revealing(out.Stderr) || revealing(out.Stdout) {
				c.b.revealing.add(c.at)
			}
			c.sink(out)
		}
		return
	}
	some := false
	for v := m.message(progressSchema); v.next(); {
		some = true
	}
	if some {
		c.b.console.add(c.at)
	}
}

// console takes a progress payload. Bazel writes its text right, so nothing is
// repaired in it.
func (m *fields) console() Console {
	var out Console
	for v := m.message(progressSchema); v.next(); {
		text := bytes.ToValidUTF8(v.text(), []byte("\uFFFD"))
		switch v.num {
		case 1:
			out.Stdout = string(text)
		case 2:
			out.Stderr = string(text)
		}
	}
	return out
}
