// Package appbundle reads what an app bundle says of itself.
package appbundle

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"howett.net/plist"
)

// Info is the part of an Info.plist that the tools need. Keys as in Apple's
// Information Property List reference.
type Info struct {
	Identifier string   `plist:"CFBundleIdentifier"`
	Name       string   `plist:"CFBundleName"`
	Executable string   `plist:"CFBundleExecutable"`
	Version    string   `plist:"CFBundleShortVersionString"`
	Build      string   `plist:"CFBundleVersion"`
	Platforms  []string `plist:"CFBundleSupportedPlatforms"`
}

// What Read refuses with.
var (
	ErrNoBundle     = errors.New("no app bundle")
	ErrNoIdentifier = errors.New("CFBundleIdentifier is missing in Info.plist")
)

// Find returns the Info.plist of a bundle: at its top on iOS and its kin, in
// Contents on macOS.
func Find(app string) (string, error) {
	info, err := os.Stat(app)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoBundle, err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%w: %s is a file, not an .app folder", ErrNoBundle, app)
	}
	for _, inner := range []string{"Info.plist", "Contents/Info.plist"} {
		if file := filepath.Join(app, inner); exists(file) {
			return file, nil
		}
	}
	return "", fmt.Errorf("%w: %s has no Info.plist", ErrNoBundle, app)
}

func exists(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// Read reads the Info.plist of a bundle, in any of the plist forms.
func Read(app string) (Info, error) {
	var info Info
	file, err := Find(app)
	if err != nil {
		return info, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return info, err
	}
	if _, err := plist.Unmarshal(text, &info); err != nil {
		return info, fmt.Errorf("%s: %w", file, err)
	}
	// An unexpanded build variable is as good as no identifier.
	if info.Identifier == "" || strings.Contains(info.Identifier, "$(") {
		return info, fmt.Errorf("%w: %s", ErrNoIdentifier, file)
	}
	return info, nil
}
