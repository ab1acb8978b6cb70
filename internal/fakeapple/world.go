package fakeapple

import (
	"strings"
	"time"
)

// World is everything the stand-ins know, as it lies in world.json.
type World struct {
	Format      int `json:",omitempty"`
	Xcode       Xcode
	MacOS       MacOS
	DeviceTypes []DeviceType
	Runtimes    []Runtime
	Simulators  []*Simulator
	Pairs       []Pair
	Devices     []*Device
	Mac         Mac
	LastPID     int
}

// Xcode is the selected Xcode.
type Xcode struct{ Version, Build, Developer string }

// MacOS is what sw_vers tells.
type MacOS struct{ Version, Build string }

// Mac is what open, osascript and pkill change on the host. Known are the apps
// that are installed; Apps are those that run, in the order they were opened.
type Mac struct {
	Known []MacApp
	Apps  []MacApp
	URLs  []string // opened URLs and files
}

// MacApp is an app of the Mac; Path may be empty for those of the system.
type MacApp struct {
	Name, ID string
	Path     string   `json:",omitempty"`
	PID      int      `json:",omitempty"`
	Args     []string `json:",omitempty"`
}

// DeviceType is a simulator's model. Width and Height are points; Scale is pixels
// per point.
type DeviceType struct {
	ID, Name, Family, Model string
	MinRuntime              string
	Width, Height           int
	Scale                   float64
}

// Runtime is an installed simulator runtime.
type Runtime struct{ ID, Name, Version, Build, Platform string }

// Pair is a watch with its phone.
type Pair struct{ ID, Watch, Phone, State string }

// Simulator is one CoreSimulator device.
type Simulator struct {
	UDID, Name, Type, Runtime string
	Booted                    bool
	ReadyAt                   time.Time // when a booted one stops being "Booting"
	LastBootedAt              time.Time `json:",omitzero"`
	Unavailable               string    `json:",omitempty"` // the availabilityError
	Apps                      map[string]*App
	Processes                 []Process
	Foreground                string `json:",omitempty"` // bundle id
	Screens                   map[string]*Screen
	Pasteboard                string                       `json:",omitempty"`
	Privacy                   map[string]map[string]string // service → bundle id → grant or deny
	StatusBar                 map[string]string
	Location                  string `json:",omitempty"` // "lat,lon" or a scenario's name
	UI                        map[string]string
	Media                     []string
	Pushes                    []Push
	URLs                      []string
}

// App is an installed app; Path is its bundle, Data its data container.
type App struct {
	ID, Name, Executable, Version, Build string
	Type                                 string // User or System
	Path, Data                           string
	Groups                               map[string]string `json:",omitempty"`
	Schemes                              []string          `json:",omitempty"`
}

// Process is a running app.
type Process struct {
	PID        int
	Bundle     string
	Executable string
	Args       []string          `json:",omitempty"`
	Env        map[string]string `json:",omitempty"`
	Paused     bool              `json:",omitempty"`
}

// Push is one delivered notification.
type Push struct{ Bundle, Payload string }

// Screen is what an app shows and what taps did to it.
type Screen struct {
	Page   string // "" is the first page
	Count  int
	Switch bool
	Text   string
	Focus  bool
	Scroll int // points
	// Gesture names the last touch, so that a test sees a long press from a tap.
	Gesture string `json:",omitempty"`
}

// state is the word `simctl list` shows.
func (s *Simulator) state() string {
	switch {
	case !s.Booted:
		return "Shutdown"
	case time.Now().Before(s.ReadyAt):
		return "Booting"
	default:
		return "Booted"
	}
}

// process finds a running app.
func (s *Simulator) process(bundle string) (Process, bool) {
	for _, p := range s.Processes {
		if p.Bundle == bundle {
			return p, true
		}
	}
	return Process{}, false
}

// stop ends a running app and tells whether there was one.
func (s *Simulator) stop(bundle string) bool {
	kept := s.Processes[:0]
	for _, p := range s.Processes {
		if p.Bundle != bundle {
			kept = append(kept, p)
		}
	}
	found := len(kept) != len(s.Processes)
	s.Processes = kept
	if s.Foreground == bundle {
		s.Foreground = ""
	}
	return found
}

// shutDown ends everything that does not outlive a boot.
func (s *Simulator) shutDown() {
	s.Booted, s.ReadyAt, s.Processes, s.Foreground = false, time.Time{}, nil, ""
	s.StatusBar = nil
}

// screen gives the foreground app's screen, made when missing.
func (s *Simulator) screen(bundle string) *Screen {
	if s.Screens == nil {
		s.Screens = map[string]*Screen{}
	}
	if s.Screens[bundle] == nil {
		s.Screens[bundle] = &Screen{}
	}
	return s.Screens[bundle]
}

// simulator finds one by UDID.
func (w *World) simulator(udid string) *Simulator {
	for _, s := range w.Simulators {
		if strings.EqualFold(s.UDID, udid) {
			return s
		}
	}
	return nil
}

func (w *World) runtime(id string) (Runtime, bool) {
	for _, r := range w.Runtimes {
		if r.ID == id {
			return r, true
		}
	}
	return Runtime{}, false
}

func (w *World) deviceType(id string) (DeviceType, bool) {
	for _, t := range w.DeviceTypes {
		if t.ID == id {
			return t, true
		}
	}
	return DeviceType{}, false
}

// nextPID gives an id no real process can have.
func (w *World) nextPID() int {
	w.LastPID = max(w.LastPID, 4_200_000) + 1
	return w.LastPID
}
