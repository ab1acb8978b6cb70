package events

import "time"

func (c *collector) result(m *fields) {
	var r TestResult
	m.testResult(&r, c.sink != nil)
	if c.broken() {
		return
	}
	if rec := c.testRecord(false); rec != nil {
		rec.status, rec.local, rec.remote = r.Status, r.CachedLocally, r.CachedRemotely
		rec.duration, rec.exit, rec.strategy = r.Duration, int32(r.ExitCode), c.b.strings.id([]byte(r.Strategy))
		if !r.Start.IsZero() {
			rec.start = r.Start.UnixMilli()
		}
		rec.offset = c.at
	}
	c.phase(PhaseExecution)
	if c.sink != nil {
		r.Label, r.Configuration, r.offset = string(c.id.label), string(c.id.config), c.at
		r.Shard, r.Run, r.Attempt = int(c.id.shard), int(c.id.run), int(c.id.attempt)
		c.sink(&r)
	}
}

// testRecord is the record of the result whose event is being read, added when
// it is new; nil when an abort would hide a normal result.
func (c *collector) testRecord(abort bool) *testRecord {
	b := c.b
	i, t := c.find(c.id.label, nil, c.id.config)
	c.id.shard, c.id.run, c.id.attempt = max(c.id.shard, 1), max(c.id.run, 1), max(c.id.attempt, 1)
	key := resultKey{i, c.id.shard, c.id.run, c.id.attempt}
	if at, known := b.resultKey[key]; known {
		rec := b.results.at(int(at))
		if abort && !rec.aborted {
			return nil
		}
		rec.aborted = abort
		return rec
	}
	at := int32(b.results.add(testRecord{target: i, next: -1, shard: key.shard, run: key.run, attempt: key.attempt, offset: -1, aborted: abort}))
	b.resultKey[key] = at
	if t.lastRun >= 0 {
		b.results.at(int(t.lastRun)).next = at
	} else {
		t.firstRun = at
	}
	t.lastRun = at
	return b.results.at(int(at))
}

func (c *collector) abortResult(a *Abort) {
	if rec := c.testRecord(true); rec != nil {
		rec.status = TestIncomplete
	}
}

func (c *collector) summary(m *fields) {
	s := m.testSummary()
	if c.broken() {
		return
	}
	_, t := c.find(c.id.label, nil, c.id.config)
	if t.summary < 0 {
		t.summary = int32(c.b.summaries.add(s))
	} else {
		*c.b.summaries.at(int(t.summary)) = s
	}
	c.tell(TestEnded{Label: string(c.id.label), Configuration: string(c.id.config), Summary: s})
}

func (b *Build) result(r *testRecord) TestResult {
	t := b.targets.at(int(r.target))
	out := TestResult{
		Label: t.label, Configuration: b.strings.value(t.config), Shard: int(r.shard), Run: int(r.run), Attempt: int(r.attempt),
		Status: r.status, CachedLocally: r.local, CachedRemotely: r.remote, Strategy: b.strings.value(r.strategy),
		ExitCode: int(r.exit), Duration: r.duration, offset: r.offset,
	}
	if r.start != 0 {
		out.Start = time.UnixMilli(r.start).UTC()
	}
	return out
}
