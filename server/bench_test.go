package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// shipped builds the product as it is shipped; the test binary is larger.
func shipped(b *testing.B) string {
	b.Helper()
	file := filepath.Join(b.TempDir(), "bazel-apple")
	cmd := exec.Command("go", "build", "-o", file, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return file
}

// BenchmarkStart is the time from the start of the process to the answer to
// initialize, and the memory then.
func BenchmarkStart(b *testing.B) {
	file := shipped(b)
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "WORKSPACE"), nil, 0o644); err != nil {
		b.Fatal(err)
	}
	const lsp = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	const mcp = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"b","version":"1"}}}`
	for door, request := range map[string]string{"lsp": fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(lsp), lsp), "mcp": mcp + "\n"} {
		b.Run(door, func(b *testing.B) {
			memory := 0
			for b.Loop() {
				cmd := exec.Command(file, door)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir)
				in, err := cmd.StdinPipe()
				if err != nil {
					b.Fatal(err)
				}
				out, err := cmd.StdoutPipe()
				if err != nil {
					b.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					b.Fatal(err)
				}
				if _, err := io.WriteString(in, request); err != nil {
					b.Fatal(err)
				}
				if _, err := bufio.NewReader(out).ReadByte(); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				memory = max(memory, rss(cmd.Process.Pid))
				in.Close()
				_ = cmd.Wait()
				b.StartTimer()
			}
			b.ReportMetric(float64(memory)/1024, "MB-rss")
		})
	}
}

// rss is the resident memory of a process in KB; 0 where there is no /proc.
func rss(pid int) int {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	n, _ := strconv.Atoi(strings.Fields(rest)[0])
	return n
}

// BenchmarkAgent is tools/list and a call that does nothing, over stdio, without
// a client's own work.
func BenchmarkAgent(b *testing.B) {
	file := shipped(b)
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "WORKSPACE"), nil, 0o644); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, workflows, request string }{
		{"list/daily", "", `"tools/list"`}, {"list/all", "all", `"tools/list"`},
		{"call", "", `"tools/call","params":{"name":"bazel_ios_list_profiles"}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			args := []string{"mcp", "--standalone"}
			if c.workflows != "" {
				args = append(args, "--workflows", c.workflows)
			}
			cmd := exec.Command(file, args...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+dir)
			in, err := cmd.StdinPipe()
			if err != nil {
				b.Fatal(err)
			}
			out, err := cmd.StdoutPipe()
			if err != nil {
				b.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				b.Fatal(err)
			}
			defer func() { in.Close(); _ = cmd.Wait() }()
			lines := bufio.NewReaderSize(out, 1<<20)
			ask := func(line string) int {
				if _, err := io.WriteString(in, line+"\n"); err != nil {
					b.Fatal(err)
				}
				answer, err := lines.ReadSlice('\n')
				if err != nil || strings.Contains(string(answer[:40]), `"error"`) {
					b.Fatal(err, string(answer))
				}
				return len(answer)
			}
			ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"b","version":"1"}}}`)
			if _, err := io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"); err != nil {
				b.Fatal(err)
			}
			line := `{"jsonrpc":"2.0","id":2,"method":` + c.request + `}`
			size := ask(line)
			for b.Loop() {
				ask(line)
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}
