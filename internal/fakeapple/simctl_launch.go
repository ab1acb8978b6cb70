package fakeapple

import (
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// launchOptions are the flags of `simctl launch`.
type launchOptions struct {
	console, wait, replace bool
	stdout, stderr         string
}

const launchUsage = "launch [-w | --wait-for-debugger] [--console|--console-pty] [--stdout=<path>] [--stderr=<path>] [--terminate-running-process] <device> <app bundle identifier> [<argv 1> <argv 2> ... <argv n>]"

func launchFlags(args []string) (launchOptions, []string, error) {
	var o launchOptions
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		flag, value, _ := strings.Cut(args[0], "=")
		switch flag {
		case "-w", "--wait-for-debugger":
			o.wait = true
		case "--console", "--console-pty":
			o.console = true
		case "--terminate-running-process":
			o.replace = true
		case "--stdout":
			o.stdout = value
		case "--stderr":
			o.stderr = value
		case "--arch":
		default:
			return o, nil, refuse(1, "Unrecognized option: %s\nUsage: simctl %s", args[0], launchUsage)
		}
		args = args[1:]
	}
	return o, args, need(args, 2, launchUsage)
}

// simLaunch is `simctl launch`: it prints "bundle: pid". With --console it stays
// until the app ends and prints what the app prints.
func simLaunch(c *call, args []string) error {
	o, args, err := launchFlags(args)
	if err != nil {
		return err
	}
	bundle := args[1]
	var p Process
	err = c.change(args[0], func(w *World, s *Simulator) error {
		app := c.installed(w, s, bundle)
		if app == nil {
			return notInstalled(bundle)
		}
		running, ok := s.process(bundle)
		if ok && !o.replace && !o.console {
			s.Foreground, p = bundle, running
			return nil
		}
		s.stop(bundle)
		p = Process{PID: w.nextPID(), Bundle: bundle, Executable: app.Executable, Args: args[2:], Env: c.childEnv("SIMCTL_CHILD_"), Paused: o.wait}
		if o.console {
			p.PID = os.Getpid()
		}
		s.Processes = append(s.Processes, p)
		s.Foreground = bundle
		s.screen(bundle)
		c.logEvent(s, "SpringBoard", "com.apple.SpringBoard", "launch", "Default", "Launched "+bundle)
		c.logProcess(s, p, "Default", app.Name+" did finish launching")
		return nil
	})
	if err != nil {
		return err
	}
	c.printf("%s: %d\n", bundle, p.PID)
	greeting := p.Executable + " started\n"
	for _, file := range []string{o.stdout, o.stderr} {
		if file == "" {
			continue
		}
		if err := os.WriteFile(c.path(file), []byte(greeting), 0o644); err != nil {
			return err
		}
	}
	if !o.console {
		return nil
	}
	c.printf("%s", greeting)
	return c.console(args[0], p)
}

// notInstalled is what simctl says for a bundle the simulator does not know.
func notInstalled(bundle string) error {
	return simError("FBSOpenApplicationServiceErrorDomain", 4, "Simulator device failed to launch "+bundle+".",
		"The request was denied by service delegate (SBMainWorkspace).",
		"Underlying error (domain=FBSOpenApplicationServiceErrorDomain, code=4):",
		"\tThe request to open \""+bundle+"\" failed.", "\tThe request was denied by service delegate (SBMainWorkspace).")
}

// childEnv takes the variables for the app out of the environment.
func (c *call) childEnv(prefix string) map[string]string {
	env := map[string]string{}
	for k, v := range c.env {
		if name, ok := strings.CutPrefix(k, prefix); ok {
			env[name] = v
		}
	}
	return env
}

// console prints an app's lines until it is terminated or a signal comes.
func (c *call) console(device string, p Process) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	every := time.NewTicker(c.duration("FAKEAPPLE_LOG_EVERY", 250*time.Millisecond))
	defer every.Stop()
	for n := 1; ; n++ {
		select {
		case <-signals:
			return c.store.update(func(w *World) error {
				if s, err := pick(w, device); err == nil {
					if now, ok := s.process(p.Bundle); ok && now.PID == p.PID {
						s.stop(p.Bundle)
					}
				}
				return nil
			})
		case <-every.C:
		}
		w, err := c.store.read()
		if err != nil {
			return err
		}
		s, err := pick(w, device)
		if err != nil {
			return nil
		}
		if now, ok := s.process(p.Bundle); !ok || now.PID != p.PID {
			return nil
		}
		c.printf("%s: heartbeat %d\n", p.Executable, n)
	}
}

// simTerminate is `simctl terminate <device> <bundle>`; an app that does not run is
// NSPOSIX 3.
func simTerminate(c *call, args []string) error {
	if err := need(args, 2, "terminate <device> <app bundle identifier>"); err != nil {
		return err
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		p, ok := s.process(args[1])
		if !ok {
			return simError("NSPOSIXErrorDomain", 3, "Simulator device failed to terminate "+args[1]+".", "found nothing to terminate",
				"Underlying error (domain=NSPOSIXErrorDomain, code=3):", "\tThe operation couldn’t be completed. found nothing to terminate", "\tfound nothing to terminate")
		}
		c.logProcess(s, p, "Default", p.Executable+" will terminate")
		s.stop(args[1])
		return nil
	})
}
