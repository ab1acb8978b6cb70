package fakeapple

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Install puts one link per stand-in into dir, each to program (the built
// fakeapple, or a test binary that calls Called first), and returns the links.
// Links of an earlier call are replaced; a file that is no link is left alone and
// is an error.
func Install(program, dir string) ([]string, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var links []string
	for _, name := range Names() {
		link := filepath.Join(dir, name)
		if info, err := os.Lstat(link); err == nil {
			if info.Mode()&os.ModeSymlink == 0 {
				return nil, fmt.Errorf("%s exists and is no link: choose another folder for the stand-ins", link)
			}
			if err := os.Remove(link); err != nil {
				return nil, err
			}
		}
		if err := os.Symlink(program, link); err != nil {
			return nil, err
		}
		links = append(links, link)
	}
	return links, nil
}

// Called tells whether a program was started under the name of a stand-in. A test
// binary that asks in TestMain can be its own stand-in:
//
//	if fakeapple.Called(os.Args[0]) {
//		os.Exit(fakeapple.Main(os.Args, os.Environ()))
//	}
func Called(arg0 string) bool { return slices.Contains(Names(), filepath.Base(arg0)) }

// Main runs the stand-in argv[0] names on the standard streams and returns its
// exit status.
func Main(argv, env []string) int {
	dir, err := os.Getwd()
	if err != nil {
		dir = "/"
	}
	p := Program{Name: filepath.Base(argv[0]), Args: argv[1:], Env: env, Dir: dir, In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	return p.Run()
}
