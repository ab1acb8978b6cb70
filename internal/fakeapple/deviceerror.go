package fakeapple

import (
	"fmt"
	"strings"
)

// deviceError is an error of devicectl, with the error below it.
type deviceError struct {
	domain string
	code   int
	text   string
	info   [][2]string // further userInfo entries
	url    string      // NSURL
	below  *deviceError
}

const (
	coreDevice     = "com.apple.dt.CoreDeviceError"
	controlChannel = "com.apple.CoreDevice.ControlChannelConnectionError"
)

func (e *deviceError) Error() string { return e.text }

// json has the form of captures/devicectl/install_app_failed_*.json.
func (e *deviceError) json() map[string]any {
	info := map[string]any{"NSLocalizedDescription": map[string]any{"string": e.text}}
	for _, kv := range e.info {
		info[kv[0]] = map[string]any{"string": kv[1]}
	}
	if e.url != "" {
		info["NSURL"] = map[string]any{"url": e.url}
	}
	if e.below != nil {
		info["NSUnderlyingError"] = map[string]any{"error": e.below.json()}
	}
	return map[string]any{"code": e.code, "domain": e.domain, "userInfo": info}
}

// lines has the form of captures/devicectl/process_launch_locked.txt.
func (e *deviceError) lines() string {
	var b strings.Builder
	b.WriteString("ERROR: ")
	for at := e; at != nil; at = at.below {
		if at != e {
			b.WriteString("       ")
		}
		fmt.Fprintf(&b, "%s (%s error %d (0x%02X))\n", at.text, at.domain, at.code, at.code)
		for _, kv := range at.info {
			fmt.Fprintf(&b, "       %s = %s\n", kv[0], kv[1])
		}
		if at.url != "" {
			fmt.Fprintf(&b, "       NSURL = %s\n", at.url)
		}
	}
	return b.String()
}

// noDevice: captures/devicectl/error_device_not_found_jsonv5.json.
func noDevice(which string) error {
	return &deviceError{domain: coreDevice, code: 1000, text: "The specified device was not found. (Name: " + which + ")", info: [][2]string{{"DeviceName", which}}}
}

// notPaired has the words Xcode uses for a device that was not trusted yet.
func notPaired() error {
	return &deviceError{domain: coreDevice, code: 2, text: "The device must be paired before it can be connected."}
}

// connectionLost: captures/devicectl/install_app_failed_connection_lost_xcode15.json.
func connectionLost() error {
	return &deviceError{
		domain: controlChannel, code: 1, text: "Internal logic error: Connection was invalidated",
		below: &deviceError{domain: controlChannel, code: 0, text: "Transport error", below: &deviceError{domain: "Network.NWError", code: 60, text: "Operation timed out"}},
	}
}

// developerModeOff: captures/devicectl/developer_mode_disabled.txt.
func developerModeOff() error {
	return &deviceError{domain: coreDevice, code: 10005, text: "Developer Mode is disabled."}
}

// imageNotMounted: captures/devicectl/install_app_locked_ddi.txt.
func imageNotMounted() error {
	return &deviceError{
		domain: coreDevice, code: 12040, text: "The developer disk image could not be mounted on this device.",
		below: &deviceError{domain: coreDevice, code: 10003, text: "The operation failed because the device was still locked."},
	}
}

// launchDenied: captures/devicectl/process_launch_locked.txt (reason Locked) and
// process_launch_untrusted.txt (reason Security).
func launchDenied(bundle, reason, because string) error {
	text := "Unable to launch " + bundle + " because " + because
	code := map[string]int{"Security": 3, "Locked": 7}[reason]
	return &deviceError{
		domain: coreDevice, code: 10002, text: "The application failed to launch.", info: [][2]string{{"BundleIdentifier", bundle}},
		below: &deviceError{
			domain: "FBSOpenApplicationServiceErrorDomain", code: 1, text: "The request to open \"" + bundle + "\" failed.",
			info: [][2]string{
				{"NSLocalizedFailureReason", fmt.Sprintf("The request was denied by service delegate (SBMainWorkspace) for reason: %s (%q).", reason, text)},
				{"BSErrorCodeDescription", "RequestDenied"},
			},
			below: &deviceError{
				domain: "FBSOpenApplicationErrorDomain", code: code, text: "The operation couldn’t be completed. " + text + ".",
				info: [][2]string{{"BSErrorCodeDescription", reason}},
			},
		},
	}
}

// missingApp: captures/devicectl/process_launch_not_installed.txt.
func missingApp(bundle string) error {
	return &deviceError{domain: coreDevice, code: 10002, text: "The application failed to launch.", info: [][2]string{
		{"NSLocalizedFailureReason", "The requested application " + bundle + " is not installed."},
		{"BundleIdentifier", bundle},
		{"NSLocalizedRecoverySuggestion", "Provide a valid bundle identifier."},
	}}
}

// invalidBundle: captures/devicectl/install_app_failed_invalid_bundle_xcode15.json.
func invalidBundle(name, url string) error {
	return &deviceError{
		domain: coreDevice, code: 3002, text: "Failed to install the app on the device.", url: url,
		below: &deviceError{
			domain: coreDevice, code: 3000, text: "The item at " + name + " is not a valid bundle.", url: url,
			info: [][2]string{
				{"NSLocalizedFailureReason", "Failed to get the identifier for the app to be installed."},
				{"NSLocalizedRecoverySuggestion", "Ensure that your bundle's Info.plist contains a value for the CFBundleIdentifier key."},
			},
		},
	}
}

// posixError: captures/devicectl/memory_warning_enoent.txt.
func posixError(code int, text string) error {
	return &deviceError{domain: "NSPOSIXErrorDomain", code: code, text: "The operation couldn’t be completed. " + text}
}
