// Package label reads and writes Bazel's names of targets: labels such as
// //App:AppTests or @rules//apple:ios.bzl, and target patterns such as
// //App/... or -//App:all.
//
// Text comes from editors, agents and shells and may be hostile: whatever Parse
// and ParsePattern accept is safe as one element of an argument vector and never
// leaves the workspace folder. The legal characters are those of Bazel's
// "Labels" page (bazel.build/concepts/labels) as Bazel 4.2 to 9 enforce them.
package label

import (
	"path"
	"strings"
)

// Label names one target. The zero value is no label.
type Label struct {
	// Repo is the repository's name without "@", "" for the main repository.
	Repo string
	// Canonical is true for "@@repo//…" forms.
	Canonical bool
	// Package is the slash-separated folder below the repository's root, ""
	// for the root package.
	Package string
	// Name is the target's name inside the package; it may hold slashes.
	Name string
}

// Parse reads an absolute label: "//pkg:name", "//pkg", "@repo//pkg:name",
// "@@repo//pkg:name" or "@repo" (which is "@repo//:repo"). Patterns are refused.
// The error is an *Error.
func Parse(text string) (Label, error) {
	if err := checkText(text); err != nil {
		return Label{}, err
	}
	if !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "@") {
		return Label{}, &Error{text, "is not an absolute label", "write it as //package:name"}
	}
	return parseAbsolute(text, Label{})
}

// ParseRelative reads a label as it stands in a BUILD file of the package that
// base lies in: ":name" and "name" are targets of that package, "//pkg" is a
// package of base's repository, everything else is as in Parse.
func ParseRelative(text string, base Label) (Label, error) {
	if err := checkText(text); err != nil {
		return Label{}, err
	}
	if strings.HasPrefix(text, "//") || strings.HasPrefix(text, "@") {
		return parseAbsolute(text, base)
	}
	name := strings.TrimPrefix(text, ":")
	if err := checkName(text, name); err != nil {
		return Label{}, err
	}
	return Label{Repo: base.Repo, Canonical: base.Canonical, Package: base.Package, Name: name}, nil
}

// parseAbsolute reads a label that begins with "//" or "@".
func parseAbsolute(text string, base Label) (Label, error) {
	out := Label{Repo: base.Repo, Canonical: base.Canonical}
	rest := text
	if strings.HasPrefix(text, "@") {
		out.Canonical = strings.HasPrefix(text, "@@")
		rest = strings.TrimPrefix(strings.TrimPrefix(text, "@"), "@")
		repo, after, found := strings.Cut(rest, "//")
		if err := checkRepo(text, repo); err != nil {
			return Label{}, err
		}
		out.Repo = repo
		if repo == "" {
			out.Canonical = false
		}
		if !found {
			if repo == "" {
				return Label{}, &Error{text, "names no target", "write it as @repository//package:name"}
			}
			out.Name = repo
			return out, nil
		}
		rest = "//" + after
	}
	pkg, name, explicit := strings.Cut(rest[2:], ":")
	if err := checkPackage(text, pkg); err != nil {
		return Label{}, err
	}
	if !explicit {
		if pkg == "" {
			return Label{}, &Error{text, "names no target", "add one, as in //:name"}
		}
		name = path.Base(pkg)
	}
	if err := checkName(text, name); err != nil {
		return Label{}, err
	}
	out.Package, out.Name = pkg, name
	return out, nil
}

// IsZero reports whether l is no label at all.
func (l Label) IsZero() bool { return l == Label{} }

// External reports whether l lies outside the main repository.
func (l Label) External() bool { return l.Repo != "" }

// String is the full form: "//a/b:b", "@repo//a:x".
func (l Label) String() string {
	return l.PackageLabel() + ":" + l.Name
}

// Short is the form Bazel's style prefers: "//a/b" for "//a/b:b", "@repo" for
// "@repo//:repo", otherwise String.
func (l Label) Short() string {
	switch {
	case l.Package == "" && l.Repo != "" && l.Name == l.Repo:
		return l.repoPrefix()
	case l.Package != "" && path.Base(l.Package) == l.Name:
		return l.PackageLabel()
	}
	return l.String()
}

// In is l as one writes it in a BUILD file of package pkg of the same
// repository: ":x" for a target of that package, else Short.
func (l Label) In(pkg string) string {
	if l.Repo == "" && l.Package == pkg {
		return ":" + l.Name
	}
	return l.Short()
}

// PackageLabel is the part before the colon: "//a/b", "@repo//a".
func (l Label) PackageLabel() string {
	return l.repoPrefix() + "//" + l.Package
}

// File is the slash-separated path below the repository's root that l has when
// it names a source file.
func (l Label) File() string {
	if l.Package == "" {
		return l.Name
	}
	return l.Package + "/" + l.Name
}

func (l Label) repoPrefix() string {
	switch {
	case l.Repo == "":
		return ""
	case l.Canonical:
		return "@@" + l.Repo
	}
	return "@" + l.Repo
}

// ASCII reports whether the package's name is pure ASCII. Bazel 4 refuses any
// other package ("Modules/Überraschung"), later ones accept it.
func (l Label) ASCII() bool { return isASCII(l.Package) }
