package simctl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Choice says which simulator is meant. An empty one means: the booted one,
// else the newest iPhone.
type Choice struct {
	// ID is a UDID, or "booted".
	ID string
	// Name is a device name, without regard to case and curly quotes; ", latest"
	// or ", 18.4" after it picks the runtime: "iPhone 17, latest".
	Name string
	// Version is an OS version, "18.4".
	Version string
	// Platform limits the choice: iOS, tvOS, watchOS, visionOS. "" means iOS
	// where nothing is named.
	Platform string
	// Avoid are UDIDs that are passed over where no simulator is named.
	Avoid []string
}

// testPrefix begins the names of the simulators that rules_apple's test runner
// makes for itself: they belong to a test and are never chosen unasked.
const testPrefix = "BAZEL_TEST_"

// OfTests reports whether a test runner made the simulator for itself.
func (s Simulator) OfTests() bool { return strings.HasPrefix(s.Name, testPrefix) }

// What Resolve refuses with.
var (
	ErrNotFound  = errors.New("no such simulator")
	ErrAmbiguous = errors.New("several simulators match")
	ErrNone      = errors.New("no simulators are available")
)

// Resolve finds the simulator that c means. warning tells of a choice that the
// caller did not make; it is never left unsaid.
func (c *Client) Resolve(ctx context.Context, choice Choice) (sim Simulator, warning string, err error) {
	sims, noise, err := c.List(ctx)
	if err != nil {
		return Simulator{}, "", err
	}
	sim, warning, err = Pick(sims, choice)
	if noise != "" && err == nil {
		first, _, _ := strings.Cut(noise, "\n")
		warning = strings.TrimSpace(warning + " simctl also said: " + first)
	}
	return sim, warning, err
}

// Pick is Resolve over a known list, in simctl's order.
func Pick(sims []Simulator, c Choice) (Simulator, string, error) {
	if len(sims) == 0 {
		return Simulator{}, "", fmt.Errorf("%w: install a simulator runtime in Xcode > Settings > Components", ErrNone)
	}
	id := c.ID
	switch {
	case strings.EqualFold(id, "booted"):
		c.ID = ""
		if c.Name == "" {
			return pickBooted(sims, c, false)
		}
	case id != "":
		for _, s := range sims {
			if strings.EqualFold(s.UDID, id) {
				return s, "", nil
			}
		}
		return Simulator{}, "", fmt.Errorf("%w: %s; bazel_ios_list_simulators lists those there are", ErrNotFound, id)
	}
	if c.Name != "" {
		return pickName(sims, c)
	}
	return pickBooted(sims, c, true)
}

func pickName(sims []Simulator, c Choice) (Simulator, string, error) {
	name, version, _ := strings.Cut(c.Name, ",")
	version = strings.TrimSpace(version)
	latest := strings.EqualFold(version, "latest")
	if latest || version == "" {
		version = c.Version
	}
	var match []Simulator
	for _, s := range NewestFirst(sims) {
		if fold(s.Name) == fold(name) && (version == "" || s.OSVersion == version) && (c.Platform == "" || s.Platform == c.Platform) {
			match = append(match, s)
		}
	}
	booted := slices.DeleteFunc(slices.Clone(match), func(s Simulator) bool { return s.State != Booted })
	switch {
	case len(match) == 0:
		wanted := c.Name
		if version != "" {
			wanted = name + " with " + version
		}
		return Simulator{}, "", fmt.Errorf("%w: %s; there are %s", ErrNotFound, wanted, names(sims))
	case len(match) == 1 || latest:
		return match[0], "", nil
	case len(booted) == 1:
		return booted[0], fmt.Sprintf("several simulators are called %s; the booted one is used: %s, %s.", name, booted[0], booted[0].UDID), nil
	}
	var candidates []string
	for _, s := range match {
		candidates = append(candidates, fmt.Sprintf("%s %s %s", s, s.UDID, s.State))
	}
	return Simulator{}, "", fmt.Errorf("%w %q: %s; pass the UDID, or %q", ErrAmbiguous, name, strings.Join(candidates, "; "), name+", latest")
}

// pickBooted takes the booted simulator, else the newest iPhone.
func pickBooted(sims []Simulator, c Choice, fallback bool) (Simulator, string, error) {
	platform := c.Platform
	if platform == "" {
		platform = "iOS"
	}
	fits := func(s Simulator) bool {
		return s.Platform == platform && (c.Version == "" || s.OSVersion == c.Version) && !s.OfTests() && !slices.Contains(c.Avoid, strings.ToUpper(s.UDID))
	}
	var booted []Simulator
	for _, s := range sims {
		if s.State == Booted && fits(s) {
			booted = append(booted, s)
		}
	}
	switch {
	case len(booted) == 1:
		return booted[0], "", nil
	case len(booted) > 1:
		var others []string
		for _, s := range booted[1:] {
			others = append(others, s.String()+" "+s.UDID)
		}
		return booted[0], fmt.Sprintf("several simulators are booted; %s is used. The others: %s.", booted[0], strings.Join(others, ", ")), nil
	case !fallback:
		return Simulator{}, "", fmt.Errorf("%w: none is booted; boot one with bazel_ios_boot_simulator", ErrNotFound)
	}
	for _, want := range []string{"iPhone", ""} {
		for _, s := range NewestFirst(sims) {
			if fits(s) && strings.HasPrefix(s.Name, want) {
				return s, fmt.Sprintf("no simulator was named and none is booted; %s is used.", s), nil
			}
		}
	}
	return Simulator{}, "", fmt.Errorf("%w for %s %s; there are %s", ErrNone, platform, c.Version, names(sims))
}

// fold makes names comparable: case, straight and curly quotes, outer blanks.
func fold(name string) string {
	return strings.ToLower(strings.TrimSpace(strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "\u00a0", " ").Replace(name)))
}

// names lists the first few simulators, for an error.
func names(sims []Simulator) string {
	const most = 8
	var out []string
	for _, s := range sims[:min(len(sims), most)] {
		out = append(out, s.String())
	}
	if len(sims) > most {
		out = append(out, fmt.Sprintf("and %d more", len(sims)-most))
	}
	return strings.Join(out, ", ")
}
