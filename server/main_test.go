package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary the program too: as bazel-apple in scripts,
// and by an environment variable in the other tests. The verbs of its own
// children come first.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "guard" || os.Args[1] == "sweep") || os.Getenv(asProgram) != "" {
		main()
		return
	}
	testscript.Main(m, map[string]func(){"bazel-apple": main})
}

// asProgram makes the test binary behave as the program.
const asProgram = "BAZEL_APPLE_TEST_PROGRAM"

// TestScripts runs the conversations in testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			run := filepath.Join(env.WorkDir, ".run")
			if len(run) > 80 {
				// Socket paths are short.
				dir, err := os.MkdirTemp("/tmp", "ba")
				if err != nil {
					return err
				}
				env.Defer(func() { os.RemoveAll(dir) })
				run = dir
			}
			env.Setenv("XDG_RUNTIME_DIR", run)
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return os.MkdirAll(run, 0o700)
		},
	})
}
