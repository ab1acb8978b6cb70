package fakeapple

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// start runs a stand-in as a process of its own, through the links of Install.
func (m *machine) start(args ...string) (*exec.Cmd, *bufio.Reader) {
	m.t.Helper()
	self, err := os.Executable()
	if err != nil {
		m.t.Fatal(err)
	}
	bin := filepath.Join(m.dir, "bin")
	if _, err := Install(self, bin); err != nil {
		m.t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(bin, args[0]), args[1:]...)
	cmd.Env, cmd.Dir = append(m.env, "GORACE=atexit_sleep_ms=0"), m.dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd, bufio.NewReader(out)
}

// until reads lines till one holds the words, at most five seconds.
func (m *machine) until(r *bufio.Reader, words string) {
	m.t.Helper()
	found := make(chan string, 1)
	go func() {
		seen := ""
		for {
			line, err := r.ReadString('\n')
			seen += line
			if err != nil || strings.Contains(line, words) {
				found <- seen
				return
			}
		}
	}()
	select {
	case seen := <-found:
		if !strings.Contains(seen, words) {
			m.t.Fatalf("ended without %q:\n%s", words, seen)
		}
	case <-time.After(5 * time.Second):
		m.t.Fatalf("no %q in five seconds", words)
	}
}

// ends wants the process to end by itself.
func (m *machine) ends(cmd *exec.Cmd, code int) {
	m.t.Helper()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-done:
		if got := cmd.ProcessState.ExitCode(); got != code {
			m.t.Errorf("exit %d, want %d", got, code)
		}
	case <-time.After(5 * time.Second):
		m.t.Fatal("did not end in five seconds")
	}
}

func TestLogStreamFollowsAnApp(t *testing.T) {
	m := launched(t)
	cmd, out := m.start("xcrun", "simctl", "spawn", phone, "log", "stream", "--style", "compact", "--level", "debug", "--predicate", `process == "Demo" AND messageType == "debug"`)
	m.until(out, "Timestamp               Ty Process[PID:TID]")
	m.until(out, " Db Demo[")
	cmd.Process.Signal(syscall.SIGTERM)
	m.ends(cmd, 143)
}

func TestLogStreamEndsWithTheSimulator(t *testing.T) {
	m := launched(t)
	cmd, out := m.start("xcrun", "simctl", "spawn", phone, "log", "stream", "--style", "ndjson")
	m.until(out, `"eventMessage":"heartbeat"`)
	m.run("xcrun", "simctl", "shutdown", phone)
	m.ends(cmd, 0)
}

func TestConsoleLaunchEndsWithTheApp(t *testing.T) { // bugs.md B24
	m := launched(t)
	cmd, out := m.start("xcrun", "simctl", "launch", "--console", phone, "com.example.demo")
	m.until(out, "com.example.demo: ")
	m.until(out, "heartbeat 2")
	m.run("xcrun", "simctl", "terminate", phone, "com.example.demo")
	m.ends(cmd, 0)
}

func TestRecordingIsWrittenAtInterrupt(t *testing.T) {
	m := launched(t)
	cmd, out := m.start("xcrun", "simctl", "io", phone, "recordVideo", "--force", "a.mp4")
	m.until(out, "Recording started")
	if exists(filepath.Join(m.dir, "a.mp4")) {
		t.Error("the file is there before the end")
	}
	cmd.Process.Signal(syscall.SIGINT)
	m.until(out, "Wrote video to: ")
	m.ends(cmd, 0)
	if data, err := os.ReadFile(filepath.Join(m.dir, "a.mp4")); err != nil || !strings.Contains(string(data[:12]), "ftyp") {
		t.Errorf("%v %q", err, data)
	}
	m.refused(17, "xcrun", "simctl", "io", phone, "recordVideo", "a.mp4")
}

func TestDeviceLogs(t *testing.T) {
	m := newMachine(t)
	m.run("xcrun", "devicectl", "device", "install", "app", "--device", device, m.app("com.example.demo"))
	m.run("xcrun", "devicectl", "device", "process", "launch", "--device", device, "com.example.demo")
	for _, args := range [][]string{
		{"pymobiledevice3", "syslog", "live", "--udid", device, "--process-name", "Demo"},
		{"idevicesyslog", "-u", device, "-n", "-p", "Demo"},
	} {
		cmd, out := m.start(args...)
		m.until(out, "heartbeat")
		cmd.Process.Signal(syscall.SIGTERM)
		m.ends(cmd, 0)
	}
	m.refused(1, "idevicesyslog", "-u", "nope")
	m.run("pymobiledevice3", "developer", "dvt", "screenshot", filepath.Join(m.dir, "d.png"), "--udid", device)
}

func TestEndlessAndStubborn(t *testing.T) { // bugs.md B32
	m := newMachine(t, "FAKEAPPLE_SIMCTL_ERASE=endless:10ms,stubborn")
	cmd, out := m.start("xcrun", "simctl", "erase", phone)
	m.until(out, "still waiting (2)")
	cmd.Process.Signal(syscall.SIGTERM)
	m.until(out, "still waiting (")
	cmd.Process.Kill()
	m.ends(cmd, -1)
}
