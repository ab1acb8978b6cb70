package bazel

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bazelapple/internal/bazel/rc"
	"bazelapple/internal/config"
)

// credentials leaves configs out that need a credential which is absent, and
// turns the remote profiles of the settings into flags.
type credentials struct {
	remotes  map[string]config.Remote
	file     *rc.File
	getenv   func(string) string
	warnings []string
}

// bitriseToken is the credential of the two configs that XcodeBazelMCP knew.
const bitriseToken = "BITRISE_BUILD_CACHE_AUTH_TOKEN"

func (c *Client) credentials(file *rc.File) *credentials {
	remotes := map[string]config.Remote{"bitrise": {NeedsEnv: bitriseToken}, "remote_linux": {NeedsEnv: bitriseToken}}
	maps.Copy(remotes, c.Settings().Remote)
	return &credentials{remotes: remotes, file: file, getenv: c.Getenv}
}

// missing reports whether a config's credential is absent, and notes it.
func (c *credentials) missing(name string) bool {
	needs := c.remotes[name].NeedsEnv
	if needs == "" || c.getenv(needs) != "" {
		return false
	}
	w := fmt.Sprintf("config %s was left out: %s is not set", name, needs)
	if !slices.Contains(c.warnings, w) {
		c.warnings = append(c.warnings, w)
	}
	return true
}

// configs returns the names for --config, and the flags of those that only the
// settings define.
func (c *credentials) configs(verb string, names []string) (kept, flags []string) {
	for _, name := range names {
		profile := c.remotes[name]
		switch {
		case c.missing(name):
		case len(profileFlags(profile)) > 0 && !c.file.Defines(verb, name):
			flags = append(flags, profileFlags(profile)...)
		default:
			kept = append(kept, name)
		}
	}
	return kept, flags
}

// flags drops --config=X and --config X of configs whose credential is absent.
func (c *credentials) flags(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		name, is := strings.CutPrefix(args[i], "--config=")
		width := 1
		if args[i] == "--config" && i+1 < len(args) {
			name, is, width = args[i+1], true, 2
		}
		if !is || !c.missing(name) {
			out = append(out, args[i:i+width]...)
		}
		i += width - 1
	}
	return out
}

func profileFlags(r config.Remote) []string {
	var out []string
	for _, f := range []struct{ name, value string }{
		{"--remote_cache", r.Cache}, {"--remote_executor", r.Executor}, {"--bes_backend", r.BES}, {"--credential_helper", r.HeadersFrom},
	} {
		if f.value != "" {
			out = append(out, f.name+"="+f.value)
		}
	}
	return out
}
