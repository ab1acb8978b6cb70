package index

import "bazelapple/internal/buildfile/kind"

// pack is one package as it is kept. Strings are ids of the table.
type pack struct {
	path    string // "" for the root package
	file    string // of the BUILD file, below the root, as the folder lists it
	stamp   stamp
	targets []target
	refs    []ref
	globs   []glob
	bzl     []uint32 // absolute paths of the files it loads from
	partial bool     // something could not be parsed or known
}

// stamp tells a file's state on disk.
type stamp struct{ modified, size int64 }

// target is one target of a package.
type target struct {
	name, rule, from uint32
	module           uint32 // module_name when given
	macro            uint32 // the callee in the BUILD file when it is a macro
	line, endLine    uint32 // of the call, from 0
	nameLine         uint32
	nameColumn       uint16 // UTF-16
	nameLength       uint16
	kind             kind.TargetKind
	flags            flags
}

type flags uint8

const (
	made    flags = 1 << iota // by a macro
	maybe                     // it depends on something unknown whether it exists
	manual                    // tagged so
	hidden                    // tagged no-ide
	unnamed                   // there may be more targets of this call
	primary                   // its name is that of the call
	opaque                    // its rule's file is not here: the kind is a guess
)

// ref is one mention of a label in a package.
type ref struct {
	target    uint32 // index in the package's targets, none for a plain mention
	pkg, name uint32 // what is named; pkg begins with "@" outside the repository
	attribute uint32
	line      uint32
	column    uint16
	length    uint16 // 0: not written in this file, a macro makes it
}

// none is the target of mentions outside any target.
const none = ^uint32(0)

// glob is a glob() of a target.
type glob struct {
	target           uint32
	attribute        uint32
	include, exclude []uint32
}
