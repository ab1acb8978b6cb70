package events

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// maxEvent bounds one event. Bazel 4 repeats every output of a target in its
// completion event, so a few tens of megabytes are possible; more is damage.
const maxEvent = 64 << 20

const readSize = 256 << 10

// errMore: what follows has not been written yet, or never will be.
var errMore = errors.New("no whole event yet")

// stream cuts a growing file into the frames of its events. Runs of NULs, which
// a full disk or a crash leaves behind, are passed over.
type stream struct {
	r    io.Reader
	form Form

	buf    []byte
	from   int   // first unread byte of buf
	seen   int   // JSON: bytes after from that hold no line end
	offset int64 // of buf[from] in the file
	long   bool  // JSON: inside a line over maxEvent, which is passed over
	lost   int   // events passed over for their size
}

// next returns one event's bytes, good until the next call, and their offset in
// the file; errMore when the file ends before a whole event.
func (s *stream) next() ([]byte, int64, error) {
	for {
		s.dropNULs()
		if s.form == FormUnknown {
			s.form = formOf(s.buf[s.from:])
		}
		frame, at, ok, err := s.cut()
		if ok || err != nil {
			return frame, at, err
		}
		if err := s.fill(); err != nil {
			return nil, s.offset, err
		}
	}
}

func (s *stream) dropNULs() {
	i := s.from
	for i < len(s.buf) && s.buf[i] == 0 {
		i++
	}
	if i > s.from {
		s.offset += int64(i - s.from)
		s.from, s.seen = i, 0
	}
}

func (s *stream) cut() (frame []byte, at int64, ok bool, err error) {
	rest := s.buf[s.from:]
	switch s.form {
	case FormJSON:
		return s.cutLine(rest)
	case FormBinary:
		size, n := protowire.ConsumeVarint(rest)
		if n < 0 && len(rest) < 10 {
			return nil, 0, false, nil
		}
		if n < 0 || size > maxEvent {
			return nil, s.offset, false, fmt.Errorf("%w: no event can begin at byte %d", errMalformed, s.offset)
		}
		if size > uint64(len(rest)-n) {
			return nil, 0, false, nil
		}
		at = s.offset
		s.advance(n + int(size))
		return rest[n : n+int(size)], at, true, nil
	}
	return nil, 0, false, nil
}

func (s *stream) cutLine(rest []byte) (frame []byte, at int64, ok bool, err error) {
	i := bytes.IndexByte(rest[s.seen:], '\n')
	if i < 0 {
		s.seen = len(rest)
		if len(rest) > maxEvent {
			s.advance(len(rest))
			if !s.long {
				s.long, s.lost = true, s.lost+1
			}
		}
		return nil, 0, false, nil
	}
	i += s.seen
	at = s.offset
	s.advance(i + 1)
	if s.long || i > maxEvent {
		if !s.long {
			s.lost++
		}
		s.long = false
		return nil, at, true, nil
	}
	return rest[:i], at, true, nil
}

func (s *stream) advance(n int) {
	s.from += n
	s.offset += int64(n)
	s.seen = 0
}

// rest is what stands after the last whole event.
func (s *stream) rest() []byte { return s.buf[s.from:] }

func (s *stream) fill() error {
	if s.from > 0 {
		n := copy(s.buf, s.buf[s.from:])
		s.buf, s.from = s.buf[:n], 0
	}
	if cap(s.buf)-len(s.buf) < readSize/2 {
		grown := make([]byte, len(s.buf), 2*cap(s.buf)+readSize)
		copy(grown, s.buf)
		s.buf = grown
	}
	n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
	s.buf = s.buf[:len(s.buf)+n]
	if n > 0 {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return errMore
	}
	return err
}
