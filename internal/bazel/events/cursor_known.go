package events

import "time"

// instant takes a google.protobuf.Timestamp.
func (m *fields) instant() time.Time {
	if m.f.form == FormJSON {
		t, err := time.Parse(time.RFC3339Nano, string(m.text()))
		if err != nil {
			return time.Time{}
		}
		return t
	}
	s, n := m.secondsAndNanos()
	return time.Unix(s, n).UTC()
}

// span takes a google.protobuf.Duration.
func (m *fields) span() time.Duration {
	if m.f.form == FormJSON {
		d, err := time.ParseDuration(string(m.text()))
		if err != nil {
			return 0
		}
		return d
	}
	s, n := m.secondsAndNanos()
	return time.Duration(s)*time.Second + time.Duration(n)
}

func (m *fields) secondsAndNanos() (s, n int64) {
	for v := m.message(nil); v.next(); {
		switch v.num {
		case 1:
			s = v.integer()
		case 2:
			n = v.integer()
		}
	}
	return s, n
}

// blob takes a bytes value, a copy.
func (m *fields) blob() []byte {
	s := m.text()
	if m.f.form == FormJSON {
		return decodeBase64(s)
	}
	return append([]byte(nil), s...)
}

// entries takes a map of strings: all of it in JSON, one entry in the binary
// form, where a map is a repeated message {1: key, 2: value}.
func (m *fields) entries(put func(key, value string)) {
	if m.f.form != FormJSON {
		var key, value string
		for e := m.message(nil); e.next(); {
			switch e.num {
			case 1:
				key = e.str()
			case 2:
				value = e.str()
			}
		}
		put(key, value)
		return
	}
	f := m.f
	m.pending = false
	if f.peek() != '{' {
		f.fail()
		return
	}
	f.pos++
	for f.err == nil {
		f.space()
		if f.peek() == '}' {
			f.pos++
			return
		}
		if f.peek() == ',' {
			f.pos++
			f.space()
		}
		key := string(repaired(f.quoted()))
		f.space()
		if f.peek() != ':' {
			f.fail()
			return
		}
		f.pos++
		f.space()
		put(key, string(repaired(f.quoted())))
	}
}

// millis takes a number of milliseconds since the epoch.
func (m *fields) millis() time.Time { return time.UnixMilli(m.integer()).UTC() }

// milliseconds takes a duration in milliseconds.
func (m *fields) milliseconds() time.Duration {
	return time.Duration(m.integer()) * time.Millisecond
}
