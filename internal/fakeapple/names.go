package fakeapple

// Names are the programs Install makes links for.
func Names() []string {
	return []string{
		"xcrun", "plutil", "open", "xcode-select", "sw_vers", "xcodebuild", "swift", "idb", "osascript",
		"screencapture", "log", "pymobiledevice3", "idevicesyslog", "idevicescreenshot", "security", "pgrep", "pkill",
	}
}

// tools finds the stand-in of a program, or of a tool below xcrun.
func tools(name string) func(*call, []string) error {
	switch name {
	case "simctl":
		return simctl
	case "plutil":
		return plutil
	case "open":
		return open
	case "xcode-select":
		return xcodeSelect
	case "sw_vers":
		return swVers
	case "xcodebuild":
		return xcodebuild
	case "log":
		return hostLogTool
	case "devicectl":
		return devicectl
	case "xcdevice":
		return xcdevice
	case "idb":
		return idb
	case "pymobiledevice3":
		return pymobiledevice3
	case "idevicesyslog":
		return idevicesyslog
	case "idevicescreenshot":
		return idevicescreenshot
	case "swift":
		return swift
	case "osascript":
		return osascript
	case "screencapture":
		return screencapture
	case "pgrep":
		return pgrep
	case "pkill":
		return pkill
	case "xcresulttool":
		return xcresulttool
	case "mcpbridge":
		return mcpbridge
	case "security":
		return security
	}
	return nil
}
