package fakeapple

import "path/filepath"

// simSpawn is `simctl spawn <device> <path to executable> …`; `log` and
// `launchctl` are known, other programs are not there.
func simSpawn(c *call, args []string) error {
	for len(args) > 0 && (args[0] == "-s" || args[0] == "-w" || args[0] == "--standalone" || args[0] == "--wait-for-debugger") {
		args = args[1:]
	}
	if err := need(args, 2, "spawn [-w | --wait-for-debugger] [-s | --standalone] [-a <arch> | --arch=<arch>] <device> <path to executable> [<argv 1> <argv 2> ... <argv n>]"); err != nil {
		return err
	}
	s, err := c.booted(args[0], "lookup")
	if err != nil {
		return err
	}
	switch filepath.Base(args[1]) {
	case "log":
		return c.log(s, args[2:])
	case "launchctl":
		c.printf("PID\tStatus\tLabel\n")
		for _, p := range s.Processes {
			c.printf("%d\t0\tUIKitApplication:%s[abcd][rb-legacy]\n", p.PID, p.Bundle)
		}
		return nil
	case "defaults", "notifyutil":
		return nil
	}
	return simError("NSPOSIXErrorDomain", 2, "The operation couldn’t be completed. No such file or directory", "No such file or directory")
}
