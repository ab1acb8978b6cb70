package events

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
