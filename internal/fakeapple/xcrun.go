package fakeapple

import (
	"os"
	"path/filepath"
	"strings"
)

// xcrun runs the tools of the selected Xcode. Flags are those of xcrun(1). A tool
// without a stand-in is looked up on PATH, as the real one does.
func (c *call) xcrun(args []string) int {
	return c.withKnobs("xcrun", nil, func() int {
		find := false
		for len(args) > 0 && strings.HasPrefix(args[0], "-") {
			switch args[0] {
			case "-f", "--find":
				find = true
			case "--sdk", "-sdk", "--toolchain":
				args = args[1:]
			case "--version":
				c.printf("xcrun version 72.\n") // form of `xcrun --version`
				return 0
			case "--show-sdk-path":
				return c.status(sdkPath(c))
			}
			if len(args) > 0 {
				args = args[1:]
			}
		}
		if len(args) == 0 {
			return c.status(refuse(64, "Usage: xcrun [options] <tool name> ... arguments ..."))
		}
		if find {
			return c.status(findTool(c, args[0]))
		}
		if tools(args[0]) == nil {
			return c.status(missingTool(args[0]))
		}
		return c.tool(args[0], args[1:])
	})
}

// missingTool is xcrun's answer to a name it cannot find: exit 72, two lines.
func missingTool(name string) error {
	return refuse(72, "xcrun: error: sh -c '/Applications/Xcode.app/Contents/Developer/usr/bin/xcodebuild -sdk / -find %s 2> /dev/null' failed with exit code 17664: (null) (errno=No such file or directory)\n"+
		"xcrun: error: unable to find utility \"%s\", not a developer tool or in PATH", name, name)
}

func findTool(c *call, name string) error {
	w, err := c.store.read()
	if err != nil {
		return err
	}
	if tools(name) == nil {
		return missingTool(name)
	}
	c.printf("%s\n", filepath.Join(w.Xcode.Developer, "usr/bin", name))
	return nil
}

func sdkPath(c *call) error {
	w, err := c.store.read()
	if err != nil {
		return err
	}
	c.printf("%s/Platforms/MacOSX.platform/Developer/SDKs/MacOSX.sdk\n", w.Xcode.Developer)
	return nil
}

// xcodeSelect answers -p; the rest needs root on a Mac and is refused.
func xcodeSelect(c *call, args []string) error {
	w, err := c.store.read()
	if err != nil {
		return err
	}
	if len(args) == 1 && (args[0] == "-p" || args[0] == "--print-path") {
		if dir := c.env["DEVELOPER_DIR"]; dir != "" {
			c.printf("%s\n", dir)
			return nil
		}
		if w.Xcode.Developer == "" {
			return refuse(2, "xcode-select: error: unable to get active developer directory, use `sudo xcode-select --switch path/to/Xcode.app` to set one (or see `man xcode-select`)")
		}
		c.printf("%s\n", w.Xcode.Developer)
		return nil
	}
	if len(args) == 1 && (args[0] == "-v" || args[0] == "--version") {
		c.printf("xcode-select version 2416.\n")
		return nil
	}
	if len(args) > 0 && (args[0] == "-s" || args[0] == "--switch" || args[0] == "-r") {
		return refuse(1, "xcode-select: error: --switch must be run as root (e.g. `sudo xcode-select --switch <xcode_folder_path>`).")
	}
	return refuse(1, "Usage: xcode-select [options]\n\nPrint or change the path to the active developer directory.")
}

// swVers has the form of sw_vers(1).
func swVers(c *call, args []string) error {
	w, err := c.store.read()
	if err != nil {
		return err
	}
	lines := map[string]string{"--productName": "macOS", "--productVersion": w.MacOS.Version, "--buildVersion": w.MacOS.Build}
	if len(args) == 1 {
		word := "--" + strings.TrimLeft(args[0], "-")
		if v, ok := lines[word]; ok {
			c.printf("%s\n", v)
			return nil
		}
	}
	if len(args) > 0 {
		return refuse(1, "Usage: sw_vers [--productName|--productVersion|--productVersionExtra|--buildVersion]")
	}
	c.printf("ProductName:\t\tmacOS\nProductVersion:\t\t%s\nBuildVersion:\t\t%s\n", w.MacOS.Version, w.MacOS.Build)
	return nil
}

// security answers `find-identity` with no identity: a simulated machine signs
// nothing.
func security(c *call, args []string) error {
	if len(args) > 0 && args[0] == "find-identity" {
		c.printf("     0 valid identities found\n")
		return nil
	}
	return refuse(2, "security: the stand-in knows find-identity only")
}

// exists tells whether a path is there.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
