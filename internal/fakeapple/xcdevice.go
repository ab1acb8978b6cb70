package fakeapple

import "strings"

// xcdevice is `xcrun xcdevice list`, in the form of
// captures/xcdevice/sweetpad_xcdevice-mixed-platforms.json and -unavailable.json.
func xcdevice(c *call, args []string) error {
	if len(args) == 0 || args[0] != "list" {
		return refuse(1, "Usage: xcdevice <list|observe|help> [options]")
	}
	w, err := c.store.read()
	if err != nil {
		return err
	}
	list := []any{}
	for _, dev := range w.Devices {
		if c.empty {
			break
		}
		entry := map[string]any{
			"simulator": false, "operatingSystemVersion": dev.OS + " (" + dev.Build + ")", "interface": map[string]string{"wired": "usb", "localNetwork": "network"}[dev.Transport],
			"available": dev.Pairing == "paired" && dev.Tunnel != "unavailable", "platform": "com.apple.platform." + map[string]string{"iOS": "iphoneos", "watchOS": "watchos", "tvOS": "appletvos", "xrOS": "xros"}[dev.Platform],
			"modelCode": dev.Product, "identifier": dev.UDID, "modelName": dev.Marketing, "name": dev.Name, "architecture": "arm64e", "ignored": false,
		}
		if dev.Pairing != "paired" {
			entry["error"] = map[string]any{
				"code": -9, "domain": "com.apple.platform.iphoneos", "description": dev.Name + " is not paired with your computer.",
				"failureReason": dev.Name + " is not paired with your computer. To use " + dev.Name + " with Xcode, unlock it and choose to trust this computer when prompted.",
			}
		}
		list = append(list, entry)
	}
	for _, s := range w.Simulators {
		t, ok := w.deviceType(s.Type)
		r, found := w.runtime(s.Runtime)
		if !ok || !found || c.empty {
			continue
		}
		list = append(list, map[string]any{
			"simulator": true, "operatingSystemVersion": r.Version + " (" + r.Build + ")", "available": true, "modelCode": t.Model, "identifier": s.UDID,
			"modelName": t.Name, "name": s.Name, "architecture": "arm64", "ignored": false,
			"platform": "com.apple.platform." + strings.ToLower(map[string]string{"iOS": "iphone", "tvOS": "appletv", "watchOS": "watch", "xrOS": "xr"}[r.Platform]) + "simulator",
		})
	}
	return c.appleJSON(list)
}
