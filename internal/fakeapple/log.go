package fakeapple

import (
	"encoding/json"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// hostLog is the world's log of the Mac itself, beside those of the simulators.
const hostLog = "mac"

// hostLogTool is /usr/bin/log on the Mac.
func hostLogTool(c *call, args []string) error { return c.log(nil, args) }

// logOptions are the flags of `log stream` and `log show` the stand-in knows.
type logOptions struct {
	style, level string
	match        func(entry) bool
	predicate    string
	process      string
	last         time.Duration
	timeout      time.Duration
}

// log is log(1) with the verbs stream and show.
func (c *call) log(s *Simulator, args []string) error {
	if len(args) == 0 || args[0] != "stream" && args[0] != "show" {
		return refuse(64, "usage:\n    log <command>\n\nglobal options:\n    -?, --help\n    -q, --quiet\n    -v, --verbose\n\ncommands:\n    collect, config, erase, show, stream, stats")
	}
	o, err := readLogOptions(args[1:])
	if err != nil {
		return err
	}
	name := hostLog
	if s != nil {
		name = s.UDID
	}
	if args[0] == "show" {
		list, _ := c.logSince(name, 0)
		c.logHead(o)
		for _, e := range list {
			if o.last == 0 || time.Since(e.Time) < o.last {
				c.logLine(o, e)
			}
		}
		return nil
	}
	return c.logStream(name, s, o)
}

func readLogOptions(args []string) (logOptions, error) {
	o := logOptions{style: "default", level: "default", match: func(entry) bool { return true }}
	for len(args) > 0 {
		flag, value, joined := strings.Cut(args[0], "=")
		args = args[1:]
		switch flag {
		case "--info":
			o.level = "info"
			continue
		case "--debug":
			o.level = "debug"
			continue
		case "--source", "--signpost", "--color", "--no-pager", "--mach-continuous-time", "--backtrace", "--loss":
			continue
		}
		if !joined && len(args) > 0 {
			value, args = args[0], args[1:]
		}
		switch flag {
		case "--style":
			if !slices.Contains([]string{"default", "syslog", "compact", "json", "ndjson"}, value) {
				return o, refuse(64, "log: Invalid style '%s'", value)
			}
			o.style = value
		case "--level":
			if !slices.Contains([]string{"default", "info", "debug"}, value) {
				return o, refuse(64, "log: Invalid level '%s'", value)
			}
			o.level = value
		case "--predicate":
			match, err := parsePredicate(value)
			if err != nil {
				return o, refuse(64, "log: Bad predicate (%s): Unable to parse the format string \"%s\"", value, value)
			}
			o.match, o.predicate = match, value
		case "--process":
			o.process = value
		case "--last":
			d, err := time.ParseDuration(value)
			if err != nil {
				return o, refuse(64, "log: Invalid time '%s'", value)
			}
			o.last = d
		case "--timeout":
			d, err := time.ParseDuration(value)
			if err != nil {
				return o, refuse(64, "log: Invalid timeout '%s'", value)
			}
			o.timeout = d
		case "--start", "--end", "--type", "--user":
		default:
			return o, refuse(64, "log: unrecognized option `%s'", flag)
		}
	}
	return o, nil
}

// logHead is what log prints before the first entry.
func (c *call) logHead(o logOptions) {
	if o.predicate != "" {
		c.printf("Filtering the log data using \"%s\"\n", o.predicate)
	}
	switch o.style {
	case "compact":
		c.printf("Timestamp               Ty Process[PID:TID]\n")
	case "default":
		c.printf("Timestamp                       Thread     Type        Activity             PID    TTL  \n")
	case "syslog":
		c.printf("Timestamp                       (process)[PID]    \n")
	}
}

// logLine prints one entry in the style, when level, process and predicate let it
// through.
func (c *call) logLine(o logOptions, e entry) {
	hidden := e.Type == "Debug" && o.level != "debug" || e.Type == "Info" && o.level == "default"
	if hidden || o.process != "" && o.process != e.Process || !o.match(e) {
		return
	}
	tag := ""
	if e.Subsystem != "" {
		tag = "[" + e.Subsystem + ":" + e.Category + "] "
	}
	switch o.style {
	case "compact":
		short := map[string]string{"Default": "Df", "Info": "I ", "Debug": "Db", "Error": "E ", "Fault": "F "}[e.Type]
		c.printf("%s %s %s[%d:%x] %s%s\n", e.Time.Format("2006-01-02 15:04:05.000"), short, e.Process, e.PID, e.PID*7, tag, e.Message)
	case "syslog":
		c.printf("%s localhost %s[%d]: %s%s\n", e.Time.Format("2006-01-02 15:04:05.000000-0700"), e.Process, e.PID, tag, e.Message)
	case "json", "ndjson":
		line, err := json.Marshal(map[string]any{
			"timestamp": e.Time.Format("2006-01-02 15:04:05.000000-0700"), "processID": e.PID, "processImagePath": e.Image, "senderImagePath": e.Image,
			"subsystem": e.Subsystem, "category": e.Category, "messageType": e.Type, "eventType": "logEvent", "eventMessage": e.Message,
			"threadID": e.PID * 7, "formatString": "%{public}s", "traceID": 0, "activityIdentifier": 0,
		})
		if err != nil {
			return
		}
		c.printf("%s\n", line)
	default:
		c.printf("%s 0x%-8x %-11s 0x0                  %-6d 0    %s: %s%s\n", e.Time.Format("2006-01-02 15:04:05.000000-0700"), e.PID*7, e.Type, e.PID, e.Process, tag, e.Message)
	}
}

// logStream follows the log until a signal; each running app adds a line at each
// beat, at changing levels.
func (c *call) logStream(name string, s *Simulator, o logOptions) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	c.logHead(o)
	offset := c.logEnd(name)
	beat := time.NewTicker(c.duration("FAKEAPPLE_LOG_EVERY", 250*time.Millisecond))
	defer beat.Stop()
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	var ended <-chan time.Time
	if o.timeout > 0 {
		ended = time.After(o.timeout)
	}
	parent := os.Getppid()
	for n := 1; ; {
		select {
		case sig := <-signals:
			if sig == syscall.SIGTERM {
				return refuse(143, "")
			}
			return refuse(130, "")
		case <-ended:
			return nil
		case <-poll.C:
			var list []entry
			list, offset = c.logSince(name, offset)
			for _, e := range list {
				c.logLine(o, e)
			}
		case <-beat.C:
			if os.Getppid() != parent { // nobody is left to read
				return nil
			}
			over, err := c.beat(name, s != nil, o, n)
			if over || err != nil {
				return err
			}
			n++
		}
	}
}

func (c *call) beat(name string, simulator bool, o logOptions, n int) (over bool, err error) {
	w, err := c.store.read()
	if err != nil {
		return true, err
	}
	kinds := []string{"Default", "Info", "Debug", "Error"}
	if !simulator {
		for _, app := range w.Mac.Apps {
			c.logLine(o, entry{
				Time: time.Now(), Process: app.Name, PID: app.PID, Type: kinds[n%4], Message: "heartbeat", Subsystem: app.ID, Category: "app",
				Image: filepath.Join(first(app.Path, "/Applications/"+app.Name+".app"), "Contents/MacOS", app.Name),
			})
		}
		return false, nil
	}
	s := w.simulator(name)
	if s == nil || !s.Booted {
		return true, refuse(0, "")
	}
	for _, p := range s.Processes {
		e := appEntry(s, p, kinds[n%4], "heartbeat")
		c.logLine(o, e)
	}
	return false, nil
}
