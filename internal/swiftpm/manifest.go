package swiftpm

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

// A Manifest is what `swift package dump-package` tells of a package.
type Manifest struct {
	Name         string       `json:"name"`
	ToolsVersion string       `json:"toolsVersion,omitempty"`
	Platforms    []string     `json:"platforms,omitempty"` // "macos 13.0"
	Products     []Product    `json:"products,omitempty"`
	Targets      []Target     `json:"targets,omitempty"`
	Dependencies []Dependency `json:"dependencies,omitempty"`
}

// A Product is a library, executable or plugin.
type Product struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Targets []string `json:"targets,omitempty"`
}

// A Target is regular, executable, test, macro, plugin, system or binary.
type Target struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// A Dependency is another package. Version is the requirement in a few words.
type Dependency struct {
	Name     string `json:"name"`
	Location string `json:"location,omitempty"`
	Version  string `json:"version,omitempty"`
}

// Executables are the names that `swift run` can start.
func (m *Manifest) Executables() []string {
	var out []string
	for _, p := range m.Products {
		if p.Type == "executable" {
			out = append(out, p.Name)
		}
	}
	for _, t := range m.Targets { // one without a product of its own gets one
		if t.Type == "executable" && !slices.Contains(out, t.Name) && !m.covered(t.Name) {
			out = append(out, t.Name)
		}
	}
	return out
}

func (m *Manifest) covered(target string) bool {
	return slices.ContainsFunc(m.Products, func(p Product) bool { return p.Type == "executable" && slices.Contains(p.Targets, target) })
}

// ParseManifest reads the JSON of dump-package of Swift 5.2 and later. Lines
// before the first brace, which the package manager's progress may leave, are
// skipped.
func ParseManifest(text []byte) (*Manifest, error) {
	if i := bytes.IndexByte(text, '{'); i > 0 {
		text = text[i:]
	}
	var raw struct {
		Name         string
		ToolsVersion struct {
			Version string `json:"_version"`
		}
		Platforms []struct{ PlatformName, Version string }
		Products  []struct {
			Name    string
			Targets []string
			Type    map[string]json.RawMessage
		}
		Targets      []Target
		Dependencies []map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, tool.Errorf(tool.Command, "swift package dump-package in the package's folder shows what it is.", "the package's description cannot be read (%d bytes): %w", len(text), err)
	}
	m := &Manifest{Name: raw.Name, ToolsVersion: raw.ToolsVersion.Version, Targets: raw.Targets}
	for _, p := range raw.Platforms {
		m.Platforms = append(m.Platforms, p.PlatformName+" "+p.Version)
	}
	for _, p := range raw.Products {
		kind := ""
		for name := range maps.Keys(p.Type) {
			kind = name
		}
		m.Products = append(m.Products, Product{Name: p.Name, Type: kind, Targets: p.Targets})
	}
	for _, d := range raw.Dependencies {
		m.Dependencies = append(m.Dependencies, dependency(d)...)
	}
	return m, nil
}

// source is a dependency's own description, in the forms of all versions:
// sourceControl, fileSystem and registry since 5.6, flat before.
type source struct {
	Identity, NameForTargetDependencyResolutionOnly string
	Name, URL, Path                                 string
	Location                                        map[string]json.RawMessage
	Requirement                                     json.RawMessage
}

func dependency(raw map[string]json.RawMessage) []Dependency {
	var out []Dependency
	for _, kind := range []string{"sourceControl", "fileSystem", "registry", "scm", "local"} {
		var list []source
		if json.Unmarshal(raw[kind], &list) == nil {
			for _, s := range list {
				out = append(out, s.dependency())
			}
		}
	}
	if out == nil {
		var s source
		whole, err := json.Marshal(raw)
		if err == nil && json.Unmarshal(whole, &s) == nil {
			out = append(out, s.dependency())
		}
	}
	return out
}

func (s source) dependency() Dependency {
	d := Dependency{Name: s.Identity, Location: s.URL + s.Path}
	if d.Name == "" {
		d.Name = s.Name
	}
	for _, place := range s.Location {
		var plain []string
		var wrapped []struct{ URLString string }
		if json.Unmarshal(place, &plain) == nil && len(plain) > 0 {
			d.Location = plain[0]
		} else if json.Unmarshal(place, &wrapped) == nil && len(wrapped) > 0 {
			d.Location = wrapped[0].URLString
		}
	}
	d.Version = requirement(s.Requirement)
	return d
}

// requirement writes {"range":[{"lowerBound":"1.0.0","upperBound":"2.0.0"}]} as
// "1.0.0 ..< 2.0.0", {"branch":["main"]} as "branch main".
func requirement(raw json.RawMessage) string {
	var words map[string][]string
	if json.Unmarshal(raw, &words) == nil {
		for kind, values := range words {
			if len(values) > 0 {
				return kind + " " + values[0]
			}
		}
	}
	var ranges struct {
		Range []struct{ LowerBound, UpperBound string }
	}
	if json.Unmarshal(raw, &ranges) == nil && len(ranges.Range) > 0 {
		return ranges.Range[0].LowerBound + " ..< " + ranges.Range[0].UpperBound
	}
	return ""
}

// Manifest asks a package for its description; it is no run of its own.
func (c *Client) Manifest(ctx context.Context, folder string) (*Manifest, error) {
	out, err := c.Runner.Run(ctx, run.Command{Args: []string{"swift", "package", "dump-package"}, Dir: folder, Keep: keep})
	if err != nil {
		return nil, err
	}
	return ParseManifest(out.Stdout)
}
