package index

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"

	"bazelapple/internal/buildfile/kind"
)

// restore reads a saved index; one that is absent, damaged, of another format
// or root is as none.
func (i *Index) restore() {
	data, err := os.ReadFile(i.path())
	if err != nil || !bytes.HasPrefix(data, []byte(format)) || len(data) < len(format)+4 {
		return
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return
	}
	d := &decoder{in: body[len(format):]}
	if d.text() != i.root {
		return
	}
	setup := d.stamp()
	count := d.count()
	t := newTable(count)
	for n := 0; n < count && d.err == nil; n++ {
		t.id(d.text())
	}
	d.max = uint32(len(t.texts))
	packs := map[string]*pack{}
	for range d.count() {
		p := d.pack()
		if d.err != nil {
			return
		}
		packs[p.path] = p
	}
	bzl := map[string]bzlFile{}
	for range d.count() {
		file := d.text()
		b := bzlFile{stamp: d.stamp()}
		for range d.count() {
			b.loads = append(b.loads, d.text())
		}
		bzl[file] = b
	}
	if d.err != nil || len(t.texts) != count {
		return
	}
	i.table, i.packs, i.bzl, i.setup, i.complete = t, packs, bzl, setup, true
}

func (d *decoder) pack() *pack {
	p := &pack{path: d.text(), file: d.text(), stamp: d.stamp(), partial: d.number() == 1, bzl: d.ids()}
	p.targets = make([]target, d.count())
	for n := range p.targets {
		t := &p.targets[n]
		for _, id := range []*uint32{&t.name, &t.rule, &t.from, &t.module, &t.macro} {
			*id = d.id()
		}
		t.line = uint32(d.number())
		t.endLine = t.line + uint32(d.number())
		t.nameLine, t.nameColumn, t.nameLength = uint32(d.number()), uint16(d.number()), uint16(d.number())
		if len(d.in) < 4 {
			d.err = errDamaged
			return p
		}
		b := d.in[:4]
		d.in = d.in[4:]
		if kind.Kind(b[0]) > kind.Binary || kind.Platform(b[1]) > kind.VisionOS {
			d.err = errDamaged
			return p
		}
		t.kind = kind.TargetKind{Kind: kind.Kind(b[0]), Platform: kind.Platform(b[1]), Suite: b[2]&1 != 0, Script: b[2]&2 != 0, Executable: b[2]&4 != 0}
		t.flags = flags(b[3])
	}
	p.refs = make([]ref, d.count())
	for n := range p.refs {
		f := &p.refs[n]
		f.target = uint32(d.number()) - 1
		f.pkg, f.name, f.attribute = d.id(), d.id(), d.id()
		f.line, f.column, f.length = uint32(d.number()), uint16(d.number()), uint16(d.number())
		if f.target != none && int(f.target) >= len(p.targets) {
			d.err = errDamaged
		}
	}
	p.globs = make([]glob, d.count())
	for n := range p.globs {
		p.globs[n] = glob{target: uint32(d.number()), attribute: d.id(), include: d.ids(), exclude: d.ids()}
		if int(p.globs[n].target) >= len(p.targets) {
			d.err = errDamaged
		}
	}
	return p
}
