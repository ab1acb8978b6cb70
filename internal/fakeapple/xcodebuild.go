package fakeapple

import "strings"

// xcodebuild answers -version and -showsdks; building is Bazel's here. The SDK
// list has the form of captures/xcodebuild/showsdks_json_xcode26.json.
func xcodebuild(c *call, args []string) error {
	w, err := c.store.read()
	if err != nil {
		return err
	}
	for _, arg := range args {
		switch arg {
		case "-version":
			c.printf("Xcode %s\nBuild version %s\n", w.Xcode.Version, w.Xcode.Build)
			return nil
		case "-showsdks":
			return c.appleJSON(sdks(w))
		case "-runFirstLaunch", "-checkFirstLaunchStatus":
			return nil
		}
	}
	// The words and the code of xcodebuild in a folder without a project.
	return refuse(66, "xcodebuild: error: The directory %s does not contain an Xcode project, workspace or package.", c.Dir)
}

func sdks(w *World) []any {
	var list []any
	for _, s := range []struct{ name, display, platform, folder string }{
		{"iphoneos", "iOS", "iphoneos", "iPhoneOS"},
		{"iphonesimulator", "Simulator - iOS", "iphonesimulator", "iPhoneSimulator"},
		{"macosx", "macOS", "macosx", "MacOSX"},
	} {
		version := strings.TrimSuffix(w.Xcode.Version, ".0")
		platform := w.Xcode.Developer + "/Platforms/" + s.folder + ".platform"
		list = append(list, map[string]any{
			"buildID":             "F3A2C8D0-0000-4000-8000-000000000001",
			"canonicalName":       s.name + version,
			"displayName":         s.display + " " + version,
			"isBaseSdk":           true,
			"platform":            s.platform,
			"platformPath":        platform,
			"platformVersion":     version,
			"productBuildVersion": w.Xcode.Build,
			"productName":         s.display,
			"productVersion":      version,
			"sdkPath":             platform + "/Developer/SDKs/" + s.folder + version + ".sdk",
			"sdkVersion":          version,
		})
	}
	return list
}
