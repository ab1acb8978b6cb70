package fakeapple

import (
	"io/fs"
	"path/filepath"
	"strings"
)

// container is the folder --domain-type and --domain-identifier name.
func (d *dcall) container(dev *Device) (string, error) {
	switch d.flags["domain-type"] {
	case "appDataContainer":
		app := dev.Apps[d.flags["domain-identifier"]]
		if app == nil {
			return "", missingApp(d.flags["domain-identifier"])
		}
		return app.Data, nil
	case "temporary", "":
		return filepath.Join(d.folder(dev), "tmp"), nil
	}
	return "", refuse(64, "Error: The value '%s' is invalid for '--domain-type <domain-type>'", d.flags["domain-type"])
}

// inside joins a path that must not leave the container.
func inside(root, path string) (string, error) {
	path = strings.TrimPrefix(path, "/")
	if path != "" && !filepath.IsLocal(path) {
		return "", posixError(1, "Operation not permitted")
	}
	return filepath.Join(root, path), nil
}

func deviceCopyTo(d *dcall) error { return d.copy(true) }

func deviceCopyFrom(d *dcall) error { return d.copy(false) }

// copy is `devicectl device copy to|from --source S --destination D …`.
func (d *dcall) copy(to bool) error {
	return d.on(true, func(_ *World, dev *Device) error {
		root, err := d.container(dev)
		if err != nil {
			return err
		}
		source, target := d.flags["source"], d.flags["destination"]
		if source == "" || target == "" {
			return refuse(64, "Error: Missing expected argument '--source <source>'")
		}
		if to {
			source = d.path(source)
			target, err = inside(root, target)
		} else {
			target = d.path(target)
			source, err = inside(root, source)
		}
		if err != nil {
			return err
		}
		if !exists(source) {
			return posixError(2, "No such file or directory")
		}
		if err := copyTree(source, target); err != nil {
			return err
		}
		d.printf("%d file(s) copied\n", countFiles(source))
		return result{map[string]any{"deviceIdentifier": dev.ID, "files": []any{map[string]any{"source": source, "destination": target}}}}
	})
}

func countFiles(root string) int {
	n := 0
	_ = filepath.WalkDir(root, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
		}
		return nil
	})
	return n
}

// deviceFiles is `devicectl device info files`: the files of a container.
func deviceFiles(d *dcall) error {
	return d.on(true, func(_ *World, dev *Device) error {
		root, err := d.container(dev)
		if err != nil {
			return err
		}
		list := []any{}
		err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return nil
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			d.printf("%s\n", name)
			list = append(list, map[string]any{"name": filepath.Base(name), "relativePath": name})
			return nil
		})
		if err != nil {
			return err
		}
		return result{map[string]any{"deviceIdentifier": dev.ID, "files": list}}
	})
}
