package index

import (
	"os"

	"bazelapple/internal/buildfile/label"
)

// LoadPath is the absolute path of the .bzl file that a load() string in a file
// of a package names; false when it is not on this machine.
func (i *Index) LoadPath(pkg, module string) (string, bool) {
	file, ok := i.loader.Load().Path(label.Label{Package: pkg, Name: "BUILD"}, module)
	if !ok {
		return "", false
	}
	_, err := os.Stat(file)
	return file, err == nil
}
