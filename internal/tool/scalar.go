package tool

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The scalars below are the only argument types beside string, bool, int,
// float64, and slices and maps of them. Each has one check and one format; the
// format picks the editor's picker and completion.

// MaxArgument is the longest string argument, in bytes.
const MaxArgument = 4096

// A checker is a scalar that can refuse a value that its JSON type allows.
type checker interface{ Check() error }

// A formatted scalar has a format name in its schema.
type formatted interface{ Format() string }

// An enum is a string type with a closed set of values.
type enum interface{ Enum() []string }

// Label is a Bazel label or target pattern: //pkg:name, :name, @repo//pkg:name,
// //pkg/....
type Label string

// Format implements formatted.
func (Label) Format() string { return "bazel-label" }

// Check refuses what is no label and what could be taken for a flag.
func (l Label) Check() error {
	s := string(l)
	if err := plain(s); err != nil || s == "" {
		return err
	}
	switch {
	case strings.HasPrefix(s, "-"):
		return errors.New("a label cannot start with '-'")
	case !strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "@") && !strings.HasPrefix(s, ":"):
		return errors.New("a label starts with //, @ or :, as in //App:App")
	case strings.ContainsAny(s, " `$;&|<>*?\\\"'") && !strings.HasSuffix(s, ":*"):
		return errors.New("a label holds letters, digits and any of !%-@^_#+=,.~/:()[]")
	}
	_, path, _ := strings.Cut(s, "//")
	if slices.ContainsFunc(strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == ':' }), func(p string) bool { return p == ".." || p == "." }) {
		return errors.New("a label cannot hold '.' or '..' as a path segment")
	}
	return nil
}

// QueryExpression is the text of a bazel query.
type QueryExpression string

// Format implements formatted.
func (QueryExpression) Format() string { return "bazel-query" }

// Check refuses what could be taken for a flag.
func (q QueryExpression) Check() error {
	if err := plain(string(q)); err != nil {
		return err
	}
	if strings.HasPrefix(strings.TrimSpace(string(q)), "-") {
		return errors.New("a query cannot start with '-'")
	}
	return nil
}

// Simulator is a simulator's UDID, or a word that names one.
type Simulator string

// Format implements formatted.
func (Simulator) Format() string { return "simulator" }

// Check implements checker.
func (s Simulator) Check() error { return word(string(s)) }

// Device is a physical device's UDID, CoreDevice identifier or name.
type Device string

// Format implements formatted.
func (Device) Format() string { return "device" }

// Check implements checker.
func (d Device) Check() error { return word(string(d)) }

// BundleID is an app's bundle identifier, com.example.App.
type BundleID string

// Format implements formatted.
func (BundleID) Format() string { return "bundle-id" }

// Check allows the characters Apple allows in CFBundleIdentifier.
func (b BundleID) Check() error {
	s := string(b)
	if s == "" {
		return nil
	}
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(".-_", r)) {
			return errors.New("a bundle identifier holds letters, digits, '.', '-' and '_'")
		}
	}
	if strings.HasPrefix(s, "-") || len(s) > 255 {
		return errors.New("a bundle identifier starts with a letter or digit and has at most 255 characters")
	}
	return nil
}

// File is a path of a file, absolute or relative to the workspace; ~ is the
// home folder.
type File string

// Format implements formatted.
func (File) Format() string { return "file" }

// Check implements checker.
func (f File) Check() error { return path(string(f)) }

// Folder is a path of a folder, as File.
type Folder string

// Format implements formatted.
func (Folder) Format() string { return "folder" }

// Check implements checker.
func (f Folder) Check() error { return path(string(f)) }

// Seconds is a duration. 0 means the tool's default.
type Seconds float64

// Format implements formatted.
func (Seconds) Format() string { return "seconds" }

// MaxSeconds is a week: more is a mistake.
const MaxSeconds = 7 * 24 * 3600

// Check implements checker.
func (s Seconds) Check() error {
	if s < 0 || s > MaxSeconds || math.IsNaN(float64(s)) {
		return fmt.Errorf("seconds lie between 0 and %d", MaxSeconds)
	}
	return nil
}

// Point is a coordinate in points of a screen.
type Point float64

// Format implements formatted.
func (Point) Format() string { return "point" }

// Check implements checker.
func (p Point) Check() error {
	if math.Abs(float64(p)) > 100_000 {
		return errors.New("a coordinate lies within 100,000 points")
	}
	return nil
}

// Word is a short text that ends up as one argument of a program, such as a
// name; it cannot be taken for a flag.
type Word string

// Check implements checker.
func (w Word) Check() error { return word(string(w)) }

// word refuses control characters and a leading dash.
func word(s string) error {
	if err := plain(s); err != nil {
		return err
	}
	if strings.HasPrefix(s, "-") {
		return errors.New("a value cannot start with '-', since a program would take it for a flag")
	}
	return nil
}

func path(s string) error {
	if err := word(s); err != nil {
		return err
	}
	if s != "" && strings.TrimSpace(s) == "" {
		return errors.New("a path cannot be blank")
	}
	if slices.Contains(strings.Split(filepath.ToSlash(s), "/"), "..") {
		return errors.New("a path cannot hold '..'; give it without")
	}
	return nil
}

// plain refuses control characters, broken UTF-8 and over-long text.
func plain(s string) error {
	switch {
	case len(s) > MaxArgument:
		return fmt.Errorf("at most %d bytes, got %d", MaxArgument, len(s))
	case !utf8.ValidString(s):
		return errors.New("text must be valid UTF-8")
	}
	if i := strings.IndexFunc(s, unicode.IsControl); i >= 0 {
		return fmt.Errorf("control character %U at byte %d", []rune(s[i:])[0], i)
	}
	return nil
}

// Resolve returns the path absolute: ~ is home, a relative path lies in root.
func (f File) Resolve(root, home string) string { return absolute(string(f), root, home) }

// Resolve returns the path absolute, as File.Resolve.
func (f Folder) Resolve(root, home string) string { return absolute(string(f), root, home) }

func absolute(p, root, home string) string {
	switch rest, inHome := strings.CutPrefix(p, "~/"); {
	case p == "~":
		return home
	case inHome:
		return filepath.Join(home, rest)
	case filepath.IsAbs(p):
		return filepath.Clean(p)
	}
	return filepath.Join(root, p)
}

// EnvName reports whether name can name an environment variable.
func EnvName(name string) bool {
	for i, r := range name {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return name != ""
}
