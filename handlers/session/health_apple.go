package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bazelapple/internal/signing"
)

// Counter is how the report asks the simulator and device clients.
type Counter func(ctx context.Context) (summary string, err error)

func (h *handlers) checkSimulators(ctx context.Context) Check {
	c := Check{Name: "Simulators", Needed: true, Fix: "Xcode > Settings > Components installs simulator runtimes."}
	summary, err := h.Simulators(ctx)
	if err != nil {
		c.Detail = reason(err)
		return c
	}
	c.OK, c.Detail = true, summary
	return c
}

func (h *handlers) checkDevices(ctx context.Context) Check {
	c := Check{Name: "Devices", Fix: "Connect a device, unlock it and trust this Mac."}
	summary, err := h.Devices(ctx)
	if err != nil {
		c.Detail = reason(err)
		return c
	}
	c.OK, c.Detail = true, summary
	return c
}

// checkSigning lists the identities with team and expiry.
func (h *handlers) checkSigning(ctx context.Context) Check {
	c := Check{Name: "Signing identities", Fix: "Needed for devices only: add an account in Xcode > Settings > Accounts."}
	found, err := signing.Identities(ctx, h.Apple)
	if err != nil {
		c.Detail = reason(err)
		return c
	}
	lines := []string{fmt.Sprintf("%d valid", len(found))}
	for _, i := range found {
		lines = append(lines, signed(i.Name, i.Team, i.Expires))
	}
	c.OK, c.Detail = len(found) > 0, strings.Join(lines, "; ")
	return c
}

// checkProfiles lists the provisioning profiles with team and expiry; those that
// have expired are counted.
func (h *handlers) checkProfiles(context.Context) Check {
	c := Check{Name: "Provisioning profiles", Fix: "Needed for devices only: Xcode > Settings > Accounts > Download Manual Profiles."}
	found := signing.Profiles(h.Home)
	expired := 0
	var lines []string
	for _, p := range found {
		if p.Expires.Before(time.Now()) {
			expired++
		}
		lines = append(lines, signed(p.Name+" ("+p.AppID+")", p.Team, p.Expires))
	}
	c.OK = len(found) > expired
	c.Detail = strings.Join(append([]string{fmt.Sprintf("%d, %d of them expired", len(found), expired)}, lines[:min(len(lines), mostListed)]...), "; ")
	return c
}

// mostListed bounds the profiles that the report names.
const mostListed = 10

func signed(name, team string, expires time.Time) string {
	if team != "" {
		name += ", team " + team
	}
	switch {
	case expires.IsZero():
	case expires.Before(time.Now()):
		name += ", expired " + expires.Format(time.DateOnly)
	default:
		name += ", expires " + expires.Format(time.DateOnly)
	}
	return name
}

// checkBazelXcode compares the selected Xcode with the ones that Bazel found
// when it looked last, which stand in its repository local_config_xcode as
// versions with the build at the end (rules of Bazel's tools/osx). Bazel goes
// on with those after another Xcode was selected.
func (h *handlers) checkBazelXcode(version string, err error) Check {
	c := Check{Name: "Bazel's Xcode", Fix: "Have Bazel look for Xcode again: bazel fetch --configure --force, or with older Bazel: bazel sync --configure."}
	if err != nil {
		c.Detail = reason(err)
		return c
	}
	_, build, _ := strings.Cut(version, "Build version ")
	names, _ := filepath.Glob(filepath.Join(h.OutputBase(), "external", "*local_config_xcode", "BUILD"))
	if h.OutputBase() == "" || len(names) == 0 || build == "" {
		c.OK, c.Detail = true, "Bazel has not looked for Xcode yet"
		return c
	}
	known, err := os.ReadFile(names[0])
	switch {
	case err != nil:
		c.Detail = reason(err)
	case strings.Contains(string(known), "."+build):
		c.OK, c.Detail = true, "the selected one"
	default:
		c.Detail = "Bazel does not know the selected Xcode (build " + build + "): it found others when it looked last"
	}
	return c
}
