package artifacts

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// unzip unpacks an archive into dir. Modes and symlinks are kept: a bundle's
// program must stay executable, and frameworks link their versions. An entry or
// a link that leads out of dir is an error.
func unzip(ctx context.Context, archive, dir string) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer z.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, entry := range z.File {
		if err := ctx.Err(); err != nil {
			return err
		}
		name := filepath.FromSlash(strings.TrimSuffix(entry.Name, "/"))
		if name == "" || name == "." {
			continue
		}
		if !filepath.IsLocal(name) {
			return fmt.Errorf("the entry %q leads out of the archive", entry.Name)
		}
		if err := unzipEntry(ctx, root, entry, name); err != nil {
			return err
		}
	}
	return nil
}

func unzipEntry(ctx context.Context, root *os.Root, entry *zip.File, name string) error {
	mode := entry.Mode()
	if mode.IsDir() || strings.HasSuffix(entry.Name, "/") {
		return root.MkdirAll(name, 0o755)
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	in, err := entry.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	if mode&fs.ModeSymlink != 0 {
		target, err := io.ReadAll(io.LimitReader(in, 4096))
		if err != nil {
			return err
		}
		if to := filepath.FromSlash(string(target)); filepath.IsAbs(to) || !filepath.IsLocal(filepath.Join(filepath.Dir(name), to)) {
			return fmt.Errorf("the link %q leads out of the archive, to %q", entry.Name, target)
		}
		return root.Symlink(string(target), name)
	}
	out, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644|mode.Perm()&0o111)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, ended{ctx, in}); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
