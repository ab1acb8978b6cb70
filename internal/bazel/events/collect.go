package events

import "fmt"

// collector adds events to a Build and tells a sink of them.
type collector struct {
	b     *Build
	sink  func(Notice)
	frame frame
	store []byte
	id    eventID
	at    int64
	last  bool // the last message was read

	announced int  // children of a pattern
	tested    bool // a child is a test result or summary
}

// add reads one event. Malformed ones are counted, not fatal.
func (c *collector) add(form Form, b []byte, at int64) {
	c.at = at
	c.frame.reset(form, b)
	c.id = eventID{}
	c.announced, c.tested = 0, false
	top := c.frame.top(eventSchema)
	c.event(&top)
	if c.frame.err != nil {
		c.b.Malformed++
		c.problem(fmt.Sprintf("the event at byte %d cannot be read", at))
		return
	}
	if c.id.known {
		c.b.Events++
	}
}

func (c *collector) event(m *fields) {
	for m.next() {
		switch m.num {
		case 1:
			c.id.read(m, &c.store)
		case 2:
			c.lateID(m)
			c.child(m)
		case 20:
			c.last = m.boolean() || c.last
		case fEvent:
			c.wrapped(m.message(wrapperSchema))
		default:
			c.lateID(m)
			c.payload(m)
		}
	}
}

// lateID reads an id that stands behind the current field: Bazel writes it
// first, a program that passes events on may sort the members by name.
func (c *collector) lateID(m *fields) {
	if c.id.known {
		return
	}
	here, ahead := c.frame.pos, *m
	for ahead.next() && !c.id.known {
		if ahead.num == 1 {
			c.id.read(&ahead, &c.store)
		}
	}
	if c.frame.err == nil {
		c.frame.pos = here
	}
}

// wrapped reads the event inside the wrapper of a build event service.
func (c *collector) wrapped(m fields) {
	for m.next() {
		if m.num == fBazelEvent {
			inner := m.message(eventSchema)
			c.event(&inner)
		}
	}
}

func (c *collector) child(m *fields) {
	if c.id.kind != idPattern && c.id.kind != idCompleted {
		return
	}
	for v := m.message(idSchema); v.next(); {
		switch v.num {
		case idConfigured, idPattern:
			c.announced++
		case idTestResult, idTestSummary:
			c.tested = true
		}
	}
}

func (c *collector) payload(m *fields) {
	b := c.b
	switch m.num {
	case pStarted, pOptions, pUnstructured, pStructured:
		b.revealing.add(c.at)
	}
	switch m.num {
	case pStarted:
		c.started(m.message(startedSchema))
	case pOptions:
		c.options(m.message(optionsSchema))
	case pWorkspace:
		for v := m.message(workspaceSchema); v.next(); {
			if v.num == 1 {
				b.Invocation.ExecRoot = v.str()
			}
		}
	case pMetadata:
		for v := m.message(metadataSchema); v.next(); {
			if v.num == 1 {
				v.entries(c.metadata)
			}
		}
	case pProgress:
		c.progress(m)
	case pAborted:
		c.aborted(m.message(abortedSchema))
	case pExpanded:
		c.expanded(m.message(expandedSchema))
	case pConfiguration:
		c.configuration(m.message(configurationSchema))
	case pConfigured:
		c.configured(m)
	case pNamedSet:
		b.sets.put(c.id.name, c.at)
	case pCompleted:
		c.completed(m)
	case pAction:
		c.action(m)
	case pTestResult:
		c.result(m)
	case pTestSummary:
		c.summary(m)
	case pFetch:
		c.fetch(m.message(fetchSchema))
	case pFinished:
		c.finished(m.message(finishedSchema))
	case pMetrics:
		b.Metrics, b.HasMetrics = m.metrics(), true
	case pToolLogs:
		for v := m.message(toolLogsSchema); v.next(); {
			if v.num == 1 {
				b.ToolLogs = append(b.ToolLogs, v.file())
			}
		}
	case pSymlinks:
		c.symlinks(m.message(symlinksSchema))
	}
}

// broken is true when the event turned out to be cut or malformed, so that half
// an event changes nothing.
func (c *collector) broken() bool { return c.frame.err != nil }

func (c *collector) tell(n Notice) {
	if c.sink != nil {
		c.sink(n)
	}
}

func (c *collector) phase(p Phase) {
	if p > c.b.Phase {
		c.b.Phase = p
		c.tell(PhaseBegan{p})
	}
}

func (c *collector) problem(s string) {
	if len(c.b.Problems) < MaxKept {
		c.b.Problems = append(c.b.Problems, s)
	}
}
