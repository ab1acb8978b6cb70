package coverage

import (
	"bytes"
	"testing"
)

func TestSources(t *testing.T) {
	s := Sources{Root: "/w/app", OutputBase: "/base"}
	for in, want := range map[string]string{
		"Core/A.swift":                      "Core/A.swift",
		"./Core/A.swift":                    "Core/A.swift",
		"/proc/self/cwd/Core/A.swift":       "Core/A.swift",
		"/w/app/Core/A.swift":               "Core/A.swift",
		"/base/execroot/_main/Core/A.swift": "Core/A.swift",
		"/base/sandbox/linux-sandbox/7/execroot/app/Core/A.swift":  "Core/A.swift",
		"/base/sandbox/darwin-sandbox/7/execroot/app/external/x/y": "/base/external/x/y",
		"external/rules~/a.cc":                    "/base/external/rules~/a.cc",
		"../zlib/a.c":                             "/base/external/zlib/a.c",
		"/Applications/Xcode.app/usr/include/a.h": "/Applications/Xcode.app/usr/include/a.h",
	} {
		if got := s.File(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
	if got := (Sources{Root: "/w"}).File("external/x/y"); got != "external/x/y" {
		t.Errorf("without an output base: %s", got)
	}
}

func FuzzLLVM(f *testing.F) {
	f.Add([]byte(`{"data":[{"files":[{"filename":"a","segments":[[1,1,2,true,true,false],[3,5,0,true,true,false]]}]}]}`))
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = ParseLLVM(bytes.NewReader(data), nil) })
}
