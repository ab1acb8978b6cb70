package fakeapple

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// manifest is what the stand-in understands of a Package.swift.
type manifest struct {
	root, name, tools string
	targets           []swiftTarget
	products          []swiftTarget // kind is library or executable
	packages          []swiftDependency
}

type swiftTarget struct {
	name, kind, path string
	uses             []string
}

type swiftDependency struct{ url, path, from string }

func (m *manifest) target(name string) *swiftTarget {
	for i := range m.targets {
		if m.targets[i].name == name {
			return &m.targets[i]
		}
	}
	return nil
}

func (m *manifest) relative(t swiftTarget) string {
	if t.path != "" {
		return t.path
	}
	return filepath.Join(map[bool]string{true: "Tests", false: "Sources"}[t.kind == "test"], t.name)
}

// folder is where the target's sources lie; one target may own Sources itself.
func (m *manifest) folder(target swiftTarget) string {
	dir := filepath.Join(m.root, m.relative(target))
	if !exists(dir) && target.kind != "test" {
		return filepath.Join(m.root, "Sources")
	}
	return dir
}

var (
	toolsLine   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`swift-tools-version:\s*([0-9.]+)`) })
	nameArg     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`name:\s*"([^"]*)"`) })
	targetCall  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.(target|executableTarget|testTarget)\(`) })
	productCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.(library|executable)\(`) })
	packageCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.package\(`) })
	quoted      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"([^"]*)"`) })
)

// manifest reads the Package.swift of the folder or of one above it.
func (c *call) manifest() (*manifest, error) {
	root := c.Dir
	for !exists(filepath.Join(root, "Package.swift")) {
		up := filepath.Dir(root)
		if up == root {
			return nil, refuse(1, "error: Could not find Package.swift in this directory or any of its parent directories.")
		}
		root = up
	}
	data, err := os.ReadFile(filepath.Join(root, "Package.swift"))
	if err != nil {
		return nil, refuse(1, "error: %v", err)
	}
	text := string(data)
	if strings.Count(text, "(") != strings.Count(text, ")") || !strings.Contains(text, "Package(") {
		lines := strings.Count(text, "\n") + 1
		return nil, refuse(1, "error: '%s': Invalid manifest (compiled with: [\"swiftc\"])\n%s/Package.swift:%d:1: error: expected ')' in expression list", filepath.Base(root), root, lines)
	}
	m := &manifest{root: root, tools: "6.2.0"}
	if found := toolsLine().FindStringSubmatch(text); found != nil {
		m.tools = found[1]
	}
	if strings.Count(m.tools, ".") == 1 {
		m.tools += ".0"
	}
	if found := nameArg().FindStringSubmatch(text); found != nil {
		m.name = found[1]
	}
	for _, at := range targetCall().FindAllStringSubmatchIndex(text, -1) {
		body := balanced(text[at[1]:])
		t := swiftTarget{kind: map[string]string{"target": "regular", "executableTarget": "executable", "testTarget": "test"}[text[at[2]:at[3]]], path: argument(body, "path")}
		if found := nameArg().FindStringSubmatch(body); found != nil {
			t.name = found[1]
		}
		if _, list, ok := strings.Cut(body, "dependencies:"); ok {
			list, _, _ = strings.Cut(list, "]")
			for _, word := range quoted().FindAllStringSubmatch(list, -1) {
				t.uses = append(t.uses, word[1])
			}
		}
		if t.name != "" {
			m.targets = append(m.targets, t)
		}
	}
	for _, at := range productCall().FindAllStringSubmatchIndex(text, -1) {
		body := balanced(text[at[1]:])
		p := swiftTarget{kind: text[at[2]:at[3]], name: argument(body, "name")}
		if _, list, ok := strings.Cut(body, "targets:"); ok {
			for _, word := range quoted().FindAllStringSubmatch(list, -1) {
				p.uses = append(p.uses, word[1])
			}
		}
		m.products = append(m.products, p)
	}
	for _, at := range packageCall().FindAllStringIndex(text, -1) {
		body := balanced(text[at[1]:])
		m.packages = append(m.packages, swiftDependency{argument(body, "url"), argument(body, "path"), argument(body, "from")})
	}
	return m, nil
}

// balanced is the text up to the parenthesis that closes the one before it.
func balanced(text string) string {
	depth := 1
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return text[:i]
		}
	}
	return text
}

func argument(body, label string) string {
	_, after, ok := strings.Cut(body, label+":")
	if !ok {
		return ""
	}
	if found := quoted().FindStringSubmatch(after); found != nil {
		return found[1]
	}
	return ""
}

// dump has the form of captures/swiftpm/dump-package_Lottie-ios.json.
func (m *manifest) dump() map[string]any {
	dependencies, products, targets := []any{}, []any{}, []any{}
	for _, d := range m.packages {
		if d.path != "" {
			dependencies = append(dependencies, map[string]any{"fileSystem": []any{map[string]any{"identity": strings.ToLower(filepath.Base(d.path)), "path": filepath.Join(m.root, d.path), "productFilter": nil}}})
			continue
		}
		dependencies = append(dependencies, map[string]any{"sourceControl": []any{map[string]any{
			"identity": d.identity(), "location": map[string]any{"remote": []any{map[string]any{"urlString": d.url}}}, "productFilter": nil,
			"requirement": map[string]any{"range": []any{map[string]any{"lowerBound": d.from, "upperBound": nextMajor(d.from)}}},
		}}})
	}
	for _, p := range m.products {
		kind := map[string]any{"executable": nil}
		if p.kind == "library" {
			kind = map[string]any{"library": []any{"automatic"}}
		}
		products = append(products, map[string]any{"name": p.name, "settings": []any{}, "targets": stringsAny(p.uses), "type": kind})
	}
	for _, t := range m.targets {
		uses := []any{}
		for _, name := range t.uses {
			uses = append(uses, map[string]any{"byName": []any{name, nil}})
		}
		target := map[string]any{"dependencies": uses, "exclude": []any{}, "name": t.name, "packageAccess": true, "resources": []any{}, "settings": []any{}, "type": t.kind}
		if t.path != "" {
			target["path"] = t.path
		}
		targets = append(targets, target)
	}
	return map[string]any{
		"cLanguageStandard": nil, "cxxLanguageStandard": nil, "dependencies": dependencies, "name": m.name, "packageKind": map[string]any{"root": []any{m.root}},
		"pkgConfig": nil, "platforms": []any{}, "products": products, "providers": nil, "swiftLanguageVersions": nil, "targets": targets,
		"toolsVersion": map[string]any{"_version": m.tools}, "traits": []any{},
	}
}

func (d swiftDependency) identity() string {
	return strings.ToLower(strings.TrimSuffix(filepath.Base(first(d.url, d.path)), ".git"))
}

func nextMajor(v string) string {
	n := 0
	for _, r := range v {
		if r < '0' || r > '9' {
			break
		}
		n = n*10 + int(r-'0')
	}
	return strings.Join([]string{strconv.Itoa(n + 1), "0", "0"}, ".")
}
