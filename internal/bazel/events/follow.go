package events

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Bazel flushes its event file every 250 ms; looking every 25 adds little.
const (
	pollEvery = 25 * time.Millisecond
	grace     = time.Second
)

// Follow reads the event file at path while Bazel writes it and tells sink,
// which may be nil, of what it reads, on the calling goroutine. It returns at
// Bazel's last message; when exited is closed, at the latest one second after
// that, and at once when no file has begun by then; or when ctx ends, with what
// was read so far and the context's error. The path must be new for each
// invocation. A missing or cut file is no error: see Build.Completeness.
func Follow(ctx context.Context, path string, exited <-chan struct{}, sink func(Notice)) (*Build, error) {
	r := newReader(path, sink)
	defer r.close()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var deadline time.Time
	for {
		ended := deadline.IsZero() && closed(exited) // before reading, so that nothing written earlier is missed
		err := r.read(ctx, true)
		if !errors.Is(err, errMore) {
			return r.finish(), err
		}
		if ended {
			deadline = time.Now().Add(grace)
		}
		if !deadline.IsZero() && (!r.begun() || time.Now().After(deadline)) {
			return r.finish(), nil
		}
		wake := exited
		if !deadline.IsZero() {
			wake = nil
		}
		select {
		case <-ctx.Done():
			return r.finish(), ctx.Err()
		case <-wake:
		case <-tick.C:
		}
	}
}

// ReadFile reads an event file that nobody writes any more.
func ReadFile(path string) (*Build, error) {
	r := newReader(path, nil)
	defer r.close()
	if err := r.read(context.Background(), false); err != nil && !errors.Is(err, errMore) {
		return r.finish(), err
	}
	return r.finish(), nil
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

type reader struct {
	path string
	file *os.File
	s    stream
	c    collector
	bad  error
}

func newReader(path string, sink func(Notice)) *reader {
	return &reader{path: path, c: collector{b: newBuild(path), sink: sink}}
}

func (r *reader) begun() bool { return r.s.offset > 0 || len(r.s.rest()) > 0 }

func (r *reader) close() {
	if r.file != nil {
		r.file.Close()
	}
}

// read goes on to the end of what is written; errMore there, nil after the last
// message or damage that nothing can be read behind.
func (r *reader) read(ctx context.Context, stopAtLast bool) error {
	if r.file == nil {
		f, err := os.Open(r.path)
		if errors.Is(err, fs.ErrNotExist) {
			return errMore
		}
		if err != nil {
			return err
		}
		r.file, r.s.r = f, io.Reader(f)
	}
	for n := 0; ; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b, at, err := r.s.next()
		if errors.Is(err, errMalformed) {
			r.bad = err
			return nil
		}
		if err != nil {
			return err
		}
		if b = trimmed(r.s.form, b); len(b) > 0 {
			r.c.add(r.s.form, b, at)
		}
		if stopAtLast && r.c.last {
			return nil
		}
	}
}

func trimmed(form Form, b []byte) []byte {
	if form == FormJSON {
		return bytes.Trim(b, "\x00 \t\r\n")
	}
	return b
}

// whole is true for a JSON line that was not cut.
func whole(line []byte) bool {
	f := frame{form: FormJSON, b: line}
	f.skip()
	return f.err == nil && len(line) > 0
}

// finish judges what was read. A last JSON line without its line end counts when
// it is whole.
func (r *reader) finish() *Build {
	b := r.c.b
	b.Form = r.s.form
	rest := trimmed(r.s.form, r.s.rest())
	if r.s.form == FormJSON && !r.c.last && whole(rest) {
		r.c.add(r.s.form, rest, r.s.offset)
	}
	switch {
	case r.c.last:
		b.Completeness = Complete
	case r.begun():
		b.Completeness = Incomplete
		r.c.problem(fmt.Sprintf("the event file ends at byte %d without Bazel's last message", r.s.offset+int64(len(rest))))
	}
	if r.bad != nil {
		r.c.problem(r.bad.Error())
	}
	if r.s.lost > 0 {
		b.Malformed += r.s.lost
		r.c.problem(fmt.Sprintf("%d events over %d MB were passed over", r.s.lost, maxEvent>>20))
	}
	return b
}
