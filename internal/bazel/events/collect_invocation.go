package events

import "bytes"

func (c *collector) started(v fields) {
	in := &c.b.Invocation
	for v.next() {
		switch v.num {
		case 1:
			in.ID = v.str()
		case 2:
			in.Started = v.millis()
		case 3:
			in.BazelVersion = v.str()
		case 5:
			in.Command = v.str()
		case 6:
			in.WorkingDir = v.str()
		case 7:
			in.Workspace = v.str()
		case 8:
			in.ServerPID = int(v.integer())
		case 9:
			in.Started = v.instant()
		}
	}
	c.tell(InvocationStarted{*in})
	c.phase(PhaseLoading)
}

func (c *collector) options(v fields) {
	var o Options
	for v.next() {
		switch v.num {
		case 1:
			o.Startup = append(o.Startup, v.str())
		case 2:
			o.ExplicitStartup = append(o.ExplicitStartup, v.str())
		case 3:
			o.Command = append(o.Command, v.str())
		case 4:
			o.ExplicitCommand = append(o.ExplicitCommand, v.str())
		case 6:
			o.ToolTag = v.str()
		}
	}
	o.Startup, o.ExplicitStartup = RedactArgs(o.Startup), RedactArgs(o.ExplicitStartup)
	o.Command, o.ExplicitCommand = RedactArgs(o.Command), RedactArgs(o.ExplicitCommand)
	c.b.Invocation.Options = o
}

func (c *collector) metadata(key, value string) {
	if c.b.Invocation.Metadata == nil {
		c.b.Invocation.Metadata = map[string]string{}
	}
	c.b.Invocation.Metadata[key] = value
}

// progress keeps where console text stands, and reads it only for a sink.
func (c *collector) progress(m *fields) {
	if c.sink != nil {
		if out := m.console(); out != (Console{}) {
			c.b.console.add(c.at)
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

func (c *collector) expanded(v fields) {
	p := Pattern{Patterns: c.id.patterns, Expanded: c.announced}
	for v.next() {
		if v.num != 1 {
			continue
		}
		var s Suite
		for w := v.message(suiteSchema); w.next(); {
			switch w.num {
			case 1:
				s.Label = w.str()
			case 2:
				s.Tests = append(s.Tests, w.str())
			}
		}
		p.Suites = append(p.Suites, s)
	}
	c.b.Patterns = append(c.b.Patterns, p)
}

func (c *collector) configuration(v fields) {
	conf := Configuration{ID: string(c.id.name)}
	for v.next() {
		switch v.num {
		case 1:
			conf.Mnemonic = v.str()
		case 2:
			conf.Platform = v.str()
		case 3:
			conf.CPU = v.str()
		case 4:
			if conf.Make == nil {
				conf.Make = map[string]string{}
			}
			v.entries(func(key, value string) { conf.Make[key] = value })
		case 5:
			conf.Tool = v.boolean()
		}
	}
	if known := c.b.Configuration(conf.ID); known != nil {
		*known = conf
	} else {
		c.b.Configurations = append(c.b.Configurations, conf)
	}
	c.phase(PhaseAnalysis)
}

func (c *collector) fetch(v fields) {
	f := Fetch{URL: RedactOption(string(c.id.name))}
	for v.next() {
		if v.num == 1 {
			f.Success = v.boolean()
		}
	}
	if len(c.b.Fetches) < MaxKept {
		c.b.Fetches = append(c.b.Fetches, f)
	}
}

func (c *collector) finished(v fields) {
	in := &c.b.Invocation
	succeeded := false
	for v.next() {
		switch v.num {
		case 1:
			succeeded = v.boolean()
		case 2:
			in.Finished = v.millis()
		case 3:
			in.HasExit = true
			for w := v.message(exitCodeSchema); w.next(); {
				switch w.num {
				case 1:
					in.ExitName = w.str()
				case 2:
					in.ExitCode = int(w.integer())
				}
			}
		case 5:
			in.Finished = v.instant()
		case 6:
			in.Failure = v.failure()
		}
	}
	in.HasExit = in.HasExit || succeeded
	c.phase(PhaseFinished)
	c.tell(InvocationFinished{in.ExitCode, in.ExitName, in.Finished})
}

func (c *collector) symlinks(v fields) {
	for v.next() {
		if v.num != 1 {
			continue
		}
		var s Symlink
		for w := v.message(symlinkSchema); w.next(); {
			switch w.num {
			case 1:
				s.Path = w.str()
			case 2:
				s.Deleted = w.enum([]string{"UNKNOWN", "CREATE", "DELETE"}) == 2
			case 3:
				s.Target = w.str()
			}
		}
		c.b.Symlinks = append(c.b.Symlinks, s)
	}
}
