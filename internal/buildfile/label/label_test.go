package label

import (
	"errors"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, full, short string }{
		{"//a/b:c", "//a/b:c", "//a/b:c"},
		{"//a/b", "//a/b:b", "//a/b"},
		{"//a/b:b", "//a/b:b", "//a/b"},
		{"//:x", "//:x", "//:x"},
		{"@//a", "//a:a", "//a"},
		{"@repo", "@repo//:repo", "@repo"},
		{"@repo//:x", "@repo//:x", "@repo//:x"},
		{"@@rules_apple~3.1//apple:ios.bzl", "@@rules_apple~3.1//apple:ios.bzl", "@@rules_apple~3.1//apple:ios.bzl"},
		{"@@rules_swift+//swift", "@@rules_swift+//swift:swift", "@@rules_swift+//swift"},
		{"//a:sub/dir/file.swift", "//a:sub/dir/file.swift", "//a:sub/dir/file.swift"},
		{"//a:x y+z=1 (2).png", "//a:x y+z=1 (2).png", "//a:x y+z=1 (2).png"},
		{"//a:@x-%^~[]{}", "//a:@x-%^~[]{}", "//a:@x-%^~[]{}"},
		{"//a:Überraschung.swift", "//a:Überraschung.swift", "//a:Überraschung.swift"},
		{"//a.b/c..d:e..f", "//a.b/c..d:e..f", "//a.b/c..d:e..f"},
		{"//a:.", "//a:.", "//a:."},
		{"//a:all", "//a:all", "//a:all"},
	} {
		l, err := Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if l.String() != c.full || l.Short() != c.short {
			t.Errorf("%s: got %s and %s, want %s and %s", c.text, l, l.Short(), c.full, c.short)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"", " ", "x", ":x", "/a:b", "//", "@", "@@", "//a:", "//a//b:c", "///a:b", "//a/:b", "/\u200b/a", "//a:b:c",
		"//../x:y", "//a/../b:c", "//a/./b:c", "//a:../b", "//a:b/../c", "//a/...", "//...", "//a:/b", "//a:b/", "//a:b//c",
		"-//a:b", "--output_base=/", "//a:b\x00", "//a\n:b", "//a:b\x1b[0m", "//a:b\x7f", "//a\\b:c", " //a:b", "//a:b ",
		"//a:b\xff", "//" + strings.Repeat("x", 5000), "@re po//a:b", "@..//a:b", "//a:`id`", "//a:b\u2028c",
	} {
		if l, err := Parse(text); err == nil {
			t.Errorf("%q was taken for %s", text, l)
		} else if e := (*Error)(nil); !errors.As(err, &e) {
			t.Errorf("%q: error is a %T", text, err)
		} else if len(err.Error()) > 600 {
			t.Errorf("%q: error has %d bytes", text[:20], len(err.Error()))
		}
	}
}

func TestParseRelative(t *testing.T) {
	base := Label{Package: "App/Sources", Name: "BUILD"}
	outside := Label{Repo: "rules", Package: "x", Name: "y"}
	for _, c := range []struct {
		text string
		base Label
		want string
	}{
		{":x", base, "//App/Sources:x"},
		{"x", base, "//App/Sources:x"},
		{"sub/x.swift", base, "//App/Sources:sub/x.swift"},
		{"//b", base, "//b:b"},
		{"@r//b", base, "@r//b:b"},
		{"//b", outside, "@rules//b:b"},
		{":z", outside, "@rules//x:z"},
		{"@//b", outside, "//b:b"},
	} {
		l, err := ParseRelative(c.text, c.base)
		if err != nil || l.String() != c.want {
			t.Errorf("%s in %s: got %s, %v; want %s", c.text, c.base, l, err, c.want)
		}
	}
	if got := (Label{Package: "a", Name: "b"}).In("a"); got != ":b" {
		t.Errorf("In: %s", got)
	}
}

func TestParsePattern(t *testing.T) {
	for _, c := range []struct {
		text, dir, want string
		scope           Scope
	}{
		{"//a:b", "", "//a:b", One},
		{"//a", "", "//a:a", One},
		{"//a:all", "", "//a:all", Rules},
		{"//a:*", "", "//a:*", Targets},
		{"//a:all-targets", "", "//a:*", Targets},
		{"//a/...", "", "//a/...", RulesBelow},
		{"//...", "", "//...", RulesBelow},
		{"//...:all", "", "//...", RulesBelow},
		{"//a/...:*", "", "//a/...:*", TargetsBelow},
		{"-//a/...", "", "-//a/...", RulesBelow},
		{"-//a:b", "", "-//a:b", One},
		{"@r//...", "", "@r//...", RulesBelow},
		{"...", "", "//...", RulesBelow},
		{"...", "a/b", "//a/b/...", RulesBelow},
		{":x", "a", "//a:x", One},
		{"App:Tests", "", "//App:Tests", One},
		{"App:all", "Sub", "//Sub/App:all", Rules},
		{"App/", "", "//App:App", One},
	} {
		p, err := ParsePattern(c.text, c.dir)
		if err != nil || p.String() != c.want || p.Scope != c.scope {
			t.Errorf("%s in %q: got %s (%d), %v; want %s (%d)", c.text, c.dir, p, p.Scope, err, c.want, c.scope)
		}
	}
	for _, text := range []string{"", "-", "--x", "-x", "//a/...:b", "../a:b", "a/../..", "/etc/passwd", "//a/..", "//a/../...", "...\x00", "-//", "//a/.../b"} {
		if p, err := ParsePattern(text, ""); err == nil {
			t.Errorf("%q was taken for %s", text, p)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		pattern, label string
		want           bool
	}{
		{"//a/...", "//a/b:c", true}, {"//a/...", "//ab:c", false}, {"//...", "//x:y", true}, {"//...", "@r//x:y", false},
		{"//a:all", "//a:b", true}, {"//a:all", "//a/b:b", false}, {"//a:b", "//a:b", true}, {"//a:b", "//a:c", false},
	} {
		p, err := ParsePattern(c.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		l, err := Parse(c.label)
		if err != nil {
			t.Fatal(err)
		}
		if p.Covers(l) != c.want {
			t.Errorf("%s covers %s: got %v", c.pattern, c.label, !c.want)
		}
	}
}

// FuzzParse holds that what is accepted survives a round trip, stays inside the
// workspace and cannot be read as a flag.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"//a:b", "@@r//x", "-//a/...", ":x", "//a:..", "//é:é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := Parse(text); err == nil {
			for _, form := range []string{l.String(), l.Short()} {
				again, err := Parse(form)
				if err != nil || again != l {
					t.Fatalf("%q gave %#v, its form %q gave %#v, %v", text, l, form, again, err)
				}
			}
			for segment := range strings.SplitSeq(l.File(), "/") {
				if segment == ".." {
					t.Fatalf("%q climbs: %q", text, l.File())
				}
			}
		}
		if p, err := ParsePattern(text, ""); err == nil {
			again, err := ParsePattern(p.String(), "")
			if err != nil || again != p {
				t.Fatalf("%q gave %#v, its form %q gave %#v, %v", text, p, p.String(), again, err)
			}
		}
	})
}
