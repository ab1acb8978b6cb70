// Command generate writes a workspace of package monorepo:
//
//	go run ./internal/buildfile/monorepo/generate -dir DIR -packages 10000 -sources
package main

import (
	"flag"
	"log"

	"bazelapple/internal/buildfile/monorepo"
)

func main() {
	dir := flag.String("dir", "", "folder to make")
	packages := flag.Int("packages", 10_000, "number of packages, of ten targets each")
	sources := flag.Bool("sources", false, "write the source files as well")
	flag.Parse()
	if *dir == "" {
		log.Fatal("generate: -dir names the folder to make")
	}
	if err := monorepo.Write(*dir, monorepo.Options{Packages: *packages, Sources: *sources}); err != nil {
		log.Fatal(err)
	}
}
