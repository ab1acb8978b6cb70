package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

// Health is the report of bazel_ios_health.
type Health struct {
	OK        bool    `json:"ok"`
	Workspace string  `json:"workspace"`
	Host      string  `json:"host"`
	Simulated bool    `json:"simulated"`
	Checks    []Check `json:"checks"`
}

// A Check is one line of the report.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Needed bool   `json:"needed"` // the report fails with it
	Path   string `json:"path,omitempty"`
	Detail string `json:"detail,omitempty"` // version, count or reason
	Fix    string `json:"fix,omitempty"`
}

// probeTimeout bounds each program that the report asks.
const probeTimeout = 15 * time.Second

func (h *handlers) health(ctx context.Context, _ *tool.Call, _ none) (*tool.Result, error) {
	probes := []func(context.Context) Check{h.checkWorkspace, h.checkBazel}
	if h.Host.Mac() {
		version := sync.OnceValues(func() (string, error) { return probeAll(ctx, h.Apple, "xcodebuild", "-version") })
		probes = append(probes,
			func(ctx context.Context) Check { text, err := version(); return h.checkXcode(ctx, text, err) },
			func(context.Context) Check { return h.checkBazelXcode(version()) },
			h.checkSimulators, h.checkDevices, h.checkSigning, h.checkProfiles)
	}
	probes = append(probes, h.optional("idb", "UI automation", "pipx install fb-idb && brew install idb-companion"),
		h.optional("pymobiledevice3", "device logs and screenshots", "pipx install pymobiledevice3"))
	report := Health{OK: true, Workspace: h.Root, Host: h.Host.OS + "/" + h.Host.Arch, Simulated: h.Host.Simulated, Checks: make([]Check, len(probes))}
	var wait sync.WaitGroup
	for i, probe := range probes {
		wait.Go(func() {
			ctx, cancel := context.WithTimeoutCause(ctx, probeTimeout, run.ErrTimeout)
			defer cancel()
			report.Checks[i] = probe(ctx)
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var lines, failed []string
	if h.Host.Simulated {
		lines = append(lines, "Apple tools are simulated: answers about simulators and devices come from stand-ins.")
	}
	for _, c := range report.Checks {
		mark := "ok     "
		switch {
		case !c.OK && c.Needed:
			mark, report.OK = "FAILED ", false
			failed = append(failed, c.Name)
		case !c.OK:
			mark = "absent "
		}
		line := mark + c.Name
		if c.Detail != "" {
			line += ": " + c.Detail
		}
		if c.Path != "" {
			line += " (" + c.Path + ")"
		}
		if c.Fix != "" && !c.OK {
			line += "\n       " + c.Fix
		}
		lines = append(lines, line)
	}
	res := &tool.Result{Text: strings.Join(lines, "\n"), Data: report, Warnings: h.problems()}
	if !report.OK {
		return nil, &tool.Error{Kind: tool.Precondition, Err: fmt.Errorf("not ready: %s", strings.Join(failed, ", ")), Result: res}
	}
	return res, nil
}

func (h *handlers) checkWorkspace(context.Context) Check {
	c := Check{Name: "Workspace", Needed: true, Path: h.Root}
	switch {
	case h.Root == "":
		c.Detail, c.Fix = "no Bazel workspace is set", "Open or pass a folder that holds MODULE.bazel or WORKSPACE."
	default:
		if _, err := os.Stat(h.Root); err != nil {
			c.Detail, c.Fix = "the folder is gone", "Set another workspace."
			break
		}
		c.OK = true
	}
	if !h.Trusted {
		c.Detail = "not trusted: its settings are not read"
	}
	return c
}

// probe runs a program and returns the first line it printed.
func probe(ctx context.Context, r run.Runner, args ...string) (string, error) {
	text, err := probeAll(ctx, r, args...)
	line, _, _ := strings.Cut(text, "\n")
	return line, err
}

func probeAll(ctx context.Context, r run.Runner, args ...string) (string, error) {
	out, err := r.Run(ctx, run.Command{Args: args, Timeout: probeTimeout})
	return strings.TrimSpace(string(out.Stdout)), err
}

// reason says in one line why a probe failed.
func reason(err error) string {
	var missing *run.NotFoundError
	var exit *run.ExitError
	switch {
	case errors.As(err, &missing):
		return "not found on PATH"
	case errors.As(err, &exit):
		text := strings.TrimSpace(string(exit.Output.Stderr))
		line, _, _ := strings.Cut(text, "\n")
		return fmt.Sprintf("exit status %d: %s", exit.Output.ExitCode, line)
	}
	return err.Error()
}

func (h *handlers) checkBazel(ctx context.Context) Check {
	c := Check{Name: "Bazel", Needed: true, Fix: "Install bazelisk or bazel, or set bazelApple.bazel.path or BAZEL_APPLE_BAZEL."}
	names := []string{"bazelisk", "bazel"}
	if p := h.Session.Config.Merged().BazelPath; p != nil {
		names = []string{*p}
	}
	for _, name := range names {
		path, err := h.Bazel.Look(name)
		if err != nil {
			c.Detail = reason(err)
			continue
		}
		c.Path = path
		line, err := probe(ctx, h.Bazel, path, "--version")
		switch {
		case err != nil:
			c.Detail = reason(err)
		case !strings.HasPrefix(line, "bazel") && !strings.HasPrefix(line, "no_version"):
			c.Detail = fmt.Sprintf("%s answers %.60q to --version, which is not Bazel", filepath.Base(path), line)
		default:
			c.OK, c.Detail = true, strings.TrimPrefix(line, "bazel ")
		}
		return c
	}
	return c
}

func (h *handlers) checkXcode(ctx context.Context, version string, err error) Check {
	c := Check{Name: "Xcode", Needed: true, Fix: "Install Xcode and choose it with: sudo xcode-select -s /Applications/Xcode.app"}
	if err != nil {
		c.Detail = reason(err)
		return c
	}
	c.OK = true
	c.Detail, _, _ = strings.Cut(version, "\n")
	c.Path, _ = probe(ctx, h.Apple, "xcode-select", "-p")
	return c
}

func (h *handlers) optional(program, use, fix string) func(context.Context) Check {
	return func(context.Context) Check {
		path, err := h.Apple.Look(program)
		c := Check{Name: program, OK: err == nil, Path: path, Detail: "for " + use}
		if err != nil {
			c.Fix = fix
		}
		return c
	}
}
