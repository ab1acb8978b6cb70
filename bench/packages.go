package main

import (
	"fmt"
	"os"
	"os/exec"
)

// packageBenchmarks runs the benchmarks that stand beside the code.
func packageBenchmarks(packages ...string) func(*suite) error {
	return func(s *suite) error {
		args := append([]string{"test", "-run", "^$", "-bench", ".", "-benchtime", "1x", "-timeout", "20m"}, packages...)
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = s.root, os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("go test -bench %v: %w", packages, err)
		}
		return nil
	}
}
