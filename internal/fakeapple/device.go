package fakeapple

import "strings"

// Device is a physical device as devicectl sees it.
type Device struct {
	ID, UDID, Name     string // CoreDevice identifier, hardware UDID, the owner's name for it
	Marketing, Product string
	Platform, Type     string
	OS, Build          string
	Transport          string // wired or localNetwork
	Tunnel             string // connected, disconnected or unavailable
	Pairing            string // paired, unpaired or unsupported
	DeveloperMode      bool
	Locked             bool
	Untrusted          bool // the developer profile is not trusted
	Apps               map[string]*App
	Processes          []Process
	Foreground         string `json:",omitempty"`
	Screens            map[string]*Screen
}

// device finds one by CoreDevice identifier, hardware UDID or name, as devicectl
// does.
func (w *World) device(which string) *Device {
	for _, d := range w.Devices {
		if strings.EqualFold(d.ID, which) || strings.EqualFold(d.UDID, which) || d.Name == which {
			return d
		}
	}
	return nil
}
