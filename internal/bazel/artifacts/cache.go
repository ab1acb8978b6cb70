package artifacts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

// Cache unpacks archives, each content once. Several processes may share a
// folder.
type Cache struct {
	// Dir is made when it is needed.
	Dir string
	// Keep is how many unpacked archives stay; 0 means DefaultKeep.
	Keep int
}

// DefaultKeep is how many unpacked archives a cache holds.
const DefaultKeep = 8

const unpacking = ".unpacking-"

// Bundle returns the folder with the extension ext (".app", ".xctest",
// ".xcresult") that an archive holds at its top or in Payload/. The archive
// is unpacked unless its content was before.
func (c Cache) Bundle(ctx context.Context, archive, ext string) (string, error) {
	dir, err := c.Unpack(ctx, archive)
	if err != nil {
		return "", err
	}
	for _, pattern := range []string{"Payload/*" + ext, "*" + ext} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return "", err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return "", fmt.Errorf("%s holds no %s bundle", archive, ext)
}

// Unpack returns the folder that holds an archive's files.
func (c Cache) Unpack(ctx context.Context, archive string) (string, error) {
	digest, err := digestOf(ctx, archive)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(c.Dir, digest)
	if exists(dir) {
		now := time.Now()
		// A cache that cannot be touched still serves; it only forgets sooner.
		_ = os.Chtimes(dir, now, now)
		return dir, nil
	}
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(c.Dir, unpacking)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := unzip(ctx, archive, tmp); err != nil {
		return "", fmt.Errorf("unpack %s: %w", archive, err)
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, dir); err != nil && !exists(dir) { // another process may have been first
		return "", err
	}
	return dir, c.forget(digest)
}

// forget removes the folders that were used longest ago, never the one in use.
func (c Cache) forget(used string) error {
	keep := c.Keep
	if keep <= 0 {
		keep = DefaultKeep
	}
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return err
	}
	type old struct {
		path string
		at   time.Time
	}
	var all []old
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), unpacking) && time.Since(info.ModTime()) > time.Hour {
			err = os.RemoveAll(filepath.Join(c.Dir, e.Name())) // a process died over it
			if err != nil {
				return err
			}
			continue
		}
		if err != nil || len(e.Name()) != hex.EncodedLen(sha256.Size) || e.Name() == used {
			continue
		}
		all = append(all, old{filepath.Join(c.Dir, e.Name()), info.ModTime()})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].at.After(all[j].at) })
	for i := keep - 1; i < len(all); i++ {
		if err := os.RemoveAll(all[i].path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func digestOf(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, ended{ctx, f}); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// ended is a reader that a context ends.
type ended struct {
	ctx context.Context
	r   io.Reader
}

func (e ended) Read(p []byte) (int, error) {
	if err := e.ctx.Err(); err != nil {
		return 0, err
	}
	return e.r.Read(p)
}
