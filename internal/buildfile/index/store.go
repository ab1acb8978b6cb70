package index

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
)

// format begins a saved index; another one is not read. Its number changes with
// everything below and with what is learnt from a BUILD file.
const format = "bazel-apple index 1\n"

// path is the file the index of a root is saved in.
func (i *Index) path() string {
	sum := sha256.Sum256([]byte(i.root))
	return filepath.Join(i.options.Cache, "index-"+hex.EncodeToString(sum[:6]))
}

// Save writes the index into the cache folder when it has changed, by renaming
// a whole file, so that others may read it at any time.
func (i *Index) Save() error {
	i.refreshing.Lock()
	defer i.refreshing.Unlock()
	if i.options.Cache == "" || !i.dirty {
		return nil
	}
	if err := os.MkdirAll(i.options.Cache, 0o700); err != nil {
		return fmt.Errorf("save index: %w", err)
	}
	temp, err := os.CreateTemp(i.options.Cache, "index-*.new")
	if err != nil {
		return fmt.Errorf("save index: %w", err)
	}
	_, err = temp.Write(i.encode())
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp.Name(), i.path())
	}
	if err != nil {
		return fmt.Errorf("save index: %w", cleanUp(temp.Name(), err))
	}
	i.dirty = false
	return nil
}

func cleanUp(file string, err error) error {
	if removed := os.Remove(file); removed != nil && !os.IsNotExist(removed) {
		return fmt.Errorf("%w (and %w)", err, removed)
	}
	return err
}

// encode writes format, the root, the strings in use, the packages, the .bzl
// files and a checksum.
func (i *Index) encode() []byte {
	packs := i.ordered()
	i.mu.RLock()
	defer i.mu.RUnlock()
	e := &encoder{out: make([]byte, 0, 1<<20)}
	e.out = append(e.out, format...)
	e.text(i.root)
	e.stamp(i.setup)
	// Strings of targets that went are left out: the table is made anew.
	fresh := renumber{ids: make([]uint32, len(i.table.texts)), texts: make([]uint32, 1, len(i.table.texts))}
	body := &encoder{}
	body.number(uint64(len(packs)))
	for _, p := range packs {
		body.pack(p, &fresh)
	}
	e.number(uint64(len(fresh.texts)))
	for _, id := range fresh.texts {
		e.text(i.table.texts[id])
	}
	e.out = append(e.out, body.out...)
	e.number(uint64(len(i.bzl)))
	for file, b := range i.bzl {
		e.text(file)
		e.stamp(b.stamp)
		e.number(uint64(len(b.loads)))
		for _, l := range b.loads {
			e.text(l)
		}
	}
	return binary.LittleEndian.AppendUint32(e.out, crc32.ChecksumIEEE(e.out))
}

// renumber gives the ids in use new numbers in the order they are met.
type renumber struct {
	ids   []uint32 // new by old
	texts []uint32 // old by new; 0 stays 0
}

func (r *renumber) id(old uint32) uint64 {
	if old == 0 {
		return 0
	}
	if r.ids[old] == 0 {
		r.ids[old] = uint32(len(r.texts))
		r.texts = append(r.texts, old)
	}
	return uint64(r.ids[old])
}

func (r *renumber) all(ids []uint32) []uint32 {
	out := make([]uint32, len(ids))
	for n, id := range ids {
		out[n] = uint32(r.id(id))
	}
	return out
}

func (e *encoder) pack(p *pack, r *renumber) {
	e.text(p.path)
	e.text(p.file)
	e.stamp(p.stamp)
	e.number(bit(p.partial))
	e.ids(r.all(p.bzl))
	e.number(uint64(len(p.targets)))
	for _, t := range p.targets {
		for _, id := range []uint32{t.name, t.rule, t.from, t.module, t.macro} {
			e.number(r.id(id))
		}
		for _, n := range []uint32{t.line, t.endLine - t.line, t.nameLine, uint32(t.nameColumn), uint32(t.nameLength)} {
			e.number(uint64(n))
		}
		k := t.kind
		e.out = append(e.out, byte(k.Kind), byte(k.Platform), byte(bit(k.Suite)|bit(k.Script)<<1|bit(k.Executable)<<2), byte(t.flags))
	}
	e.number(uint64(len(p.refs)))
	for _, f := range p.refs {
		e.number(uint64(f.target + 1))
		for _, id := range []uint32{f.pkg, f.name, f.attribute} {
			e.number(r.id(id))
		}
		for _, n := range []uint32{f.line, uint32(f.column), uint32(f.length)} {
			e.number(uint64(n))
		}
	}
	e.number(uint64(len(p.globs)))
	for _, g := range p.globs {
		e.number(uint64(g.target))
		e.number(r.id(g.attribute))
		e.ids(r.all(g.include))
		e.ids(r.all(g.exclude))
	}
}

func bit(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}
