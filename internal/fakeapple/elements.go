package fakeapple

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// element is one accessibility element; the frame is in points.
type element struct {
	kind, label, id, value string
	x, y, width, height    float64
	disabled               bool
	pid                    int
	act                    func(*World, *Simulator, *Screen) // what a tap does
}

// tree is the flat list of what the screen shows: the application first. The home
// screen has one icon per app; each app has the same two pages, made to let a
// test see what its touches do: a title, a field, a counter with its button, a
// switch, a link to the second page, and rows that scroll.
func tree(w *World, s *Simulator) []element {
	t, ok := w.deviceType(s.Type)
	if !ok {
		t = DeviceType{Width: 390, Height: 844}
	}
	width, height := float64(t.Width), float64(t.Height)
	if s.UI["orientation"] == "landscape" { // only a fixture turns a device
		width, height = height, width
	}
	p, running := s.process(s.Foreground)
	if s.Foreground == "" || !running {
		return homeScreen(w, s, width, height)
	}
	name := p.Executable
	if app := s.Apps[p.Bundle]; app != nil {
		name = app.Name
	}
	screen := Screen{}
	if s.Screens[p.Bundle] != nil {
		screen = *s.Screens[p.Bundle]
	}
	list := []element{{kind: "Application", label: name, width: width, height: height}}
	if screen.Page == "details" {
		list = append(list, detailPage(width)...)
	} else {
		list = append(list, mainPage(name, screen, width)...)
	}
	for i := range list {
		list[i].pid = p.PID
	}
	return slices.DeleteFunc(list, func(e element) bool { return e.y >= height || e.y+e.height <= 0 })
}

func mainPage(name string, screen Screen, width float64) []element {
	on, full := "0", width-40
	if screen.Switch {
		on = "1"
	}
	list := []element{
		{kind: "Heading", label: name, id: "title", x: 20, y: 58, width: full, height: 34},
		{kind: "StaticText", label: "Gesture: " + first(screen.Gesture, "none"), id: "gesture_label", x: 20, y: 94, width: full, height: 20},
		{kind: "TextField", label: "Name", id: "name_field", value: screen.Text, x: 20, y: 120, width: full, height: 34, act: func(_ *World, _ *Simulator, s *Screen) { s.Focus = true }},
		{kind: "StaticText", label: fmt.Sprintf("Count: %d", screen.Count), id: "count_label", x: 20, y: 170, width: full / 2, height: 34},
		{kind: "Button", label: "Increment", id: "increment_button", x: 30 + full/2, y: 170, width: full/2 - 10, height: 34, act: func(_ *World, _ *Simulator, s *Screen) { s.Count++ }},
		{kind: "Switch", label: "Notifications", id: "notifications_switch", value: on, x: 20, y: 220, width: full, height: 34, act: func(_ *World, _ *Simulator, s *Screen) { s.Switch = !s.Switch }},
		{kind: "Button", label: "Details", id: "details_button", x: 20, y: 270, width: full, height: 34, act: func(_ *World, _ *Simulator, s *Screen) { s.Page = "details" }},
		{kind: "Button", label: "Delete", id: "delete_button", x: 20, y: 320, width: full, height: 34, disabled: true},
	}
	for row := range 30 {
		y := 370 + float64(row*44-screen.Scroll)
		if y >= 370 {
			list = append(list, element{kind: "Cell", label: fmt.Sprintf("Row %d", row+1), id: fmt.Sprintf("row_%d", row+1), x: 20, y: y, width: full, height: 44})
		}
	}
	return list
}

func detailPage(width float64) []element {
	return []element{
		{kind: "Button", label: "Back", id: "back_button", x: 8, y: 62, width: 80, height: 34, act: func(_ *World, _ *Simulator, s *Screen) { s.Page = "" }},
		{kind: "Heading", label: "Details", id: "details_title", x: 100, y: 62, width: width - 200, height: 34},
		{kind: "StaticText", label: "Nothing more to see", id: "details_text", x: 20, y: 120, width: width - 40, height: 34},
	}
}

// homeScreen is SpringBoard with an icon per app; a tap opens the app.
func homeScreen(w *World, s *Simulator, width, height float64) []element {
	list := []element{{kind: "Application", label: " ", width: width, height: height, pid: 4_199_011}}
	apps := systemApps(w, s)
	for _, app := range s.Apps {
		apps = append(apps, app)
	}
	slices.SortFunc(apps, func(a, b *App) int { return strings.Compare(a.Name+a.ID, b.Name+b.ID) })
	cell := width / 4
	for i, app := range apps {
		list = append(list, element{
			kind: "Button", label: app.Name, id: app.ID, pid: 4_199_011,
			x: math.Round(cell*float64(i%4) + cell/2 - 30), y: float64(90 + 96*(i/4)), width: 60, height: 74,
			act: func(w *World, s *Simulator, _ *Screen) {
				if _, ok := s.process(app.ID); !ok {
					s.Processes = append(s.Processes, Process{PID: w.nextPID(), Bundle: app.ID, Executable: app.Executable})
				}
				s.Foreground = app.ID
			},
		})
	}
	return list
}

// at finds the topmost element under a point; the application itself counts.
func at(list []element, x, y float64) (element, bool) {
	for _, e := range slices.Backward(list) {
		if x >= e.x && x < e.x+e.width && y >= e.y && y < e.y+e.height {
			return e, true
		}
	}
	return element{}, false
}
