package devicectl

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A Device is a physical device.
type Device struct {
	UDID       string `json:"udid"`       // of the hardware
	Identifier string `json:"identifier"` // CoreDevice identifier
	Name       string `json:"name"`
	Model      string `json:"model,omitempty"` // "iPhone 15 Pro"
	Platform   string `json:"platform,omitempty"`
	OSVersion  string `json:"osVersion,omitempty"`
	Paired     bool   `json:"paired"`
	Connected  bool   `json:"connected"` // reachable now
	Transport  string `json:"transport,omitempty"`
	// DeveloperMode is enabled, disabled, or "" when not told.
	DeveloperMode string `json:"developerMode,omitempty"`
}

// ID is what a command line gets: the hardware UDID, else the CoreDevice
// identifier. devicectl takes either.
func (d Device) ID() string { return cmp.Or(d.UDID, d.Identifier) }

// String is the device as a person picks it.
func (d Device) String() string {
	kind := strings.TrimSpace(cmp.Or(d.Model, d.Platform) + " " + d.OSVersion)
	if kind == "" {
		return d.Name
	}
	return fmt.Sprintf("%s (%s)", d.Name, kind)
}

type rawDevice struct {
	Identifier string `json:"identifier"`
	Connection struct {
		PairingState  string `json:"pairingState"`
		TunnelState   string `json:"tunnelState"`
		TransportType string `json:"transportType"`
	} `json:"connectionProperties"`
	Properties struct {
		Name          string `json:"name"`
		OSVersion     string `json:"osVersionNumber"`
		DeveloperMode string `json:"developerModeStatus"`
	} `json:"deviceProperties"`
	Hardware struct {
		UDID          string `json:"udid"`
		MarketingName string `json:"marketingName"`
		ProductType   string `json:"productType"`
		Platform      string `json:"platform"`
		Reality       string `json:"reality"`
	} `json:"hardwareProperties"`
	Visibility string `json:"visibilityClass"`
}

// List returns the physical devices, connected ones first. skipped counts the
// entries that cannot be addressed: without name or identifiers, or simulated
// (Xcode 27 lists simulators too).
func (c *Client) List(ctx context.Context) (devices []Device, skipped int, err error) {
	var result struct {
		Devices []json.RawMessage `json:"devices"`
	}
	if err := c.run(ctx, listTimeout, &result, "list", "devices"); err != nil {
		return nil, 0, err
	}
	devices, skipped = parseDevices(result.Devices)
	return devices, skipped, nil
}

// Parse reads the whole JSON document of "list devices".
func Parse(text []byte) (devices []Device, skipped int, err error) {
	var answer struct {
		Result struct {
			Devices []json.RawMessage `json:"devices"`
		} `json:"result"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	devices, skipped = parseDevices(answer.Result.Devices)
	return devices, skipped, nil
}

func parseDevices(raw []json.RawMessage) (devices []Device, skipped int) {
	var rest []Device
	for _, text := range raw {
		var r rawDevice
		// One entry of a strange form must not hide the others.
		if json.Unmarshal(text, &r) != nil || r.Properties.Name == "" || r.Hardware.UDID == "" && !addressable(r.Identifier) {
			skipped++
			continue
		}
		if r.Hardware.Reality == "simulated" || r.Connection.TransportType == "sameMachine" {
			skipped++
			continue
		}
		d := Device{
			UDID: r.Hardware.UDID, Name: r.Properties.Name, Model: cmp.Or(r.Hardware.MarketingName, r.Hardware.ProductType), Platform: r.Hardware.Platform,
			OSVersion: r.Properties.OSVersion, Paired: r.Connection.PairingState == "paired", Transport: r.Connection.TransportType, DeveloperMode: r.Properties.DeveloperMode,
		}
		if addressable(r.Identifier) {
			d.Identifier = r.Identifier
		}
		// A paired device that is near has its tunnel made when it is first used;
		// "unavailable" is one that is not near.
		d.Connected = r.Connection.TunnelState == "connected" ||
			d.Paired && r.Connection.TunnelState != "unavailable" && r.Visibility != "hidden"
		if d.Connected {
			devices = append(devices, d)
		} else {
			rest = append(rest, d)
		}
	}
	return append(devices, rest...), skipped
}

// addressable refuses identifiers that devicectl does not take back, such as
// the urn form that stands for devices before iOS 17.
func addressable(id string) bool { return id != "" && !strings.ContainsAny(id, ": ") }

// A Choice says which device is meant; an empty one means the only connected.
type Choice struct {
	ID   string // hardware UDID or CoreDevice identifier
	Name string // without regard to case and curly quotes
	// Any allows a device that is not connected, as pairing needs.
	Any bool
	// Exact refuses to choose where nothing is named.
	Exact bool
}

// What Resolve refuses with.
var (
	ErrNotFound     = errors.New("no such device")
	ErrNotConnected = errors.New("the device is not connected")
	ErrNone         = errors.New("no device is connected")
	ErrAmbiguous    = errors.New("several devices match")
)

// Resolve finds the device that choice means.
func (c *Client) Resolve(ctx context.Context, choice Choice) (d Device, warning string, err error) {
	devices, _, err := c.List(ctx)
	if err != nil {
		return Device{}, "", err
	}
	return Pick(devices, choice)
}

// Pick is Resolve over a known list.
func Pick(devices []Device, c Choice) (Device, string, error) {
	var match []Device
	for _, d := range devices {
		switch {
		case c.ID != "":
			if strings.EqualFold(d.UDID, c.ID) || strings.EqualFold(d.Identifier, c.ID) {
				match = append(match, d)
			}
		case c.Name != "":
			if fold(d.Name) == fold(c.Name) {
				match = append(match, d)
			}
		case d.Connected:
			match = append(match, d)
		}
	}
	named := cmp.Or(c.ID, c.Name)
	switch {
	case named == "" && c.Exact:
		return Device{}, "", fmt.Errorf("%w: say which device; %s", ErrAmbiguous, names(devices))
	case len(match) == 0 && named == "":
		return Device{}, "", fmt.Errorf("%w; %s", ErrNone, names(devices))
	case len(match) == 0:
		return Device{}, "", fmt.Errorf("%w: %s; %s", ErrNotFound, named, names(devices))
	case len(match) > 1 && c.Name != "":
		return Device{}, "", fmt.Errorf("%w %q: %s", ErrAmbiguous, c.Name, names(match))
	case !match[0].Connected && !c.Any:
		return Device{}, "", fmt.Errorf("%w: %s; connect it by cable or bring it into the same network, unlocked", ErrNotConnected, match[0])
	case len(match) > 1 && named == "":
		return match[0], fmt.Sprintf("several devices are connected; %s is used. The others: %s.", match[0], names(match[1:])), nil
	}
	return match[0], "", nil
}

func names(devices []Device) string {
	if len(devices) == 0 {
		return "there are none"
	}
	var out []string
	for _, d := range devices {
		state := "not connected"
		if d.Connected {
			state = "connected"
		}
		out = append(out, fmt.Sprintf("%s %s %s", d, d.ID(), state))
	}
	return strings.Join(out, "; ")
}

// fold makes names comparable: a device called "Ann’s iPhone" is found with a
// straight quote too.
func fold(name string) string {
	return strings.ToLower(strings.TrimSpace(strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "\u00a0", " ").Replace(name)))
}
