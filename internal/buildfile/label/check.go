package label

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxLength is the longest text taken for a label or pattern, in bytes; no
// file system this runs on has longer paths.
const MaxLength = 2048

// Error says why a text is no label and what would be one.
type Error struct {
	Text   string // as given
	Reason string // continues "label … "
	Hint   string // "" when there is nothing to add
}

func (e *Error) Error() string {
	shown := e.Text
	if len(shown) > 80 {
		cut := 80
		for cut > 0 && !utf8.RuneStart(shown[cut]) {
			cut--
		}
		shown = shown[:cut] + "…"
	}
	text := fmt.Sprintf("label %q %s", shown, e.Reason)
	if e.Hint != "" {
		text += ": " + e.Hint
	}
	return text
}

// punctuation that Bazel allows beside letters and digits.
const (
	packagePunctuation = " !\"#$%&'()*+,-./;<=>?@[]^_`{|}~"
	namePunctuation    = " !%-@^_\"#$&'()*+,;<=>?[]{|}~/."
	repoPunctuation    = "_-.+~"
)

// checkText refuses what is no label whatever its form.
func checkText(text string) error {
	switch {
	case text == "":
		return &Error{text, "is empty", ""}
	case len(text) > MaxLength:
		return &Error{text, fmt.Sprintf("is %d bytes long, the limit is %d", len(text), MaxLength), ""}
	case !utf8.ValidString(text):
		return &Error{text, "is not valid UTF-8", ""}
	case strings.HasPrefix(text, "-"):
		return &Error{text, "begins with '-' and would be read as a flag or an exclusion", ""}
	case strings.TrimSpace(text) != text:
		return &Error{text, "has blanks around it", ""}
	}
	for _, r := range text {
		switch {
		case r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029:
			return &Error{text, fmt.Sprintf("holds the control character %U", r), ""}
		case r == '\\':
			return &Error{text, "holds a backslash", "separate folders with /"}
		}
	}
	return nil
}

func checkRepo(text, repo string) error {
	if i := strings.IndexFunc(repo, func(r rune) bool { return !plain(r, repoPunctuation) }); i >= 0 {
		return &Error{text, fmt.Sprintf("has the repository name %q", repo), "letters, digits and _ - . + ~ are allowed"}
	}
	if repo == "." || repo == ".." {
		return &Error{text, "has a repository name of dots only", ""}
	}
	return nil
}

func checkPackage(text, pkg string) error {
	if pkg == "" {
		return nil
	}
	if err := checkSegments(text, "package", pkg); err != nil {
		return err
	}
	for _, r := range pkg {
		if r < 0x80 && !plain(r, packagePunctuation) {
			return &Error{text, fmt.Sprintf("has %q in its package", r), ""}
		}
	}
	return nil
}

func checkName(text, name string) error {
	if name == "" {
		return &Error{text, "has an empty target name", "write a name after the colon"}
	}
	if name == "." {
		return nil
	}
	if err := checkSegments(text, "target name", name); err != nil {
		return err
	}
	for _, r := range name {
		if r < 0x80 && !plain(r, namePunctuation) {
			return &Error{text, fmt.Sprintf("has %q in its target name", r), ""}
		}
	}
	return nil
}

// checkSegments refuses empty segments and those of dots only ("..", "...").
func checkSegments(text, part, value string) error {
	for segment := range strings.SplitSeq(value, "/") {
		switch {
		case segment == "":
			return &Error{text, "has an empty folder in its " + part, "single slashes only, none at the ends"}
		case segment == "...":
			return &Error{text, "is a pattern, not one target", ""}
		case strings.Trim(segment, ".") == "":
			return &Error{text, fmt.Sprintf("has the segment %q in its %s", segment, part), "labels never climb out of a folder"}
		}
	}
	return nil
}

// plain reports whether r is an ASCII letter or digit or one of extra.
func plain(r rune, extra string) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(extra, r)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// ValidName reports why name cannot be a target's name, nil when it can.
func ValidName(name string) error {
	if err := checkText(name); err != nil && !strings.HasPrefix(name, "-") {
		return err
	}
	return checkName(name, name)
}

// ValidPackage reports why pkg cannot be a package's path, nil when it can.
// The root package is "".
func ValidPackage(pkg string) error {
	if pkg == "" {
		return nil
	}
	if err := checkText(pkg); err != nil && !strings.HasPrefix(pkg, "-") {
		return err
	}
	return checkPackage(pkg, pkg)
}
