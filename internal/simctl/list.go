package simctl

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Simulator is one entry of "simctl list devices".
type Simulator struct {
	UDID       string `json:"udid"`
	Name       string `json:"name"`
	State      string `json:"state"` // Booted, Shutdown, Booting, Shutting Down, Creating; "unknown" when not told
	Platform   string `json:"platform"`
	OSVersion  string `json:"osVersion"` // "26.1"
	Available  bool   `json:"isAvailable"`
	DeviceType string `json:"deviceType,omitempty"` // the last part of the identifier, "iPhone-17"
}

// States that the product acts upon.
const (
	Booted   = "Booted"
	Shutdown = "Shutdown"
)

// Runtime is platform and version, "iOS 26.1".
func (s Simulator) Runtime() string { return strings.TrimSpace(s.Platform + " " + s.OSVersion) }

// String is the simulator as a person picks it: "iPhone 17 (iOS 26.1)".
func (s Simulator) String() string { return fmt.Sprintf("%s (%s)", s.Name, s.Runtime()) }

// ErrUnreadable is returned when simctl's listing cannot be read at all.
var ErrUnreadable = errors.New("the answer of simctl list cannot be read")

// List returns the available simulators in simctl's order, and what simctl
// printed beside the listing.
func (c *Client) List(ctx context.Context) (sims []Simulator, noise string, err error) {
	text, err := c.simctl(ctx, listTimeout, nil, "list", "devices", "available", "--json")
	if err != nil {
		return nil, "", err
	}
	sims, noise, err = Parse([]byte(text))
	if err != nil {
		return nil, noise, err
	}
	return slices.DeleteFunc(sims, func(s Simulator) bool { return !s.Available }), noise, nil
}

// NewestFirst sorts simulators by platform, iOS first, and by OS version.
func NewestFirst(sims []Simulator) []Simulator {
	sims = slices.Clone(sims)
	slices.SortStableFunc(sims, func(a, b Simulator) int {
		return cmp.Or(cmp.Compare(rank(a.Platform), rank(b.Platform)), -compareVersions(a.OSVersion, b.OSVersion))
	})
	return sims
}

func rank(platform string) int {
	return slices.Index([]string{"visionOS", "watchOS", "tvOS", "iOS"}, platform) * -1
}

// rawDevice is a device as any Xcode wrote it: everything but udid, name and
// state may be absent.
type rawDevice struct {
	UDID         string `json:"udid"`
	Name         string `json:"name"`
	State        string `json:"state"`
	IsAvailable  any    `json:"isAvailable"`  // bool; the string "YES" in Xcode 10.1
	Availability string `json:"availability"` // "(available)" up to Xcode 10
	Type         string `json:"deviceTypeIdentifier"`
}

// Parse reads a listing of any Xcode: JSON, with lines of text before it, with
// the same runtime key twice, or the text form. noise is the text that was
// passed over.
func Parse(out []byte) (sims []Simulator, noise string, err error) {
	for at := 0; ; {
		i := bytes.IndexByte(out[at:], '{')
		if i < 0 {
			break
		}
		at += i
		if sims, ok := parseJSON(out[at:]); ok {
			return sims, strings.TrimSpace(string(out[:at])), nil
		}
		at++
	}
	if sims := parseText(string(out)); len(sims) > 0 {
		return sims, "", nil
	}
	return nil, "", fmt.Errorf("%w: %.200q", ErrUnreadable, out)
}

// parseJSON walks the tokens, since a map would lose the first of two equal
// keys: with two builds of one runtime installed simctl writes its key twice.
func parseJSON(text []byte) ([]Simulator, bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	sims := []Simulator{}
	found := false
	err := object(d, func(key string) error {
		if key != "devices" {
			return d.Decode(new(json.RawMessage))
		}
		found = true
		return object(d, func(runtime string) error {
			var devices []rawDevice
			if err := d.Decode(&devices); err != nil {
				return err
			}
			platform, version := parseRuntime(runtime)
			for _, r := range devices {
				if r.UDID == "" {
					continue
				}
				s := Simulator{UDID: r.UDID, Name: r.Name, State: cmp.Or(r.State, "unknown"), Platform: platform, OSVersion: version, Available: r.available()}
				s.DeviceType = r.Type[strings.LastIndexByte(r.Type, '.')+1:]
				if !slices.ContainsFunc(sims, func(o Simulator) bool { return o.UDID == s.UDID }) {
					sims = append(sims, s)
				}
			}
			return nil
		})
	})
	return sims, err == nil && found
}

// object calls member for each key of the object that comes next; null has none.
func object(d *json.Decoder, member func(key string) error) error {
	t, err := d.Token()
	if err != nil || t == nil {
		return err
	}
	if t != json.Delim('{') {
		return ErrUnreadable
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if err := member(key.(string)); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

func (r rawDevice) available() bool {
	switch v := r.IsAvailable.(type) {
	case bool:
		return v
	case string:
		return strings.EqualFold(v, "YES") || strings.EqualFold(v, "true")
	}
	return r.Availability == "" || r.Availability == "(available)"
}

// parseRuntime reads "com.apple.CoreSimulator.SimRuntime.iOS-12-1" and "iOS 12.1".
func parseRuntime(key string) (platform, version string) {
	if rest, ok := strings.CutPrefix(key, "com.apple.CoreSimulator.SimRuntime."); ok {
		platform, version, _ = strings.Cut(rest, "-")
		version = strings.ReplaceAll(version, "-", ".")
	} else {
		platform, version, _ = strings.Cut(key, " ")
		version, _, _ = strings.Cut(version, " ")
	}
	if platform == "xrOS" {
		platform = "visionOS" // Xcode 15 and 16 use the internal name
	}
	return platform, version
}

var textLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s+(.+?) \(([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})\) \((\w[\w ]*)\)(.*)$`)
})

// parseText reads the form for people: "-- iOS 17.0 --" and the devices below.
func parseText(out string) []Simulator {
	var sims []Simulator
	var platform, version string
	unavailable := false
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		if head, ok := strings.CutPrefix(line, "-- "); ok {
			head = strings.TrimSuffix(head, " --")
			rest, un := strings.CutPrefix(head, "Unavailable: ")
			platform, version = parseRuntime(rest)
			unavailable = un
			continue
		}
		m := textLine().FindStringSubmatch(line)
		if m == nil || platform == "" {
			continue
		}
		sims = append(sims, Simulator{UDID: m[2], Name: m[1], State: m[3], Platform: platform, OSVersion: version, Available: !unavailable && !strings.Contains(m[4], "unavailable")})
	}
	return sims
}

// compareVersions orders "9.3" before "10.0".
func compareVersions(a, b string) int {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(as), len(bs)) {
		var x, y int
		if i < len(as) {
			x, _ = strconv.Atoi(as[i])
		}
		if i < len(bs) {
			y, _ = strconv.Atoi(bs[i])
		}
		if x != y {
			return cmp.Compare(x, y)
		}
	}
	return 0
}
