package fakeapple

import (
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const ioUsage = "io <device> <operation> <arguments>"

// simIO is `simctl io <device> screenshot|recordVideo|enumerate …`.
func simIO(c *call, args []string) error {
	if err := need(args, 2, ioUsage); err != nil {
		return err
	}
	s, err := c.booted(args[0], "lookup")
	if err != nil {
		return err
	}
	switch args[1] {
	case "screenshot":
		return c.screenshot(s, args[2:])
	case "recordVideo":
		return c.record264(s, args[2:])
	case "enumerate":
		c.printf("Port:\n\tClass: Display\n\tPort Identifier: com.apple.framebuffer.display\n\tDisplay class: 0\n")
		return nil
	}
	return refuse(1, "Unrecognized io operation: %s\nUsage: simctl %s", args[1], ioUsage)
}

// ioFlags reads "--name=value", "--name value" and the one path.
func ioFlags(args []string, valued ...string) (map[string]string, string, error) {
	flags, file := map[string]string{}, ""
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		if word == "-" || !strings.HasPrefix(word, "-") {
			file = word
			continue
		}
		name, value, joined := strings.Cut(strings.TrimLeft(word, "-"), "=")
		if slices.Contains(valued, name) && !joined {
			if len(args) == 0 {
				return nil, "", refuse(1, "Missing value for %s\nUsage: simctl %s", word, ioUsage)
			}
			value, args = args[0], args[1:]
		} else if !slices.Contains(valued, name) && name != "f" && name != "force" {
			return nil, "", refuse(1, "Unrecognized option: %s\nUsage: simctl %s", word, ioUsage)
		}
		flags[name] = value
	}
	if file == "" {
		return nil, "", refuse(1, "A file path is required\nUsage: simctl %s", ioUsage)
	}
	return flags, file, nil
}

// screenshot writes a PNG of the device's pixel size. The three notes are those
// simctl prints on stderr.
func (c *call) screenshot(s *Simulator, args []string) error {
	flags, file, err := ioFlags(args, "type", "display", "mask")
	if err != nil {
		return err
	}
	if m, ok := flags["mask"]; ok && !slices.Contains([]string{"ignored", "alpha", "black"}, m) {
		return refuse(1, "Invalid mask: %s\nUsage: simctl %s", m, ioUsage)
	}
	if t, ok := flags["type"]; ok && !slices.Contains([]string{"png", "tiff", "bmp", "gif", "jpeg"}, t) {
		return refuse(1, "Invalid type: %s\nUsage: simctl %s", t, ioUsage)
	}
	w, err := c.store.read()
	if err != nil {
		return err
	}
	picture, err := drawScreen(w, s)
	if err != nil {
		return err
	}
	if flags["display"] == "" {
		c.errorf("Note: No display specified. Defaulting to display: 'internal'.\n")
	}
	if file == "-" {
		_, err := c.Out.Write(picture)
		return err
	}
	if err := os.WriteFile(c.path(file), picture, 0o644); err != nil {
		return simError("NSCocoaErrorDomain", 4, "The file “"+filepath.Base(file)+"” couldn’t be saved because the folder doesn’t exist.")
	}
	if flags["type"] == "" {
		c.errorf("Detected file type '%s' from extension\n", strings.ToUpper(strings.TrimPrefix(filepath.Ext(file), ".")))
	}
	c.errorf("Wrote screenshot to: %s\n", c.path(file))
	return nil
}

// record264 is `simctl io <device> recordVideo`: it records until SIGINT. The
// file it writes is an empty MP4: a type box and a movie box without a track.
func (c *call) record264(s *Simulator, args []string) error {
	flags, file, err := ioFlags(args, "codec", "display", "mask")
	if err != nil {
		return err
	}
	_, short := flags["f"]
	_, long := flags["force"]
	target := c.path(file)
	if exists(target) && !short && !long {
		return simError("NSPOSIXErrorDomain", 17, "File exists: "+target, "Pass --force to overwrite it.")
	}
	if !exists(filepath.Dir(target)) {
		return simError("NSCocoaErrorDomain", 4, "The file “"+filepath.Base(file)+"” couldn’t be saved because the folder doesn’t exist.")
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	c.errorf("Recording started\n")
	poll := time.NewTicker(100 * time.Millisecond)
	defer poll.Stop()
	for on := true; on; {
		select {
		case <-signals:
			on = false
		case <-poll.C:
			w, err := c.store.read()
			if err != nil {
				return err
			}
			now := w.simulator(s.UDID)
			on = now != nil && now.Booted
		}
	}
	c.errorf("Recording completed. Writing to disk.\n")
	if err := os.WriteFile(target, emptyMovie(), 0o644); err != nil {
		return err
	}
	c.errorf("Wrote video to: %s\n", target)
	return nil
}

func emptyMovie() []byte {
	kind := append([]byte{0, 0, 0, 20}, "ftypmp42\x00\x00\x00\x00mp42"...)
	header := append([]byte{0, 0, 0, 108}, "mvhd"...)
	header = append(header, make([]byte, 100)...)
	header[8+12+3] = 90 // time scale
	movie := append([]byte{0, 0, 0, 116}, "moov"...)
	return append(append(kind, movie...), header...)
}
