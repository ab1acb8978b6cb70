package fakeapple

import (
	"encoding/json"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pymobiledevice3 is the part of pymobiledevice3 4.x the product runs: `syslog
// live`, `developer dvt screenshot`, `usbmux list`, `mounter auto-mount`.
func pymobiledevice3(c *call, args []string) error {
	flags := map[string]string{}
	var words []string
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		name, value, joined := strings.Cut(word, "=")
		if !strings.HasPrefix(word, "-") {
			words = append(words, word)
			continue
		}
		valued := slices.Contains([]string{"--udid", "--process-name", "-pn", "--pid", "--match", "-m", "--tunnel", "-o", "--out", "-e", "--regex"}, name)
		if valued && !joined {
			if len(args) == 0 {
				return refuse(2, "Error: Option '%s' requires an argument.", name)
			}
			value, args = args[0], args[1:]
		}
		flags[name] = value
	}
	line := strings.Join(words, " ")
	w, err := c.store.read()
	if err != nil {
		return err
	}
	dev, err := physical(w, flags["--udid"])
	switch {
	case line == "usbmux list":
		list := []any{}
		for _, d := range w.Devices {
			if d.Transport == "wired" {
				list = append(list, map[string]any{"BuildVersion": d.Build, "ConnectionType": "USB", "DeviceClass": d.Type, "DeviceName": d.Name, "Identifier": d.UDID, "ProductType": d.Product, "ProductVersion": d.OS, "UniqueDeviceID": d.UDID})
			}
		}
		data, err := json.MarshalIndent(list, "", "    ")
		c.printf("%s\n", data)
		return err
	case line == "version":
		c.printf("4.27.0\n")
		return nil
	case err != nil:
		return refuse(1, "ERROR    Device is not connected")
	case strings.HasPrefix(line, "developer dvt screenshot ") && len(words) == 4:
		if !dev.DeveloperMode {
			return refuse(1, "ERROR    Developer Mode is disabled. You can try to enable it using: python3 -m pymobiledevice3 amfi enable-developer-mode")
		}
		return c.deviceScreenshot(dev, words[3])
	case line == "mounter auto-mount":
		c.errorf("INFO     DeveloperDiskImage already mounted\n")
		return nil
	case line == "syslog live":
		process := first(flags["--process-name"], flags["-pn"])
		match := first(flags["--match"], flags["-m"])
		return c.deviceLog(dev, func(e entry) {
			text := e.Time.Format("2006-01-02 15:04:05.000000") + " " + e.Process + "{" + e.Process + "}[" + strconv.Itoa(e.PID) + "] <" + strings.ToUpper(e.Type) + ">: " + e.Message
			if (process == "" || process == e.Process) && strings.Contains(text, match) {
				c.printf("%s\n", text)
			}
		})
	}
	return refuse(2, "Usage: pymobiledevice3 [OPTIONS] COMMAND [ARGS]...\nTry 'pymobiledevice3 --help' for help.\n\nError: No such command '%s'.", line)
}

// physical finds a device the usbmux knows: paired and in reach.
func physical(w *World, udid string) (*Device, error) {
	for _, d := range w.Devices {
		if (udid == "" || strings.EqualFold(udid, d.UDID)) && d.Pairing == "paired" && d.Tunnel != "unavailable" {
			return d, nil
		}
	}
	return nil, refuse(1, "ERROR: No device found!")
}

// deviceLog gives a line of the system and one of each running app at each beat
// until a signal.
func (c *call) deviceLog(dev *Device, show func(entry)) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	parent := os.Getppid()
	for {
		w, err := c.store.read()
		if err != nil {
			return err
		}
		now := w.device(dev.ID)
		if now == nil || now.Pairing != "paired" || os.Getppid() != parent {
			return nil
		}
		show(entry{Time: time.Now(), Process: "backboardd", PID: 496, Type: "Notice", Message: "display is on"})
		for _, p := range now.Processes {
			show(entry{Time: time.Now(), Process: p.Executable, PID: p.PID, Type: "Notice", Message: "heartbeat"})
		}
		select {
		case <-signals:
			return nil
		case <-time.After(c.duration("FAKEAPPLE_LOG_EVERY", 250*time.Millisecond)):
		}
	}
}

// deviceScreenshot draws the device as a simulator of the same state.
func (c *call) deviceScreenshot(dev *Device, file string) error {
	s := &Simulator{Type: "device", Processes: dev.Processes, Foreground: dev.Foreground, Screens: dev.Screens, Apps: dev.Apps}
	w := &World{DeviceTypes: []DeviceType{{ID: "device", Width: 402, Height: 874, Scale: 3}}}
	picture, err := drawScreen(w, s)
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.path(file), picture, 0o644); err != nil {
		return refuse(1, "ERROR    [Errno 2] No such file or directory: '%s'", file)
	}
	return nil
}

// ideviceFlags reads the flags of libimobiledevice's programs.
func ideviceFlags(args []string) (map[string]string, []string) {
	flags := map[string]string{}
	var rest []string
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case slices.Contains([]string{"-u", "--udid", "-p", "--process", "-m", "--match", "-e"}, word) && len(args) > 0:
			flags[word], args = args[0], args[1:]
		case strings.HasPrefix(word, "-"):
			flags[word] = ""
		default:
			rest = append(rest, word)
		}
	}
	return flags, rest
}

// ideviceTarget finds the device; -n adds those on the network.
func ideviceTarget(c *call, flags map[string]string) (*Device, error) {
	w, err := c.store.read()
	if err != nil {
		return nil, err
	}
	udid := first(flags["-u"], flags["--udid"])
	_, network := flags["-n"]
	dev, err := physical(w, udid)
	if err != nil || dev.Transport != "wired" && !network {
		if udid != "" {
			return nil, refuse(1, "ERROR: Device %s not found!", udid)
		}
		return nil, refuse(1, "ERROR: No device found!")
	}
	return dev, nil
}

// idevicesyslog is libimobiledevice's idevicesyslog.
func idevicesyslog(c *call, args []string) error {
	flags, _ := ideviceFlags(args)
	dev, err := ideviceTarget(c, flags)
	if err != nil {
		return err
	}
	c.printf("[connected:%s]\n", dev.UDID)
	process, match := first(flags["-p"], flags["--process"]), first(flags["-m"], flags["--match"])
	return c.deviceLog(dev, func(e entry) {
		if (process == "" || process == e.Process) && strings.Contains(e.Message, match) {
			c.printf("%s %s[%d] <%s>: %s\n", e.Time.Format("Jan _2 15:04:05.000000"), e.Process, e.PID, e.Type, e.Message)
		}
	})
}

// idevicescreenshot is libimobiledevice's; iOS 17 and later no longer have its
// service.
func idevicescreenshot(c *call, args []string) error {
	flags, rest := ideviceFlags(args)
	dev, err := ideviceTarget(c, flags)
	if err != nil {
		return err
	}
	if packVersion(dev.OS) >= 17<<16 {
		return refuse(255, "Could not start screenshotr service: Invalid service\nPlease make sure the device is unlocked and the Developer disk image is mounted.")
	}
	file := "screenshot.png"
	if len(rest) > 0 {
		file = rest[0]
	}
	if err := c.deviceScreenshot(dev, file); err != nil {
		return err
	}
	c.printf("Screenshot saved to %s\n", file)
	return nil
}
