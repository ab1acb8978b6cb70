package events

// eventID is the id of one event. Its byte slices are good while the frame is.
type eventID struct {
	kind     int32
	label    []byte
	config   []byte
	aspect   []byte
	name     []byte // set id, primary output or URL
	patterns []string
	run      int32
	shard    int32
	attempt  int32
	known    bool
}

// read takes an id. Texts with escapes share the frame's scratch space, so they
// are copied into the id's own store.
func (id *eventID) read(m *fields, store *[]byte) {
	*id = eventID{known: true}
	*store = (*store)[:0]
	for v := m.message(idSchema); v.next(); {
		id.kind = v.num
		switch v.num {
		case idPattern, idPatternSkipped:
			for w := v.message(patternIDSchema); w.next(); {
				if w.num == 1 {
					id.patterns = append(id.patterns, w.str())
				}
			}
		case idNamedSet, idConfiguration:
			for w := v.message(idOnlySchema); w.next(); {
				if w.num == 1 {
					id.name = keep(store, w.text())
				}
			}
		case idFetch:
			for w := v.message(fetchIDSchema); w.next(); {
				if w.num == 1 {
					id.name = keep(store, w.text())
				}
			}
		case idCompleted:
			id.labelled(v.message(completedIDSchema), store, 3, 2)
		case idConfigured:
			id.labelled(v.message(configuredIDSchema), store, 0, 2)
		case idUnconfiguredLabel, idConfiguredLabel, idTestSummary:
			id.labelled(v.message(labelConfigSchema), store, 2, 0)
		case idAction:
			id.action(v.message(actionIDSchema), store)
		case idTestResult:
			id.result(v.message(testResultIDSchema), store)
		}
	}
}

// labelled reads label = 1 and the fields numbered config and aspect.
func (id *eventID) labelled(v fields, store *[]byte, config, aspect int32) {
	for v.next() {
		switch {
		case v.num == 1:
			id.label = keep(store, repaired(v.text()))
		case v.num == config:
			id.config = keepID(&v, store)
		case v.num == aspect:
			id.aspect = keep(store, v.text())
		}
	}
}

func (id *eventID) action(v fields, store *[]byte) {
	for v.next() {
		switch v.num {
		case 1:
			id.name = keep(store, repaired(v.text()))
		case 2:
			id.label = keep(store, repaired(v.text()))
		case 3:
			id.config = keepID(&v, store)
		}
	}
}

func (id *eventID) result(v fields, store *[]byte) {
	for v.next() {
		switch v.num {
		case 1:
			id.label = keep(store, repaired(v.text()))
		case 2:
			id.run = int32(v.integer())
		case 3:
			id.shard = int32(v.integer())
		case 4:
			id.attempt = int32(v.integer())
		case 5:
			id.config = keepID(&v, store)
		}
	}
}

func keepID(m *fields, store *[]byte) []byte {
	var id []byte
	for v := m.message(idOnlySchema); v.next(); {
		if v.num == 1 {
			id = keep(store, v.text())
		}
	}
	return id
}

func keep(store *[]byte, s []byte) []byte {
	from := len(*store)
	*store = append(*store, s...)
	return (*store)[from:len(*store):len(*store)]
}
