// Command fakeapple is the multi-call program behind the stand-ins for Apple's
// programs; package fakeapple tells what it can do.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"bazelapple/internal/fakeapple"
)

func main() {
	os.Exit(run(os.Args))
}

func run(argv []string) int {
	if filepath.Base(argv[0]) != "fakeapple" {
		return fakeapple.Main(argv, os.Environ())
	}
	switch {
	case len(argv) == 3 && argv[1] == "install":
		return install(argv[2])
	case len(argv) >= 3 && argv[1] == "run":
		return fakeapple.Main(argv[2:], os.Environ())
	}
	fmt.Fprintln(os.Stderr, "usage: fakeapple install DIR | fakeapple run NAME [ARGUMENT ...]")
	return 2
}

func install(dir string) int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fakeapple:", err)
		return 1
	}
	links, err := fakeapple.Install(self, dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fakeapple:", err)
		return 1
	}
	for _, link := range links {
		fmt.Println(link)
	}
	return 0
}
