package session

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The repository is written in the form of Bazel's xcode_configure.bzl.
func TestBazelXcode(t *testing.T) {
	base := t.TempDir()
	h := &handlers{Deps{OutputBase: func() string { return base }}}
	version := "Xcode 16.1\nBuild version 16B40"
	if c := h.checkBazelXcode(version, nil); !c.OK || c.Detail != "Bazel has not looked for Xcode yet" {
		t.Errorf("%+v", c)
	}
	file := filepath.Join(base, "external/bazel_tools~xcode_configure_extension~local_config_xcode/BUILD")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	for build, ok := range map[string]bool{"16B40": true, "15F31d": false} {
		text := "xcode_version(\n  name = 'version16_1_0_" + build + "',\n  version = '16.1.0." + build + "',\n)\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if c := h.checkBazelXcode(version, nil); c.OK != ok {
			t.Errorf("%s: %+v", build, c)
		}
	}
}

func TestSigned(t *testing.T) {
	year := func(y int) time.Time { return time.Date(y, 3, 1, 0, 0, 0, 0, time.UTC) }
	for want, got := range map[string]string{
		"Jo, team ABCDE12345, expired 2020-03-01": signed("Jo", "ABCDE12345", year(2020)),
		"Jo, expires 2099-03-01":                  signed("Jo", "", year(2099)),
		"Jo":                                      signed("Jo", "", time.Time{}),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
