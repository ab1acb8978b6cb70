// Command generate writes the palette commands of all tools into package.json.
//
//go:generate go run . ../../package.json
package main

import (
	"context"
	"fmt"
	"os"

	"bazelapple/handlers"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate PACKAGE.JSON")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(file string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	engine := handlers.New(context.Background(), handlers.Options{})
	defer engine.Close()
	text, err := manifest(old, engine.Catalog.Definitions())
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, text, 0o644)
}
