package main

import (
	"fmt"
	"os"
	"os/exec"
)

// packageBenchmarks runs the benchmarks that stand beside the code.
func packageBenchmarks(packages ...string) func(*suite) error {
	return func(s *suite) error { return benchmarks(s, nil, packages) }
}

// growth runs the benchmarks of the index at sizes beside the usual one.
func growth(s *suite) error {
	for _, size := range []string{"1000", "100000"} {
		fmt.Printf("-- %s packages\n", size)
		if err := benchmarks(s, []string{"BAZEL_APPLE_BENCH_PACKAGES=" + size}, []string{"./internal/buildfile/index"}); err != nil {
			return err
		}
	}
	return nil
}

func benchmarks(s *suite, env, packages []string) error {
	args := append([]string{"test", "-run", "^$", "-bench", ".", "-benchtime", "1x", "-timeout", "20m"}, packages...)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.root, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go test -bench %v: %w", packages, err)
	}
	return nil
}
