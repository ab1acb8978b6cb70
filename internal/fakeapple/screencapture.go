package fakeapple

import (
	"image"
	"image/color"
	"os"
	"slices"
	"strings"
)

// screencapture is screencapture(1): it writes a PNG of a 1512 by 982 point
// display at two pixels per point, with a window per running app.
func screencapture(c *call, args []string) error {
	valued := []string{"-l", "-R", "-t", "-T", "-D", "-B", "-J", "-V", "-k", "-g", "-G"}
	var files []string
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case slices.Contains(valued, word) && len(args) > 0:
			args = args[1:]
		case strings.HasPrefix(word, "-") && len(word) > 1:
			if strings.Trim(word[1:], "abcCdeEfFhilmMoOpPrRsStTuUvVwWxX0123456789,") != "" {
				return refuse(1, "screencapture: illegal option -- %s\nusage: screencapture [-icMPmwsWxSCUtoa] [files]", word[1:])
			}
		default:
			files = append(files, word)
		}
	}
	if len(files) == 0 {
		return refuse(1, "screencapture: no file specified")
	}
	w, err := c.store.read()
	if err != nil {
		return err
	}
	img := image.NewPaletted(image.Rect(0, 0, 3024, 1964), color.Palette{
		color.RGBA{40, 70, 120, 255}, color.RGBA{240, 240, 240, 255}, color.RGBA{52, 199, 89, 255}, color.RGBA{255, 149, 0, 255},
		color.RGBA{90, 200, 250, 255}, color.RGBA{175, 82, 222, 255}, color.RGBA{255, 59, 48, 255}, color.RGBA{0, 122, 255, 255},
	})
	for i, app := range w.Mac.Apps {
		at := image.Pt(200+90*i, 150+70*i)
		stripe(img, image.Rectangle{at, at.Add(image.Pt(1400, 900))}, app.Name)
	}
	picture, err := encodePNG(img)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := os.WriteFile(c.path(file), picture, 0o644); err != nil {
			return refuse(1, "screencapture: cannot write file to intended destination, %s", file)
		}
	}
	return nil
}
