package appbundle

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"bazelapple/internal/run"
)

// plutil answers every command with its text, or fails.
type plutil struct {
	run.Runner
	text string
	err  error
}

func (p plutil) Run(context.Context, run.Command) (run.Output, error) {
	return run.Output{Stdout: []byte(p.text)}, p.err
}

func TestRead(t *testing.T) {
	failing := errors.New("plutil: no such file")
	for _, c := range []struct {
		name, plist string
		apple       run.Runner
		want        string
		err         error
	}{
		{name: "XML", plist: `<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.demo</string></dict></plist>`, want: "com.example.demo"},
		{name: "OpenStep", plist: `{ CFBundleIdentifier = "com.example.old"; }`, want: "com.example.old"},
		{name: "readable, plutil not asked", plist: `{ CFBundleIdentifier = "com.example.old"; }`, apple: plutil{text: `{"CFBundleIdentifier":"com.example.other"}`}, want: "com.example.old"},
		{name: "not a plist", plist: "\x00\x01", err: errAny},
		{name: "not a plist, plutil reads it", plist: "\x00\x01", apple: plutil{text: `{"CFBundleIdentifier":"com.example.demo","CFBundleName":"Demo"}`}, want: "com.example.demo"},
		{name: "not a plist, plutil fails", plist: "\x00\x01", apple: plutil{err: failing}, err: errAny},
		{name: "no identifier", plist: `<plist version="1.0"><dict><key>CFBundleName</key><string>Demo</string></dict></plist>`, err: ErrNoIdentifier},
		{name: "no identifier, nor from plutil", plist: `{ CFBundleName = Demo; }`, apple: plutil{text: `{"CFBundleName":"Demo"}`}, err: ErrNoIdentifier},
		{name: "an unexpanded variable", plist: `{ CFBundleIdentifier = "$(PRODUCT_BUNDLE_IDENTIFIER)"; }`, err: ErrNoIdentifier},
		{name: "a number for a name", plist: `{"CFBundleIdentifier": 7}`, err: errAny},
	} {
		t.Run(c.name, func(t *testing.T) {
			app := filepath.Join(t.TempDir(), "Demo.app")
			if err := os.Mkdir(app, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(app, "Info.plist"), []byte(c.plist), 0o644); err != nil {
				t.Fatal(err)
			}
			info, err := Read(t.Context(), c.apple, app)
			switch {
			case c.err == nil && (err != nil || info.Identifier != c.want):
				t.Fatalf("got %q, %v; want %q", info.Identifier, err, c.want)
			case c.err == errAny && err == nil, c.err != nil && c.err != errAny && !errors.Is(err, c.err):
				t.Fatalf("got %q, %v; want %v", info.Identifier, err, c.err)
			}
		})
	}
}

var errAny = errors.New("any error")

func TestReadNoBundle(t *testing.T) {
	if _, err := Read(t.Context(), plutil{text: `{"CFBundleIdentifier":"x"}`}, filepath.Join(t.TempDir(), "Gone.app")); !errors.Is(err, ErrNoBundle) {
		t.Fatalf("got %v, want ErrNoBundle", err)
	}
}
