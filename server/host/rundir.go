package host

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A RunDir is the folder of sockets and registrations:
// DIR/<12 hex of sha256(root)>/<pid>.json beside DIR/<pid>.sock.
type RunDir string

// make creates the folder if need be and refuses one that is not ours alone.
func (d RunDir) make() error {
	if err := os.MkdirAll(filepath.Dir(string(d)), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(string(d), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return d.check()
}

// check looks at the folder itself, not at what a link points to: in /tmp
// anybody could have put it there.
func (d RunDir) check() error {
	info, err := os.Lstat(string(d))
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", d)
	case !ok || int(st.Uid) != os.Getuid():
		return fmt.Errorf("%s belongs to another user", d)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s is open to others (mode %04o); run chmod 700 on it", d, info.Mode().Perm())
	}
	return nil
}

// folder holds the registrations of one root.
func (d RunDir) folder(root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(string(d), hex.EncodeToString(sum[:6]))
}

// maxSocket is the longest path of a socket: macOS has room for 104 bytes with
// the final NUL.
const maxSocket = 100

func (d RunDir) socket(pid int) (string, error) {
	path := filepath.Join(string(d), fmt.Sprintf("%d.sock", pid))
	if len(path) > maxSocket {
		return "", fmt.Errorf("the socket path %s has %d bytes, more than %d; set XDG_RUNTIME_DIR to a shorter folder", path, len(path), maxSocket)
	}
	return path, nil
}
