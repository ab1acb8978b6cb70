package services

import (
	"context"
	"strings"

	"bazelapple/handlers"
	"bazelapple/server/wire"
)

// destinations lists what apps can run on. Where Apple's programs are missing
// the list is empty and says why.
func destinations(ctx context.Context, e *handlers.Engine, _ wire.RootParams) (any, error) {
	out := wire.DestinationsResult{Destinations: []wire.Destination{}, Simulated: e.Host.Simulated}
	if !e.Host.Mac() {
		out.Error = "Simulators and devices need a Mac with Xcode; this is " + e.Host.OS + "."
		return out, nil
	}
	defaults := e.Session.Defaults()
	chosen := func(id, name, keyID, keyName string) bool {
		return defaults[keyID] == id || defaults[keyID] == nil && defaults[keyName] == name
	}
	var problems []string
	sims, _, err := e.Simulators.List(ctx)
	if err != nil {
		problems = append(problems, err.Error())
	}
	holders := e.Simulators.Leases.Holders()
	for _, s := range sims {
		holder := ""
		if who, held := holders[strings.ToUpper(s.UDID)]; held {
			holder = who.String()
		}
		out.Destinations = append(out.Destinations, wire.Destination{ID: s.UDID, Name: s.Name, Kind: "simulator", State: s.State, OS: s.Platform + " " + s.OSVersion, Default: chosen(s.UDID, s.Name, "simulatorId", "simulatorName"), Holder: holder})
	}
	devices, _, err := e.Devices.List(ctx)
	if err != nil {
		problems = append(problems, err.Error())
	}
	for _, d := range devices {
		state := "unavailable"
		if d.Connected {
			state = "connected"
		}
		out.Destinations = append(out.Destinations, wire.Destination{ID: d.ID(), Name: d.Name, Kind: "device", State: state, OS: strings.TrimSpace(d.Platform + " " + d.OSVersion), Default: chosen(d.ID(), d.Name, "deviceId", "deviceName")})
	}
	out.Destinations = append(out.Destinations, wire.Destination{ID: "mac", Name: "My Mac", Kind: "mac", OS: "macOS", Default: defaults["platform"] == "macos"})
	out.Error = strings.Join(problems, "; ")
	return out, nil
}
