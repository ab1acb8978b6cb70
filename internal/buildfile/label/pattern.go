package label

import (
	"path"
	"strings"
)

// Scope says which targets a Pattern stands for.
type Scope int

const (
	// One target: "//a:b".
	One Scope = iota
	// Rules of one package: "//a:all".
	Rules
	// Targets of one package, files too: "//a:*" and "//a:all-targets".
	Targets
	// RulesBelow a folder: "//a/..." and "//a/...:all".
	RulesBelow
	// TargetsBelow a folder, files too: "//a/...:*".
	TargetsBelow
)

// Pattern is a target pattern as Bazel's command line takes it.
type Pattern struct {
	// Label holds the repository and package; its Name only for One.
	Label
	Scope Scope
	// Negative is true for "-//a/...", which takes targets away.
	Negative bool
}

// ParsePattern reads a target pattern. A pattern without "//" is relative to
// the package that a shell standing in folder dir (below the workspace, "" for
// its root) would mean: "App:Tests", ":Tests", "App/...", "...". A bare word
// such as "App" is taken for the package App's own target.
func ParsePattern(text, dir string) (Pattern, error) {
	var out Pattern
	body := text
	if strings.HasPrefix(text, "-") {
		body = text[1:]
		out.Negative = true
		if !strings.HasPrefix(body, "//") && !strings.HasPrefix(body, "@") && !strings.HasPrefix(body, ":") {
			return Pattern{}, &Error{text, "looks like a flag", "an exclusion is written -//package:name"}
		}
	}
	if err := checkText(body); err != nil {
		return Pattern{}, err
	}
	body, err := absolute(body, dir)
	if err != nil {
		return Pattern{}, err
	}
	if err := checkText(body); err != nil {
		return Pattern{}, err
	}
	before, name, explicit := cutTarget(body)
	folder, below := cutDots(before)
	switch {
	case below && (!explicit || name == "all"):
		out.Scope = RulesBelow
	case below && (name == "*" || name == "all-targets"):
		out.Scope = TargetsBelow
	case below:
		return Pattern{}, &Error{text, "has a target name after '...'", "only :all and :* may follow"}
	case explicit && name == "all":
		out.Scope = Rules
	case explicit && (name == "*" || name == "all-targets"):
		out.Scope = Targets
	}
	if out.Scope == One {
		out.Label, err = parseAbsolute(body, Label{})
		return out, err
	}
	// A stand-in name makes the package pass through the same checks.
	out.Label, err = parseAbsolute(folder+":all", Label{})
	out.Label.Name = ""
	if err != nil {
		return Pattern{}, err
	}
	return out, nil
}

// absolute writes a pattern that is relative to folder dir with "//".
func absolute(body, dir string) (string, error) {
	if strings.HasPrefix(body, "//") || strings.HasPrefix(body, "@") {
		return body, nil
	}
	pkg, name, explicit := strings.Cut(body, ":")
	for segment := range strings.SplitSeq(pkg, "/") {
		if segment == ".." || segment == "." {
			return "", &Error{body, "has the segment \"" + segment + "\"", "labels never climb out of a folder"}
		}
	}
	if strings.HasPrefix(pkg, "/") {
		return "", &Error{body, "is a file path, not a label", "write //folder:name below the workspace"}
	}
	pkg = strings.Trim(path.Join(dir, strings.TrimSuffix(pkg, "/")), "/")
	if explicit {
		return "//" + pkg + ":" + name, nil
	}
	return "//" + pkg, nil
}

// cutTarget splits at the colon that ends the package.
func cutTarget(body string) (pkg, name string, explicit bool) {
	start := max(strings.Index(body, "//"), 0)
	i := strings.IndexByte(body[start:], ':')
	if i < 0 {
		return body, "", false
	}
	return body[:start+i], body[start+i+1:], true
}

// cutDots takes "/..." off a package.
func cutDots(pkg string) (folder string, below bool) {
	if folder, ok := strings.CutSuffix(pkg, "//..."); ok {
		return folder + "//", true
	}
	if folder, ok := strings.CutSuffix(pkg, "/..."); ok {
		return folder, true
	}
	return pkg, false
}

// String is the pattern in Bazel's full form.
func (p Pattern) String() string {
	sign := ""
	if p.Negative {
		sign = "-"
	}
	below := p.PackageLabel()
	if p.Package != "" {
		below += "/"
	}
	switch p.Scope {
	case Rules:
		return sign + p.PackageLabel() + ":all"
	case Targets:
		return sign + p.PackageLabel() + ":*"
	case RulesBelow:
		return sign + below + "..."
	case TargetsBelow:
		return sign + below + "...:*"
	}
	if p.Name == "all" || p.Name == "*" || p.Name == "all-targets" {
		// "//all" is the target all of the package all, "//all:all" is not.
		return sign + p.Short()
	}
	return sign + p.Label.String()
}

// Covers reports whether l is among the targets the pattern names, its sign
// left aside.
func (p Pattern) Covers(l Label) bool {
	if p.Repo != l.Repo {
		return false
	}
	switch p.Scope {
	case One:
		return p.Package == l.Package && p.Name == l.Name
	case Rules, Targets:
		return p.Package == l.Package
	}
	return p.Package == "" || p.Package == l.Package || strings.HasPrefix(l.Package, p.Package+"/")
}
