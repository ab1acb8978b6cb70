package bazel

import (
	"slices"
	"strings"

	"bazelapple/internal/bazel/events"
	"bazelapple/internal/bazel/rc"
)

// A commandLine is the argument vector of a request and what was decided on
// the way to it.
type commandLine struct {
	Args     []string
	Warnings []string
	Events   string // path of the event file, "" for none
	key      string // of the queue
}

// commandLine makes the argument vector. Startup options are the user's own:
// others would restart their server. dir is where the event file goes.
func (c *Client) commandLine(program string, r Request, dir string) commandLine {
	startup := c.startup(r)
	file := c.RC(startup)
	out := commandLine{key: c.queueKey(startup, file)}
	args := append([]string{program}, startup...)
	if r.Background {
		args = append(args, "--noblock_for_lock")
		if !c.refusesPreemptible.Load() {
			args = append(args, preemptible)
		}
	}
	args = append(args, r.Verb)
	fit := c.fit(r, file)
	credentials := c.credentials(file)
	configs := append(fit.configs, r.Bazel.Configs...)
	kept, flags := credentials.configs(r.Verb, configs)
	args = append(args, r.Flags...)
	args = append(args, fit.flags...)
	for _, name := range kept {
		args = append(args, "--config="+name) // the one place that writes it
	}
	args = append(args, flags...)
	args = append(args, credentials.flags(r.Bazel.ExtraArgs)...)
	out.Warnings = append(fit.warnings, credentials.warnings...)
	if r.hasEvents() && dir != "" {
		form := events.Preferred
		// A file that .bazelrc asks for stays its owner's: ask for the other form.
		if _, used := rc.Value(append(file.Expand(r.Verb, kept...), r.Bazel.ExtraArgs...), "--build_event_binary_file"); used {
			form = events.FormJSON
		}
		out.Events = dir + "/events.bin"
		if form == events.FormJSON {
			out.Events = dir + "/events.json"
		}
		args = append(args, form.Flag(out.Events))
	}
	if slices.ContainsFunc(r.Targets, func(t string) bool { return strings.HasPrefix(t, "-") }) || r.Verb == "query" || r.Verb == "cquery" {
		args = append(args, "--") // nothing after it is taken for a flag
	}
	args = append(args, r.Targets...)
	if len(r.Args) > 0 {
		args = append(append(args, "--"), r.Args...)
	}
	out.Args = args
	return out
}
