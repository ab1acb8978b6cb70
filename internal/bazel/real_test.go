package bazel_test

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/queue"
	"bazelapple/internal/config"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

// realBazel is a client of real Bazel in a copy of the example workspace, with
// a server of its own that ends with the test.
type realBazel struct {
	*bazel.Client
	root, user string
	store      *runs.Store
}

func newRealBazel(t *testing.T) *realBazel {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Bazel")
	}
	if _, err := exec.LookPath("bazel"); err != nil {
		t.Skip("bazel is not on PATH")
	}
	r := &realBazel{root: filepath.Join(t.TempDir(), "BazelApp"), user: t.TempDir()}
	copyExample(t, r.root)
	r.store = runs.Open(r.root, t.TempDir(), nil)
	startup := []string{"--output_user_root=" + r.user}
	r.Client = bazel.New(bazel.Options{
		Root: r.root, Home: t.TempDir(), Runner: run.OS{Env: os.Environ()}, Runs: r.store, Queue: queue.Queue{Dir: t.TempDir()},
		Getenv: os.Getenv, Settings: func() config.Values { return config.Values{StartupArgs: startup} },
	})
	t.Cleanup(func() {
		r.bazel(t, "shutdown")
		// Bazel writes its outputs without the right to write.
		_ = filepath.WalkDir(r.user, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				_ = os.Chmod(p, 0o755)
			}
			return nil
		})
	})
	return r
}

func copyExample(t *testing.T, to string) {
	t.Helper()
	from, err := filepath.Abs("../../examples/BazelApp")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		if strings.HasPrefix(rel, "bazel-") || d.Type()&fs.ModeSymlink != 0 {
			return nil
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, info.Mode())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// bazel runs Bazel as a person in a terminal would.
func (r *realBazel) bazel(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("bazel", append([]string{"--output_user_root=" + r.user}, args...)...)
	cmd.Dir = r.root
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// pid is the process id of Bazel's server.
func (r *realBazel) pid(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("bazel", "--output_user_root="+r.user, "info", "server_pid")
	cmd.Dir = r.root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func (r *realBazel) build(ctx context.Context, extra []string, targets ...string) (*bazel.Result, error) {
	return r.Do(ctx, bazel.Request{Verb: "build", Tool: "test", Title: "Build", Client: tool.Client{Role: tool.Person}, Targets: targets, Bazel: tool.Bazel{ExtraArgs: extra}}, nil)
}

// freePort finds a port on 127.0.0.1 that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// nginx serves a remote cache from a folder of its own and returns its address
// and how to end it.
func nginx(t *testing.T) (address string, stop func()) {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		if _, err := os.Stat("/usr/sbin/nginx"); err != nil {
			t.Skip("nginx is not installed")
		}
		program = "/usr/sbin/nginx"
	}
	dir, port := t.TempDir(), freePort(t)
	for _, d := range []string{"cache", "logs", "tmp"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	user := ""
	if os.Getuid() == 0 {
		user = "user root;"
	}
	text := fmt.Sprintf(`daemon off; pid nginx.pid; error_log logs/error.log; worker_processes 1; %s
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path tmp/body; proxy_temp_path tmp/p; fastcgi_temp_path tmp/f; uwsgi_temp_path tmp/u; scgi_temp_path tmp/s;
  server {
    listen 127.0.0.1:%d;
    client_max_body_size 0;
    location / { root cache; dav_methods PUT; create_full_put_path on; dav_access user:rw group:rw all:r; }
  }
}
`, user, port)
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-p", dir, "-c", "nginx.conf")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	stop = func() {
		if !ended {
			ended = true
			_ = cmd.Process.Signal(os.Interrupt)
			_ = cmd.Wait()
		}
	}
	t.Cleanup(stop)
	address = fmt.Sprintf("127.0.0.1:%d", port)
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return address, stop
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("nginx does not answer")
	return "", nil
}
