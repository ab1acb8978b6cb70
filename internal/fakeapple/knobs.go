package fakeapple

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// knobs is one parsed knob variable; the package comment names the words.
type knobs map[string]string

// knobsFor finds the most specific variable that is set for a command line.
func (c *call) knobsFor(name string, args []string) knobs {
	key := "FAKEAPPLE_" + capitals(name)
	value := c.env[key]
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			break
		}
		key += "_" + capitals(arg)
		if v, ok := c.env[key]; ok {
			value = v
		}
	}
	k := knobs{}
	for word := range strings.SplitSeq(value, ",") {
		if word = strings.TrimSpace(word); word != "" {
			w, v, _ := strings.Cut(word, ":")
			k[w] = v
		}
	}
	return k
}

func capitals(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
			return r
		}
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return '_'
	}, s)
}

// withKnobs runs act as the knobs of a command line want it.
func (c *call) withKnobs(name string, args []string, act func() int) int {
	k := c.knobsFor(name, args)
	if len(k) == 0 {
		return act()
	}
	if _, ok := k["stubborn"]; ok {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	}
	if d, err := time.ParseDuration(k["slow"]); err == nil {
		time.Sleep(d)
	}
	if _, ok := k["noisy"]; ok {
		// The lines of captures/simctl/errors/list_with_noise_before_json.txt and of
		// captures/xctest-console/xcodebuild_warning_destinations_only.txt.
		c.printf("Install Started\n")
		c.errorf("DVTDeviceOperation: Encountered a build number \"\" that is incompatible with DVTBuildVersion.\n")
	}
	out, errs := c.Out, c.Err
	_, silent := k["silent"]
	if silent {
		c.Out, c.Err = io.Discard, io.Discard
	}
	var held *bytes.Buffer
	if _, ok := k["truncated"]; ok && !silent {
		held = &bytes.Buffer{}
		c.Out = held
	}
	code := c.answer(k, act)
	if held != nil {
		n, err := strconv.Atoi(k["truncated"])
		if err != nil {
			n = held.Len() / 2
		}
		out.Write(held.Bytes()[:min(n, held.Len())])
	}
	c.endless(k, name)
	if n, err := strconv.Atoi(k["exit"]); err == nil {
		code = n
	}
	c.Out, c.Err = out, errs
	return code
}

// answer replaces the act where the knobs say so.
func (c *call) answer(k knobs, act func() int) int {
	if v, ok := k["fail"]; ok {
		number, text, _ := strings.Cut(v, ":")
		n, err := strconv.Atoi(number)
		if err != nil || n == 0 {
			n = 1
		}
		if text == "" {
			text = "fakeapple: told to fail"
		}
		c.errorf("%s\n", text)
		return n
	}
	_, answered := k["answer"]
	_, failed := k["error"]
	if answered || failed {
		c.copyFile(c.Out, k["answer"])
		c.copyFile(c.Err, k["error"])
		return 0
	}
	_, c.empty = k["empty"]
	return act()
}

func (c *call) copyFile(to io.Writer, file string) {
	if file == "" {
		return
	}
	data, err := os.ReadFile(c.path(file))
	if err != nil {
		data = fmt.Appendf(nil, "fakeapple: %v\n", err)
	}
	to.Write(data)
}

// endless prints a line each interval until a signal ends the process.
func (c *call) endless(k knobs, name string) {
	v, ok := k["endless"]
	if !ok {
		return
	}
	every, err := time.ParseDuration(v)
	if err != nil {
		every = time.Second
	}
	for n := 1; ; n++ {
		time.Sleep(every)
		if _, err := fmt.Fprintf(c.Out, "%s: still waiting (%d)\n", name, n); err != nil {
			return
		}
	}
}
