package lldb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bazelapple/internal/devicectl"
	debugger "bazelapple/internal/lldb"
	"bazelapple/internal/tool"
)

type where string

func (where) Enum() []string { return []string{"simulator", "device"} }

type attachInput struct {
	PID         int               `json:"pid,omitempty" jsonschema:"process id, of this machine or of the device" minimum:"1"`
	ProcessName tool.Word         `json:"processName,omitempty" jsonschema:"name of the process"`
	WaitFor     bool              `json:"waitFor,omitempty" jsonschema:"wait for a process of processName to start"`
	Target      where             `json:"target,omitempty" jsonschema:"where the process runs; simulator (the default) is any process of this machine"`
	DeviceID    tool.Device       `json:"deviceId,omitempty" jsonschema:"device by hardware UDID or CoreDevice identifier; needs no target"`
	DeviceName  tool.Word         `json:"deviceName,omitempty" jsonschema:"device by name; needs no target"`
	Program     tool.File         `json:"program,omitempty" jsonschema:"program to launch instead, such as bazel-bin/app/tool"`
	Args        []string          `json:"args,omitempty" jsonschema:"arguments of the launched program"`
	Env         map[string]string `json:"env,omitempty" jsonschema:"environment variables of the launched program"`
	StopOnEntry *bool             `json:"stopOnEntry,omitempty" jsonschema:"leave the program standing, so that breakpoints can be set; true by default"`
	tool.Timed
}

// check finds what does not go together.
func (in attachInput) check() error {
	given := 0
	for _, is := range []bool{in.PID > 0, in.ProcessName != "", in.Program != ""} {
		if is {
			given++
		}
	}
	switch {
	case given == 0:
		return tool.Errorf(tool.InvalidInput, "Pass pid or processName to attach, or program to launch.", "nothing to debug is named")
	case given > 1:
		return tool.Errorf(tool.InvalidInput, "Pass one of them.", "pid, processName and program exclude each other")
	case in.WaitFor && in.ProcessName == "":
		return tool.Invalid("waitFor", "needs processName")
	case in.Program == "" && (len(in.Args) > 0 || len(in.Env) > 0):
		return tool.Errorf(tool.InvalidInput, "Pass program to launch one.", "args and env are those of a launched program")
	case in.Program != "" && in.device():
		return tool.Errorf(tool.InvalidInput, "Launch it with bazel_ios_device_launch_app and attach to its pid.", "a program of a device cannot be launched by the debugger")
	case in.PID == 1 || in.PID == os.Getpid():
		return tool.Invalid("pid", "%d is not to be debugged: it would stop what runs this", in.PID)
	}
	for name := range in.Env {
		if !tool.EnvName(name) {
			return tool.Invalid("env", "%q cannot name a variable", name)
		}
	}
	return nil
}

func (in attachInput) device() bool {
	return in.Target == "device" || in.DeviceID != "" || in.DeviceName != ""
}

func (h *handlers) attach(ctx context.Context, call *tool.Call, in attachInput) (*tool.Result, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	start := debugger.Start{Run: in.StopOnEntry != nil && !*in.StopOnEntry, SourceMap: debugger.SourceMap(h.Root), Dir: h.Root}
	title, warnings := fmt.Sprintf("process %d", in.PID), []string(nil)
	switch {
	case in.Program != "":
		program := in.Program.Resolve(h.Root, h.Home)
		if err := h.mayLaunch(program); err != nil {
			return nil, err
		}
		start.Program, start.Args, title = program, in.Args, program
		for _, name := range slices.Sorted(maps.Keys(in.Env)) {
			start.Env = append(start.Env, name+"="+in.Env[name])
		}
	case in.device():
		device, warning, err := h.device(ctx, in)
		if err != nil {
			return nil, err
		}
		if warning != "" {
			warnings = append(warnings, warning)
		}
		start.Attach, start.Remote = debugger.AttachDevice(cmp.Or(device.Identifier, device.UDID), in.PID, string(in.ProcessName), in.WaitFor), true
		title += " on " + device.Name
	case in.ProcessName != "":
		start.Attach, title = debugger.AttachName(string(in.ProcessName), in.WaitFor), string(in.ProcessName)
	default:
		start.Attach = debugger.AttachPid(in.PID)
	}
	message := "Attaching to " + title
	if in.WaitFor {
		message = "Waiting for " + title
	}
	call.Progress(tool.Progress{Message: message})
	s, err := h.LLDB.Open(ctx, start)
	if err != nil {
		return nil, explain(err)
	}
	id := h.keep(call.Client.ID, s)
	verb := "Attached to"
	if s.Launched() {
		verb = "Launched"
	}
	if s.CommandLine() {
		warnings = append(warnings, "lldb-dap was not found (Xcode 16 and later have it), so this session runs over lldb's own command line")
	}
	text := fmt.Sprintf("%s %s, pid %d, as session %s", verb, s.Name(), s.Pid(), id)
	data := map[string]any{"sessionId": id, "pid": s.Pid(), "process": s.Name()}
	if stop, ok := stand(ctx, s); ok {
		text += "\n" + h.describe(stop)
		data["stop"] = stop
	}
	return &tool.Result{Text: text, Data: data, Warnings: warnings, Next: []tool.Next{
		{Tool: "bazel_ios_lldb_breakpoint", Arguments: map[string]any{"sessionId": id, "action": "set"}},
		{Tool: "bazel_ios_lldb_step", Arguments: map[string]any{"sessionId": id, "action": "continue"}},
	}}, nil
}

// keep makes the session one of the host's, ended with it.
func (h *handlers) keep(client string, s *debugger.Session) string {
	return h.Sessions.Start(client, s, func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			s.Close(s.Launched())
			return ctx.Err()
		case <-s.Done():
			return s.Err()
		}
	}).ID
}

// mayLaunch keeps launches to what the workspace holds or built: a path through
// its bazel-bin link lies in it by name.
func (h *handlers) mayLaunch(program string) error {
	in, err := filepath.Rel(h.Root, program)
	if inside := h.Root != "" && err == nil && in != ".." && !strings.HasPrefix(in, "../"); inside || h.AllowHostCommands {
		return nil
	}
	return tool.Errorf(tool.Precondition, "Pass a program of the workspace, such as bazel-bin/app/tool, or attach to a running process by pid.", "%s lies outside the workspace", program)
}

// device is the one that is named, else the default one, else the only one
// there is.
func (h *handlers) device(ctx context.Context, in attachInput) (devicectl.Device, string, error) {
	choice := devicectl.Choice{ID: string(in.DeviceID), Name: string(in.DeviceName)}
	if choice.ID == "" && choice.Name == "" && h.Defaults != nil {
		defaults := h.Defaults()
		choice.ID, _ = defaults["deviceId"].(string)
		choice.Name, _ = defaults["deviceName"].(string)
	}
	if choice.ID != "" {
		choice.Name = ""
	}
	d, warning, err := h.Devicectl.Resolve(ctx, choice)
	var failed *devicectl.Error
	switch {
	case errors.As(err, &failed):
		err = &tool.Error{Kind: tool.Command, Err: err, Hint: failed.Remedy()}
	case errors.Is(err, devicectl.ErrNotFound), errors.Is(err, devicectl.ErrNone):
		err = tool.Errorf(tool.NotFound, "bazel_ios_list_devices lists them.", "%w", err)
	case errors.Is(err, devicectl.ErrNotConnected):
		err = tool.Errorf(tool.Precondition, "Connect it and unlock it.", "%w", err)
	case errors.Is(err, devicectl.ErrAmbiguous):
		err = tool.Errorf(tool.InvalidInput, "Pass deviceId.", "%w", err)
	}
	return d, warning, err
}
