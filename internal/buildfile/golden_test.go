package buildfile

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// describe lists what lenses and outlines are made of, one line each.
func describe(d *Document) string {
	var b strings.Builder
	for _, l := range d.Loads() {
		fmt.Fprintf(&b, "load %s %s:", at(l.Range), l.Module)
		for _, s := range l.Symbols {
			fmt.Fprintf(&b, " %s=%s", s.Name, s.Original)
		}
		b.WriteByte('\n')
	}
	for _, t := range d.Targets() {
		fmt.Fprintf(&b, "target %s %q rule=%s name=%s", at(t.Range), t.Name, t.Rule, at(t.NameRange))
		for _, f := range []struct {
			on   bool
			text string
		}{{t.Loop, "loop"}, {t.Spread, "spread"}, {t.Broken, "broken"}, {t.Literal, "literal"}} {
			if f.on {
				b.WriteString(" " + f.text)
			}
		}
		if tags := d.Tags(t); len(tags) > 0 {
			fmt.Fprintf(&b, " tags=%s", tags)
		}
		b.WriteByte('\n')
	}
	for _, t := range d.Calls() {
		fmt.Fprintf(&b, "call %s %s\n", at(t.Range), t.Rule)
	}
	for _, n := range d.Definitions() {
		fmt.Fprintf(&b, "define %s %s function=%v\n", at(n.NameRange), n.Name, n.Function)
	}
	for _, p := range d.Problems() {
		fmt.Fprintf(&b, "problem %s %s\n", at(p.Range), p.Message)
	}
	return b.String()
}

func at(r Range) string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line+1, r.Start.Character, r.End.Line+1, r.End.Character)
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.BUILD")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(Open("BUILD", 1, string(data)))
			golden := file + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs (go test -update writes it):\n%s", golden, got)
			}
		})
	}
}

// TestLineEndsAndMark holds that CRLF and a byte-order mark change nothing but
// the first column.
func TestLineEndsAndMark(t *testing.T) {
	data, err := os.ReadFile("testdata/odd.BUILD")
	if err != nil {
		t.Fatal(err)
	}
	plain := describe(Open("BUILD", 1, string(data)))
	if got := describe(Open("BUILD", 1, strings.ReplaceAll(string(data), "\n", "\r\n"))); got != plain {
		t.Errorf("CRLF:\n%s", got)
	}
	if got := describe(Open("BUILD", 1, byteOrderMark+string(data))); got != plain {
		t.Errorf("byte-order mark:\n%s", got)
	}
}
