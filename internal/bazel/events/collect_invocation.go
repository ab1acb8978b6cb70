package events

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
