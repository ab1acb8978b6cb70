package index

import "slices"

// intern gives a draft's strings their ids of the table and lets go of the
// parsed text.
func (d *draft) intern(t *table) *pack {
	ids := make([]uint32, len(d.texts))
	for n, text := range d.texts {
		ids[n] = t.id(text)
	}
	p := d.pack
	p.targets = slices.Clip(p.targets)
	p.refs = slices.Clip(p.refs)
	for n := range p.targets {
		g := &p.targets[n]
		g.name, g.rule, g.from, g.module, g.macro = ids[g.name], ids[g.rule], ids[g.from], ids[g.module], ids[g.macro]
	}
	for n := range p.refs {
		r := &p.refs[n]
		r.pkg, r.name, r.attribute = ids[r.pkg], ids[r.name], ids[r.attribute]
	}
	for n := range p.globs {
		g := &p.globs[n]
		g.attribute = ids[g.attribute]
		for m := range g.include {
			g.include[m] = ids[g.include[m]]
		}
		for m := range g.exclude {
			g.exclude[m] = ids[g.exclude[m]]
		}
	}
	for n := range p.bzl {
		p.bzl[n] = ids[p.bzl[n]]
	}
	return &p
}
