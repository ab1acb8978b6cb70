package bazel

import (
	"fmt"
	"strings"

	"bazelapple/internal/bazel/rc"
	"bazelapple/internal/buildfile/kind"
)

// A Destination says what a build is for.
type Destination string

// The destinations; Simulator and Device are those of the target's own platform,
// iOS where that is not known.
const (
	Nowhere   Destination = "none"
	Simulator Destination = "simulator"
	Device    Destination = "device"
	MacOS     Destination = "macos"
	TvOS      Destination = "tvos"
	WatchOS   Destination = "watchos"
	VisionOS  Destination = "visionos"
)

// Enum implements the tools' enums.
func (Destination) Enum() []string {
	return []string{"none", "simulator", "device", "macos", "tvos", "watchos", "visionos"}
}

// A fitting is the flags that fit a workspace and a target.
type fitting struct {
	configs  []string
	flags    []string
	warnings []string
}

// fit turns mode and destination into configs of the workspace, else into flags.
func (c *Client) fit(r Request, file *rc.File) fitting {
	var f fitting
	if (r.Mode == "" || r.Mode == "none") && (r.Destination == "" || r.Destination == Nowhere) && r.SimulatorName == "" && r.SimulatorVersion == "" {
		return f // nothing depends on the target: it need not be looked up
	}
	rule, k, known := c.rule(r.Targets)
	apple := !known || isApple(rule, k)
	f.mode(r, file, k.Platform, apple)
	if !apple {
		return f
	}
	where, platform := r.Destination, k.Platform
	switch where {
	case MacOS:
		platform = kind.MacOS
	case TvOS:
		platform = kind.TvOS
	case WatchOS:
		platform = kind.WatchOS
	case VisionOS:
		platform = kind.VisionOS
	case Simulator, Device:
		if platform == kind.None {
			platform = kind.IOS
		}
	default:
		where = Nowhere
	}
	if where != Nowhere {
		f.destination(c, file, r.Verb, platform, where == Device)
	}
	if platform == kind.IOS || platform == kind.None {
		if r.SimulatorName != "" {
			f.flags = append(f.flags, "--ios_simulator_device="+r.SimulatorName)
		}
		if r.SimulatorVersion != "" {
			f.flags = append(f.flags, "--ios_simulator_version="+r.SimulatorVersion)
		}
	}
	return f
}

// rule tells what makes the one target of a request.
func (c *Client) rule(targets []string) (string, kind.TargetKind, bool) {
	if c.Rules == nil || len(targets) != 1 {
		return "", kind.TargetKind{}, false
	}
	return c.Rules.Rule(targets[0])
}

// isApple reports whether the platform flags of Apple's rules mean anything to a
// target. Libraries in Swift and Objective-C have no platform of their own.
func isApple(rule string, k kind.TargetKind) bool {
	if k.Platform != kind.None {
		return true
	}
	for _, prefix := range []string{"swift", "objc", "apple", "ios", "mixed_language", "xcode", "macos", "tvos", "watchos", "visionos"} {
		if strings.HasPrefix(rule, prefix) {
			return true
		}
	}
	return k.Suite || rule == "alias"
}

// mode uses the workspace's own configs, by the names XcodeBazelMCP's users have
// them, else Bazel's flags.
func (f *fitting) mode(r Request, file *rc.File, p kind.Platform, apple bool) {
	switch r.Mode {
	case "debug":
		if !f.config(file, r.Verb, "debug") {
			f.flags = append(f.flags, "--compilation_mode=dbg")
		}
	case "release", "release_with_symbols":
		names := []string{"release", "ios_release"}
		if p == kind.IOS || p == kind.None {
			names = []string{"ios_release", "release"}
		} else {
			names = append([]string{p.String() + "_release"}, names...)
		}
		if !f.config(file, r.Verb, names...) {
			f.flags = append(f.flags, "--compilation_mode=opt")
		}
		if r.Mode == "release_with_symbols" && !f.config(file, r.Verb, "generate_dsym") && apple {
			f.flags = append(f.flags, "--apple_generate_dsym", "--output_groups=+dsyms")
		}
	}
}

func (f *fitting) config(file *rc.File, verb string, names ...string) bool {
	for _, name := range names {
		if file.Defines(verb, name) {
			f.configs = append(f.configs, name)
			return true
		}
	}
	return false
}

// destination adds the platform and CPU. Platforms as apple_support names them
// (platforms/BUILD of 1.11 to 2.x): watchos_arm64 is its simulator.
func (f *fitting) destination(c *Client, file *rc.File, verb string, p kind.Platform, device bool) {
	arm := c.Host.Arch == "arm64"
	name, flag, cpu := "", "", ""
	pick := func(prefix, deviceCPU, onArm, onIntel string) {
		switch {
		case device:
			cpu = deviceCPU
		case arm:
			cpu = onArm
		default:
			cpu = onIntel
		}
		name, flag = prefix+"_"+cpu, "--"+prefix+"_cpus"
	}
	switch p {
	case kind.IOS:
		pick("ios", "arm64", "sim_arm64", "x86_64")
		flag = "--ios_multi_cpus"
	case kind.TvOS:
		pick("tvos", "arm64", "sim_arm64", "x86_64")
	case kind.WatchOS:
		pick("watchos", "arm64_32", "arm64", "x86_64")
	case kind.VisionOS:
		device = device || !arm // there is no simulator for Intel Macs
		pick("visionos", "arm64", "sim_arm64", "arm64")
	case kind.MacOS:
		name, flag = "darwin_x86_64", ""
		if arm {
			name = "darwin_arm64"
		}
	}
	given := file.Expand(verb)
	has := func(flag string) (string, bool) { return rc.Value(given, flag) }
	// What .bazelrc says already, and says the same, need not be said again.
	repo, warning := c.appleSupport()
	if warning != "" {
		f.warnings = append(f.warnings, warning)
	}
	if repo != "" {
		label := fmt.Sprintf("@%s//platforms:%s", repo, name)
		if v, ok := has("--platforms"); !ok || v != label {
			f.flags = append(f.flags, "--platforms="+label)
		}
	}
	if flag == "" || p == kind.VisionOS && c.olderThan(6, 4) {
		return
	}
	if v, ok := has(flag); !ok || v != cpu {
		f.flags = append(f.flags, flag+"="+cpu)
	}
}
