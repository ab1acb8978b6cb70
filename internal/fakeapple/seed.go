package fakeapple

// Seed is the first world: Xcode 26.2 with runtimes of two iOS generations, tvOS,
// watchOS and visionOS, one simulator of each kind people use, and three physical
// iPhones: connected, paired over Wi-Fi but locked, and not paired. Identifiers
// are ours; names, models and point sizes are Apple's published ones.
func Seed() *World {
	const t = "com.apple.CoreSimulator.SimDeviceType."
	const r = "com.apple.CoreSimulator.SimRuntime."
	w := &World{
		Xcode: Xcode{Version: "26.2", Build: "17C52", Developer: "/Applications/Xcode.app/Contents/Developer"},
		MacOS: MacOS{Version: "26.1", Build: "25B78"},
		DeviceTypes: []DeviceType{
			{t + "iPhone-16", "iPhone 16", "iPhone", "iPhone17,3", "18.0.0", 393, 852, 3},
			{t + "iPhone-17-Pro", "iPhone 17 Pro", "iPhone", "iPhone18,1", "26.0.0", 402, 874, 3},
			{t + "iPhone-17", "iPhone 17", "iPhone", "iPhone18,3", "26.0.0", 402, 874, 3},
			{t + "iPad-Pro-11-inch-M4-8GB", "iPad Pro 11-inch (M4)", "iPad", "iPad16,3", "17.4.0", 834, 1210, 2},
			{t + "iPad-A16", "iPad (A16)", "iPad", "iPad15,7", "18.3.0", 820, 1180, 2},
			{t + "Apple-TV-4K-3rd-generation-4K", "Apple TV 4K (3rd generation)", "Apple TV", "AppleTV14,1", "16.1.0", 1920, 1080, 2},
			{t + "Apple-Watch-Series-11-46mm", "Apple Watch Series 11 (46mm)", "Apple Watch", "Watch7,18", "26.0.0", 208, 248, 2},
			{t + "Apple-Vision-Pro", "Apple Vision Pro", "Apple Vision", "RealityDevice14,1", "1.0.0", 1280, 720, 2},
		},
		Runtimes: []Runtime{
			{r + "iOS-18-6", "iOS 18.6", "18.6", "22G86", "iOS"},
			{r + "iOS-26-2", "iOS 26.2", "26.2", "23C54", "iOS"},
			{r + "tvOS-26-2", "tvOS 26.2", "26.2", "23K51", "tvOS"},
			{r + "watchOS-26-2", "watchOS 26.2", "26.2", "23S303", "watchOS"},
			{r + "xrOS-26-2", "visionOS 26.2", "26.2", "23N301", "xrOS"},
		},
		Simulators: []*Simulator{
			{UDID: "0A6F1E52-1B1D-4C59-9A77-3D0C5B7E1801", Name: "iPhone 16", Type: t + "iPhone-16", Runtime: r + "iOS-18-6"},
			{UDID: "0A6F1E52-1B1D-4C59-9A77-3D0C5B7E1802", Name: "iPad (A16)", Type: t + "iPad-A16", Runtime: r + "iOS-18-6"},
			{UDID: "5C2E9B10-7F43-4E0B-8D26-A1B2C3D42601", Name: "iPhone 17 Pro", Type: t + "iPhone-17-Pro", Runtime: r + "iOS-26-2"},
			{UDID: "5C2E9B10-7F43-4E0B-8D26-A1B2C3D42602", Name: "iPhone 17", Type: t + "iPhone-17", Runtime: r + "iOS-26-2"},
			{UDID: "5C2E9B10-7F43-4E0B-8D26-A1B2C3D42603", Name: "iPhone 16", Type: t + "iPhone-16", Runtime: r + "iOS-26-2"},
			{UDID: "5C2E9B10-7F43-4E0B-8D26-A1B2C3D42604", Name: "iPad Pro 11-inch (M4)", Type: t + "iPad-Pro-11-inch-M4-8GB", Runtime: r + "iOS-26-2"},
			{UDID: "8F0D3A77-2C61-4B95-B0E4-5566778826F1", Name: "Apple TV 4K (3rd generation)", Type: t + "Apple-TV-4K-3rd-generation-4K", Runtime: r + "tvOS-26-2"},
			{UDID: "8F0D3A77-2C61-4B95-B0E4-5566778826F2", Name: "Apple Watch Series 11 (46mm)", Type: t + "Apple-Watch-Series-11-46mm", Runtime: r + "watchOS-26-2"},
			{UDID: "8F0D3A77-2C61-4B95-B0E4-5566778826F3", Name: "Apple Vision Pro", Type: t + "Apple-Vision-Pro", Runtime: r + "xrOS-26-2"},
			{UDID: "D1E2F304-5A6B-4C7D-8E9F-0A1B2C3D1700", Name: "iPhone 15", Type: t + "iPhone-15", Runtime: r + "iOS-17-0", Unavailable: `runtime profile not found using "System" match policy`},
		},
		Pairs: []Pair{{
			"B7C8D9E0-1F2A-4B3C-9D4E-5F60718293A4", "8F0D3A77-2C61-4B95-B0E4-5566778826F2",
			"5C2E9B10-7F43-4E0B-8D26-A1B2C3D42601", "(active, disconnected)",
		}},
		Devices: seedDevices(),
		Mac: Mac{Known: []MacApp{
			{Name: "Simulator", ID: "com.apple.iphonesimulator"}, {Name: "Xcode", ID: "com.apple.dt.Xcode"}, {Name: "Safari", ID: "com.apple.Safari"},
			{Name: "Finder", ID: "com.apple.finder"}, {Name: "Terminal", ID: "com.apple.Terminal"}, {Name: "TextEdit", ID: "com.apple.TextEdit"},
			{Name: "Console", ID: "com.apple.Console"}, {Name: "Calculator", ID: "com.apple.calculator"},
		}},
	}
	return w
}

func seedDevices() []*Device {
	return []*Device{
		{
			ID: "7D3A1F64-90C2-4E58-A6B1-2F4C8E0D9A11", UDID: "00008140-000A1B2C3D4E5F60", Name: "Test iPhone", Marketing: "iPhone 17 Pro",
			Product: "iPhone18,1", Platform: "iOS", Type: "iPhone", OS: "26.2", Build: "23C54", Transport: "wired", Tunnel: "connected",
			Pairing: "paired", DeveloperMode: true,
		},
		{
			ID: "3E9C5B27-48D1-4F0A-B7E6-6A1D2C3B4F22", UDID: "00008130-001C2D3E4F506172", Name: "Dev’s iPhone", Marketing: "iPhone 15 Pro",
			Product: "iPhone16,1", Platform: "iOS", Type: "iPhone", OS: "18.6.2", Build: "22G100", Transport: "localNetwork", Tunnel: "disconnected",
			Pairing: "paired", DeveloperMode: true, Locked: true,
		},
		{
			ID: "A4F6D8E1-5C3B-4A29-8E7D-9B0C1A2D3E33", UDID: "00008120-0009988776655443", Name: "New iPhone", Marketing: "iPhone 14",
			Product: "iPhone14,7", Platform: "iOS", Type: "iPhone", OS: "17.7", Build: "21H16", Transport: "wired", Tunnel: "disconnected",
			Pairing: "unpaired",
		},
	}
}
