package events

// find returns the record of a label, aspect and configuration. A record that
// has no configuration yet takes this one; else another is added, with what is
// known of the label. An empty configuration finds the first of that aspect.
func (c *collector) find(label, aspect, config []byte) (int32, *targetRecord) {
	b := c.b
	aspectID, configID := b.strings.id(aspect), b.strings.id(config)
	first, known := b.byLabel[string(label)]
	rec := targetRecord{offset: -1, next: -1, firstRun: -1, lastRun: -1, summary: -1, aspect: aspectID, config: configID}
	if !known {
		rec.label = string(label)
		i := int32(b.targets.add(rec))
		b.byLabel[rec.label] = i
		return i, b.targets.at(int(i))
	}
	tail := first
	for i := first; i >= 0; i = b.targets.at(int(i)).next {
		t := b.targets.at(int(i))
		tail = i
		if t.aspect != aspectID {
			continue
		}
		if configID == 0 || t.config == configID {
			return i, t
		}
		if t.config == 0 {
			t.config = configID
			return i, t
		}
		rec.kind, rec.tags, rec.size = t.kind, t.tags, t.size
	}
	rec.label = b.targets.at(int(first)).label
	i := int32(b.targets.add(rec))
	b.targets.at(int(tail)).next = i
	return i, b.targets.at(int(i))
}

func (c *collector) configured(m *fields) {
	if len(c.id.label) == 0 {
		return
	}
	v := m.message(configuredSchema)
	_, t := c.find(c.id.label, c.id.aspect, nil)
	var tags []string
	for v.next() {
		switch v.num {
		case 1:
			t.kind = c.b.strings.id(v.text())
		case 2:
			t.size = TestSize(v.enum(testSizeNames))
		case 3:
			tags = append(tags, v.str())
		}
	}
	t.tags = c.b.tagLists.id(joinTags(tags))
	c.phase(PhaseAnalysis)
}

func (c *collector) completed(m *fields) {
	if len(c.id.label) == 0 {
		return
	}
	_, t := c.find(c.id.label, c.id.aspect, c.id.config)
	ok, tags, timeout, failure := m.completion(nil)
	if c.broken() {
		return
	}
	t.offset, t.timeout, t.failure, t.reason = c.at, timeout, failure, UnknownReason
	t.tested = t.tested || c.tested
	t.state = BuildFailed
	if ok {
		t.state = Built
	}
	if len(tags) > 0 {
		t.tags = c.b.tagLists.id(joinTags(tags))
	}
	c.phase(PhaseExecution)
	if c.sink != nil {
		out := c.b.target(t)
		c.sink(&out)
	}
}

// aborted notes an abort. A normal event for the same id wins, whichever comes
// first (bazelbuild/bazel#21767: an empty abort, then the completion).
func (c *collector) aborted(v fields) {
	a := &Abort{Label: string(c.id.label), Patterns: c.id.patterns}
	for v.next() {
		switch v.num {
		case 1:
			a.Reason = AbortReason(v.enum(abortReasonNames))
		case 2:
			a.Description = v.str()
		}
	}
	if c.broken() {
		return
	}
	switch c.id.kind {
	case idCompleted, idConfigured:
		if !c.abortTarget(a) {
			return
		}
	case idTestResult:
		c.abortResult(a)
	case idPattern, idPatternSkipped:
		c.b.Patterns = append(c.b.Patterns, Pattern{Patterns: c.id.patterns, Skipped: true})
	}
	c.b.AbortCount++
	if len(c.b.Aborts) < MaxKept {
		c.b.Aborts = append(c.b.Aborts, a)
	}
	c.tell(a)
}

func (c *collector) abortTarget(a *Abort) bool {
	_, t := c.find(c.id.label, c.id.aspect, c.id.config)
	if t.state == Built || t.state == BuildFailed {
		return false
	}
	t.state, t.reason, t.failure = Aborted, a.Reason, a.Description
	if c.sink != nil {
		out := c.b.target(t)
		c.sink(&out)
	}
	return true
}

func (c *collector) action(m *fields) {
	a := &Action{Label: string(c.id.label), Configuration: string(c.id.config), PrimaryOutput: string(c.id.name), offset: c.at}
	m.action(a, nil) // a command line may be large; Build.Command reads it
	if c.broken() {
		return
	}
	c.phase(PhaseExecution)
	c.b.ActionCount++
	c.tell(a)
	if a.Success {
		return
	}
	c.b.FailedActionCount++
	if len(c.b.FailedActions) < MaxKept {
		c.b.FailedActions = append(c.b.FailedActions, a)
	}
}
