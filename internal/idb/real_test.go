package idb_test

import (
	"bytes"
	"context"
	"image/png"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/fakeapple"
	"bazelapple/internal/fakeapple/companion"
	"bazelapple/internal/idb"
	"bazelapple/internal/run"
	"bazelapple/internal/venv"
)

const phone = "5C2E9B10-7F43-4E0B-8D26-A1B2C3D42602"

// real is the real idb client over a companion of ours, which shows the demo app
// of the stand-in world.
type real struct {
	*idb.Client
	t      *testing.T
	dir    string
	runner run.OS
}

func newReal(t *testing.T) *real {
	t.Helper()
	bin := venv.Bin(t, "idb")
	dir := t.TempDir()
	env := []string{"FAKEAPPLE_STATE=" + filepath.Join(dir, "state"), "FAKEAPPLE_BOOT_TIME=10ms", "FAKEAPPLE_LOG_EVERY=10ms"}
	app := filepath.Join(dir, "Demo.app")
	if err := os.Mkdir(app, 0o755); err != nil {
		t.Fatal(err)
	}
	plist := `<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.demo</string><key>CFBundleExecutable</key><string>Demo</string></dict></plist>`
	if err := os.WriteFile(filepath.Join(app, "Info.plist"), []byte(plist), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"bootstatus", phone, "-b"}, {"install", phone, app}, {"launch", phone, "com.example.demo"}} {
		var errs bytes.Buffer
		p := fakeapple.Program{Name: "xcrun", Args: append([]string{"simctl"}, args...), Env: env, Dir: dir, In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errs}
		if code := p.Run(); code != 0 {
			t.Fatalf("%q: exit %d: %s", args, code, &errs)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- (&companion.Companion{UDID: phone, Env: env, Dir: dir}).Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error("the companion:", err)
		}
	})
	runner := run.OS{Env: []string{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "PYTHONUNBUFFERED=1", "IDB_COMPANION=" + l.Addr().String()}}
	return &real{Client: &idb.Client{Runner: runner}, t: t, dir: dir, runner: runner}
}

// look takes a snapshot.
func (r *real) look() *idb.Tree {
	r.t.Helper()
	tree, err := r.Snapshot(r.t.Context(), phone)
	if err != nil {
		r.t.Fatal(err)
	}
	return tree
}

// shows wants an element of that label.
func (r *real) shows(labels ...string) {
	r.t.Helper()
	tree := r.look()
	for _, label := range labels {
		if _, err := tree.Find("", label); err != nil {
			r.t.Errorf("the screen lacks %q", label)
		}
	}
}

func (r *real) done(what string, err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatalf("%s: %v", what, err)
	}
}

// The real client accepts every command line we build, and what it sends is what
// was meant. Points between points are rounded: it takes whole ones only.
func TestRealClient(t *testing.T) {
	r := newReal(t)
	ctx := t.Context()
	tree := r.look()
	if tree.App != "Demo" || tree.Screen.Width == 0 {
		t.Fatalf("%+v", tree)
	}
	button, err := tree.Find("", "Increment")
	r.done("find", err)
	x, y := button.Frame.Center()
	r.done("tap", r.Tap(ctx, phone, x+0.5, y-0.25, 0))
	r.shows("Count: 1", "Gesture: tap")
	apart, err := r.DoubleTap(ctx, phone, x, y)
	r.done("double tap", err)
	if apart {
		t.Error("this idb has multi-tap")
	}
	r.shows("Count: 3")
	r.done("long press", r.Tap(ctx, phone, x, y, 600*time.Millisecond))
	r.shows("Count: 3", "Gesture: long press")

	field, err := tree.Find("", "name_field")
	r.done("find", err)
	fx, fy := field.Frame.Center()
	r.done("tap the field", r.Tap(ctx, phone, fx, fy, 0))
	r.done("text", r.Text(ctx, phone, "Ab c1"))
	r.done("key", r.Key(ctx, phone, 7)) // d
	if e, err := r.look().Find("", "name_field"); err != nil || e.Value != "Ab c1d" {
		t.Errorf("the field holds %q, %v", e.Value, err)
	}
	r.done("swipe", r.Swipe(ctx, phone, 200.4, 700.5, 200, 480, 100*time.Millisecond))
	r.shows("Gesture: swipe")
	r.done("pinch", r.Pinch(ctx, phone, 200.5, 400, 2.5, 200*time.Millisecond))
	r.shows("Gesture: pinch by 2.5")
	r.done("text like a flag", r.Text(ctx, phone, "--x"))
	r.done("button", r.Button(ctx, phone, "HOME"))
	if tree := r.look(); tree.App == "Demo" {
		t.Error("HOME leaves the app")
	}
}

// A screenshot and the log come over the same protocol.
func TestRealClientScreenshotAndLog(t *testing.T) {
	r := newReal(t)
	file := filepath.Join(r.dir, "screen.png")
	_, err := r.runner.Run(t.Context(), run.Command{Args: []string{"idb", "screenshot", "--udid", phone, file}, Timeout: 30 * time.Second})
	r.done("screenshot", err)
	picture, err := os.ReadFile(file)
	r.done("screenshot", err)
	if size, err := png.DecodeConfig(bytes.NewReader(picture)); err != nil || size.Width < 400 {
		t.Errorf("%+v %v", size, err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	var lines []string
	_, _ = r.runner.Run(ctx, run.Command{Args: []string{"idb", "log", "--udid", phone}, Line: func(s run.Stream, line string) {
		if s == run.Stdout && line != "" {
			lines = append(lines, line)
			stop()
		}
	}})
	if len(lines) == 0 {
		t.Error("no line of the log came")
	}
}
