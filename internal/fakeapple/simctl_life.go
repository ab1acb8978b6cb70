package fakeapple

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// simBoot is `simctl boot <device> [--arch=A]`. It returns while the device is
// still "Booting". A booted one: captures/simctl/errors/boot_already_booted_405.txt.
func simBoot(c *call, args []string) error {
	if err := need(args, 1, "boot <device> [--arch=<arch>]"); err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		s, err := pick(w, args[0])
		if err != nil {
			return refuse(164, "Invalid device or device pair: %s", args[0])
		}
		return c.boot(s)
	})
}

func (c *call) boot(s *Simulator) error {
	if s.Unavailable != "" {
		return simError("com.apple.CoreSimulator.SimError", 400, "Unable to boot the Simulator.", "The device's runtime is not available: "+s.Unavailable)
	}
	if s.Booted {
		return simError("com.apple.CoreSimulator.SimError", 405, "Unable to boot device in current state: "+s.state())
	}
	now := time.Now()
	s.Booted, s.LastBootedAt = true, now
	s.ReadyAt = now.Add(c.duration("FAKEAPPLE_BOOT_TIME", 300*time.Millisecond))
	c.logEvent(s, "SpringBoard", "com.apple.SpringBoard", "boot", "Default", "Simulator "+s.Name+" is booting")
	return nil
}

// simBootStatus is `simctl bootstatus <device> [-b] [-d] [-c]`: it waits until the
// device has booted, with -b boots it first.
func simBootStatus(c *call, args []string) error {
	if err := need(args, 1, "bootstatus <device> [-bcd]"); err != nil {
		return err
	}
	var udid string
	err := c.store.update(func(w *World) error {
		s, err := pick(w, args[0])
		if err != nil {
			return err
		}
		udid = s.UDID
		c.printf("Monitoring boot status for %s (%s).\n", s.Name, s.UDID)
		boot := false
		for _, flag := range args[1:] {
			boot = boot || strings.HasPrefix(flag, "-") && strings.Contains(flag, "b")
		}
		if s.state() == "Booted" {
			c.printf("Device already booted, nothing to do.\n")
			return refuse(0, "")
		}
		if boot && !s.Booted {
			return c.boot(s)
		}
		return nil
	})
	if err != nil {
		return err
	}
	start := time.Now()
	for told := false; ; told = true {
		w, err := c.store.read()
		if err != nil {
			return err
		}
		s := w.simulator(udid)
		if s == nil {
			return refuse(164, "Invalid device: %s", args[0])
		}
		elapsed := int(time.Since(start).Seconds())
		if s.state() == "Booted" {
			c.printf("Status=4294967295, isTerminal=YES, Elapsed=%02d:%02d.\n\tFinished\n", elapsed/60, elapsed%60)
			return nil
		}
		if !told {
			c.printf("Status=1, isTerminal=NO, Elapsed=%02d:%02d.\n\tWaiting on BackBoard\n", elapsed/60, elapsed%60)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// simShutdown is `simctl shutdown <device> | all`.
func simShutdown(c *call, args []string) error {
	if err := need(args, 1, "shutdown <device> | all"); err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		if args[0] == "all" {
			for _, s := range w.Simulators {
				s.shutDown()
			}
			return nil
		}
		s, err := pick(w, args[0])
		if err != nil {
			return err
		}
		if !s.Booted {
			return wrongState("shutdown device", s)
		}
		s.shutDown()
		return nil
	})
}

// simErase is `simctl erase <device> [... <device n>] | all`; a booted device is
// refused in the words of captures/simctl/errors/erase_booted_146_old.txt.
func simErase(c *call, args []string) error {
	if err := need(args, 1, "erase <device> [... <device n>] | all"); err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		chosen, err := several(w, args)
		if err != nil {
			return err
		}
		for _, s := range chosen {
			if s.Booted {
				return wrongState("erase contents and settings", s)
			}
		}
		for _, s := range chosen {
			fresh := Simulator{UDID: s.UDID, Name: s.Name, Type: s.Type, Runtime: s.Runtime, Unavailable: s.Unavailable}
			*s = fresh
			if err := os.RemoveAll(c.dataFolder(s)); err != nil {
				return err
			}
		}
		return nil
	})
}

func several(w *World, args []string) ([]*Simulator, error) {
	if len(args) == 1 && args[0] == "all" {
		return w.Simulators, nil
	}
	var chosen []*Simulator
	for _, arg := range args {
		s, err := pick(w, arg)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, s)
	}
	return chosen, nil
}

// dataFolder is where a simulator's real files lie.
func (c *call) dataFolder(s *Simulator) string {
	return filepath.Join(c.store.dir, "Devices", s.UDID, "data")
}

// newUUID makes a random identifier in Apple's capitals.
func newUUID() string {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		panic(err) // crypto/rand never fails on supported systems
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return strings.ToUpper(fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:]))
}

// simCreate is `simctl create <name> <device type id> [<runtime id>]`; types and
// runtimes are accepted by identifier or name.
func simCreate(c *call, args []string) error {
	if err := need(args, 2, "create <name> <device type id> [<runtime id>]"); err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		var kind DeviceType
		for _, t := range w.DeviceTypes {
			if t.ID == args[1] || t.Name == args[1] {
				kind = t
			}
		}
		if kind.ID == "" {
			return refuse(161, "Invalid device type: %s", args[1])
		}
		var chosen Runtime
		for _, r := range w.Runtimes {
			if len(args) > 2 && (r.ID == args[2] || r.Name == args[2]) || len(args) == 2 && fits(kind, r) {
				chosen = r
			}
		}
		if chosen.ID == "" {
			return refuse(162, "Invalid runtime: %s", strings.Join(args[2:], " "))
		}
		if !fits(kind, chosen) {
			return simError("com.apple.CoreSimulator.SimError", 403, "Incompatible device")
		}
		s := &Simulator{UDID: newUUID(), Name: args[0], Type: kind.ID, Runtime: chosen.ID}
		w.Simulators = append(w.Simulators, s)
		c.printf("%s\n", s.UDID)
		return nil
	})
}

// simClone is `simctl clone <device> <new name>`; only a shut-down device can be
// cloned.
func simClone(c *call, args []string) error {
	if err := need(args, 2, "clone <device> <new name> [<destination device set>]"); err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		s, err := pick(w, args[0])
		if err != nil {
			return err
		}
		if s.Booted {
			return wrongState("clone device", s)
		}
		twin := *s
		twin.UDID, twin.Name, twin.LastBootedAt = newUUID(), args[1], time.Time{}
		twin.Apps = map[string]*App{}
		for id, app := range s.Apps {
			copied := *app
			copied.Path = strings.Replace(app.Path, s.UDID, twin.UDID, 1)
			copied.Data = strings.Replace(app.Data, s.UDID, twin.UDID, 1)
			twin.Apps[id] = &copied
		}
		if exists(c.dataFolder(s)) {
			if err := copyTree(c.dataFolder(s), c.dataFolder(&twin)); err != nil {
				return err
			}
		}
		w.Simulators = append(w.Simulators, &twin)
		c.printf("%s\n", twin.UDID)
		return nil
	})
}

// simDelete is `simctl delete <device> [... <device n>] | unavailable | all`; a
// booted device is shut down first.
func simDelete(c *call, args []string) error {
	if err := need(args, 1, "delete <device> [... <device n>] | unavailable | all"); err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		gone := map[*Simulator]bool{}
		if args[0] == "unavailable" {
			for _, s := range w.Simulators {
				gone[s] = s.Unavailable != ""
			}
		} else {
			chosen, err := several(w, args)
			if err != nil {
				return err
			}
			for _, s := range chosen {
				gone[s] = true
			}
		}
		var kept []*Simulator
		for _, s := range w.Simulators {
			if !gone[s] {
				kept = append(kept, s)
			} else if err := os.RemoveAll(filepath.Dir(c.dataFolder(s))); err != nil {
				return err
			}
		}
		w.Simulators = kept
		return nil
	})
}

// simRename is `simctl rename <device> <name>`.
func simRename(c *call, args []string) error {
	if err := need(args, 2, "rename <device> <name>"); err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		s, err := pick(w, args[0])
		if err != nil {
			return err
		}
		s.Name = args[1]
		return nil
	})
}
