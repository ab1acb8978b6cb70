package redact

import (
	"bytes"
	"io"
)

// maxLine bounds what a Writer holds back while it waits for the end of a line.
const maxLine = 64 << 10

// Writer redacts a stream line by line, so that a secret split over two writes
// is seen whole. Call Flush at the end for an unfinished last line.
type Writer struct {
	to   io.Writer
	held []byte
}

// NewWriter writes what it is given to w, without secrets. It holds at most one
// line back, and of a longer line the last 64 KiB.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Write never keeps p. It reports len(p) when the lines p finished were written.
func (w *Writer) Write(p []byte) (int, error) {
	w.held = append(w.held, p...)
	end := bytes.LastIndexByte(w.held, '\n') + 1
	if end == 0 && len(w.held) > maxLine {
		end = bytes.LastIndexAny(w.held, " \t,") + 1
		if end == 0 {
			end = len(w.held)
		}
	}
	if end == 0 {
		return len(p), nil
	}
	_, err := io.WriteString(w.to, String(string(w.held[:end])))
	w.held = w.held[:copy(w.held, w.held[end:])]
	return len(p), err
}

// Flush writes the line that has no end yet.
func (w *Writer) Flush() error {
	if len(w.held) == 0 {
		return nil
	}
	_, err := io.WriteString(w.to, String(string(w.held)))
	w.held = w.held[:0]
	return err
}
