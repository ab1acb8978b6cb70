package fakeapple

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
)

// drawScreen makes a PNG of a simulator's screen in pixels: the appearance gives
// the ground, each accessibility element a box whose stripes depend on its label
// and value, so that a changed screen is a changed picture.
func drawScreen(w *World, s *Simulator) ([]byte, error) {
	t, ok := w.deviceType(s.Type)
	if !ok {
		t = DeviceType{Width: 390, Height: 844, Scale: 3}
	}
	if s.UI["orientation"] == "landscape" {
		t.Width, t.Height = t.Height, t.Width
	}
	ground := color.RGBA{250, 250, 252, 255}
	if s.UI["appearance"] == "dark" {
		ground = color.RGBA{18, 18, 20, 255}
	}
	pixels := func(points float64) int { return int(points*t.Scale + 0.5) }
	img := image.NewPaletted(image.Rect(0, 0, pixels(float64(t.Width)), pixels(float64(t.Height))), color.Palette{
		ground, color.RGBA{0, 122, 255, 255}, color.RGBA{142, 142, 147, 255}, color.RGBA{52, 199, 89, 255}, color.RGBA{255, 149, 0, 255},
		color.RGBA{90, 200, 250, 255}, color.RGBA{175, 82, 222, 255}, color.RGBA{255, 59, 48, 255},
	})
	for name, value := range s.StatusBar {
		stripe(img, image.Rect(0, 0, img.Rect.Dx(), pixels(20)), name+value)
	}
	for _, e := range tree(w, s)[1:] {
		r := image.Rect(pixels(e.x), pixels(e.y), pixels(e.x+e.width), pixels(e.y+e.height))
		stripe(img, r, e.label+e.value)
	}
	return encodePNG(img)
}

// stripe fills a box with bars that follow the bits of a text's hash.
func stripe(img *image.Paletted, r image.Rectangle, text string) {
	r = r.Intersect(img.Rect)
	h := fnv.New64a()
	h.Write([]byte(text))
	bits := h.Sum64()
	ink := uint8(1 + bits%7)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):]
		for x := range r.Dx() {
			if edge := y == r.Min.Y || y == r.Max.Y-1; edge || bits>>(x*48/r.Dx()+16)&1 == 1 {
				row[x] = ink
			}
		}
	}
}

func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
