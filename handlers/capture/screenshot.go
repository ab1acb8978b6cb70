package capture

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/draw"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

type mask string

func (mask) Enum() []string { return []string{"alpha", "black", "ignored"} }

type screenshotInput struct {
	simtarget.Args
	OutputPath tool.File `json:"outputPath" required:"true" jsonschema:"PNG file to write"`
	Mask       mask      `json:"mask,omitempty" jsonschema:"what fills the corners outside the display; ignored by default"`
}

func (h *handlers) screenshot(ctx context.Context, call *tool.Call, in screenshotInput) (*tool.Result, error) {
	file, err := in.OutputPath.ToWrite(call, h.Root, h.Home)
	if err != nil {
		return nil, err
	}
	if in.Mask == "" {
		in.Mask = "ignored" // a plain rectangle: what tests compare
	}
	sim, warnings, err := in.Booted(ctx, h.Simctl)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, tool.Errorf(tool.Precondition, "Give another outputPath.", "%w", err)
	}
	if err := h.Simctl.Screenshot(ctx, sim.UDID, string(in.Mask), file); err != nil {
		return nil, simtarget.Explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["path"] = file
	res := &tool.Result{Text: "Screenshot of " + sim.String() + ": " + file, Data: facts, Warnings: warnings, Files: []tool.Link{{Path: file, MIMEType: "image/png"}}}
	shot, err := inPoints(file, Scale(sim))
	if err != nil {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the file is written but cannot be shown: %v", err))
		return res, nil
	}
	facts["scale"] = shot.Scale
	res.Images = []tool.Image{shot}
	res.Text += fmt.Sprintf("\nShown in points; the file has %g pixels a point. Taps take points.", shot.Scale)
	return res, nil
}

// Scale is the pixels per point of a simulator's screen. Apple's devices of the
// kinds that run a current OS: iPhones have 3 but for the SE models, iPads,
// watches and the Vision Pro have 2, an Apple TV has 1 (2 in 4K).
func Scale(sim simctl.Simulator) float64 {
	kind := sim.DeviceType + " " + sim.Name
	switch {
	case strings.Contains(kind, "iPhone") && !strings.Contains(kind, "SE") && !strings.Contains(kind, "iPhone-8 ") && !strings.Contains(kind, "iPhone 11 ") && !strings.Contains(kind, "XR"):
		return 3
	case strings.Contains(kind, "TV") && !strings.Contains(kind, "4K"):
		return 1
	}
	return 2
}

// shownWidth is the most pixels across of a picture that is shown: more cost a
// model tokens and tell it no more.
const shownWidth = 1568

// Shown is a PNG of a screen whose scale is not known, small enough to be shown.
func Shown(file string) (tool.Image, error) {
	f, err := os.Open(file)
	if err != nil {
		return tool.Image{}, err
	}
	defer f.Close()
	size, err := png.DecodeConfig(f)
	if err != nil {
		return tool.Image{}, err
	}
	return inPoints(file, max(1, float64(max(size.Width, size.Height))/shownWidth))
}

// inPoints reads a PNG and scales it down so that one pixel is one point.
func inPoints(file string, scale float64) (tool.Image, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return tool.Image{}, err
	}
	picture, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		return tool.Image{}, err
	}
	from := picture.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, max(int(float64(from.Dx())/scale), 1), max(int(float64(from.Dy())/scale), 1)))
	draw.ApproxBiLinear.Scale(to, to.Bounds(), picture, from, draw.Src, nil)
	var out bytes.Buffer
	if err := png.Encode(&out, to); err != nil {
		return tool.Image{}, err
	}
	return tool.Image{MIMEType: "image/png", Data: out.Bytes(), Path: file, Scale: scale}, nil
}

// shot is the shape of the data of a screenshot.
type shot struct {
	simtarget.On
	Path  string  `json:"path"`
	Scale float64 `json:"scale,omitempty" jsonschema:"pixels of the file per point"`
}
