// Package platform holds the decisions that depend on the machine: which host
// the product believes to run on, and where its own files live.
package platform

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A Host is the machine as our decisions see it. BAZEL_APPLE_HOST makes them as
// another host would, so that flags and refusals can be tested anywhere; the
// programs stay those on PATH.
type Host struct {
	OS   string // as in GOOS
	Arch string // as in GOARCH
	// Simulated says that Apple's programs are stand-ins. Every answer that
	// rests on them says so.
	Simulated bool
}

// ErrHost is returned for a BAZEL_APPLE_HOST that is not OS/ARCH.
var ErrHost = errors.New(`BAZEL_APPLE_HOST must be OS/ARCH, such as "darwin/arm64"`)

// New returns the host that getenv describes. BAZEL_APPLE_SIMULATED=1 implies an
// Apple-silicon Mac unless BAZEL_APPLE_HOST names another.
func New(getenv func(string) string) (Host, error) {
	h := Host{OS: runtime.GOOS, Arch: runtime.GOARCH, Simulated: getenv("BAZEL_APPLE_SIMULATED") == "1"}
	if h.Simulated {
		h.OS, h.Arch = "darwin", "arm64"
	}
	if v := getenv("BAZEL_APPLE_HOST"); v != "" {
		system, arch, ok := strings.Cut(v, "/")
		if !ok || system == "" || arch == "" {
			return h, fmt.Errorf("%w, got %q", ErrHost, v)
		}
		h.OS, h.Arch = system, arch
	}
	return h, nil
}

// Mac reports whether Apple's programs are to be expected.
func (h Host) Mac() bool { return h.OS == "darwin" }

// SimulatorCPU is the simulator's CPU name in --ios_multi_cpus and its kin.
func (h Host) SimulatorCPU() string {
	if h.Arch == "arm64" {
		return "sim_arm64"
	}
	return "x86_64"
}

// Folders are where our own files live. None is made before it is written to.
type Folders struct {
	Home  string
	Cache string // may be deleted at any time
	State string // command log, remembered defaults, runs
	Run   string // sockets and registrations; see DESIGN "State and hosts"
}

// NewFolders follows the XDG base directories, on macOS too when they are set.
func NewFolders(getenv func(string) string, home string) Folders {
	pick := func(xdg, mac, other string) string {
		if v := getenv(xdg); filepath.IsAbs(v) {
			return filepath.Join(v, "bazel-apple")
		}
		if runtime.GOOS == "darwin" {
			return filepath.Join(home, mac, "bazel-apple")
		}
		return filepath.Join(home, other, "bazel-apple")
	}
	f := Folders{
		Home:  home,
		Cache: pick("XDG_CACHE_HOME", "Library/Caches", ".cache"),
		State: pick("XDG_STATE_HOME", "Library/Application Support", ".local/state"),
	}
	if v := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(v) {
		f.Run = filepath.Join(v, "bazel-apple")
	} else {
		// Not TMPDIR: on macOS it alone takes half of the 104 bytes of a socket path.
		f.Run = fmt.Sprintf("/tmp/bazel-apple-%d", os.Getuid())
	}
	return f
}
