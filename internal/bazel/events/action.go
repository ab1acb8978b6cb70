package events

import "time"

// Action is an action that Bazel reports: every failed one, and all of them
// under --build_event_publish_all_actions.
type Action struct {
	Label         string
	Configuration string
	Mnemonic      string // "SwiftCompile", "Genrule"
	PrimaryOutput string // relative to the execution root
	Success       bool
	ExitCode      int
	Stdout        *File // nil when it printed nothing
	Stderr        *File
	Failure       string // Bazel's sentence
	Start, End    time.Time

	offset int64
}

// action fills a; a command line is read only for who wants it.
func (m *fields) action(a *Action, command *[]string) {
	for v := m.message(actionSchema); v.next(); {
		switch v.num {
		case 1:
			a.Success = v.boolean()
		case 2:
			a.ExitCode = int(v.integer())
		case 3:
			f := v.file()
			a.Stdout = &f
		case 4:
			f := v.file()
			a.Stderr = &f
		case 5:
			if label := v.str(); a.Label == "" {
				a.Label = label
			}
		case 6:
			if f := v.file(); a.PrimaryOutput == "" {
				a.PrimaryOutput = f.ExecPath()
			}
		case 7:
			if id := v.onlyID(); a.Configuration == "" {
				a.Configuration = id
			}
		case 8:
			a.Mnemonic = v.str()
		case 9:
			if command != nil {
				*command = append(*command, v.str())
			}
		case 11:
			a.Failure = v.failure()
		case 12:
			a.Start = v.instant()
		case 13:
			a.End = v.instant()
		}
	}
}
