package lldb_test

import (
	"os"
	"path/filepath"
	"testing"

	"bazelapple/internal/fakeapple"
)

// TestMain lets the test binary be the stand-in for Apple's programs and for a
// debug adapter that reaches devices.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "lldb-dap" {
		os.Exit(adapter())
	}
	if fakeapple.Called(os.Args[0]) {
		os.Exit(fakeapple.Main(os.Args, os.Environ()))
	}
	os.Exit(m.Run())
}
