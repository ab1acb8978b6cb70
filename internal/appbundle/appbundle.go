// Package appbundle reads what an app bundle says of itself.
package appbundle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bazelapple/internal/run"

	"howett.net/plist"
)

// Info is the part of an Info.plist that the tools need. Keys as in Apple's
// Information Property List reference.
type Info struct {
	Identifier string   `plist:"CFBundleIdentifier" json:"CFBundleIdentifier"`
	Name       string   `plist:"CFBundleName" json:"CFBundleName"`
	Executable string   `plist:"CFBundleExecutable" json:"CFBundleExecutable"`
	Version    string   `plist:"CFBundleShortVersionString" json:"CFBundleShortVersionString"`
	Build      string   `plist:"CFBundleVersion" json:"CFBundleVersion"`
	Platforms  []string `plist:"CFBundleSupportedPlatforms" json:"CFBundleSupportedPlatforms"`
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

// Read reads the Info.plist of a bundle, in any of the plist forms. Where that
// gives no identifier, Apple's plutil is asked, through apple unless that is nil;
// the error is then still that of the reading.
func Read(ctx context.Context, apple run.Runner, app string) (Info, error) {
	file, err := Find(app)
	if err != nil {
		return Info{}, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return Info{}, err
	}
	info, err := parse(text)
	if err == nil {
		return info, nil
	}
	if apple != nil {
		out, failed := apple.Run(ctx, run.Command{Args: []string{"plutil", "-convert", "json", "-o", "-", file}, Timeout: 10 * time.Second})
		if failed == nil {
			if converted, failed := parse(out.Stdout); failed == nil {
				return converted, nil
			}
		}
	}
	return info, fmt.Errorf("%s: %w", file, err)
}

// parse reads a property list, or the JSON that plutil makes of one.
func parse(text []byte) (Info, error) {
	var info Info
	if json.Valid(text) {
		if err := json.Unmarshal(text, &info); err != nil {
			return info, err
		}
	} else if _, err := plist.Unmarshal(text, &info); err != nil {
		return info, err
	}
	// An unexpanded build variable is as good as no identifier.
	if info.Identifier == "" || strings.Contains(info.Identifier, "$(") {
		return info, ErrNoIdentifier
	}
	return info, nil
}
