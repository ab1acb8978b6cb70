package profile

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type traceEvent struct {
	Category string  `json:"cat"`
	Name     string  `json:"name"`
	Kind     string  `json:"ph"`
	Start    float64 `json:"ts"`
	Duration float64 `json:"dur"`
	Thread   int64   `json:"tid"`
	Output   string  `json:"out"`
	Args     struct {
		Mnemonic string `json:"mnemonic"`
		Target   string `json:"target"`
	} `json:"args"`
}

func (e *traceEvent) span() (start, duration time.Duration) {
	return time.Duration(e.Start) * time.Microsecond, time.Duration(e.Duration) * time.Microsecond
}

// ReadFile reads the profile at path; see Read.
func ReadFile(path string, action func(Action)) (*Profile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := Read(f, action)
	if err != nil {
		return nil, fmt.Errorf("read Bazel's profile %s: %w", path, err)
	}
	return p, nil
}

// Read reads a profile and calls action, which may be nil, for each action in
// the order in which they ended. A file that is cut gives what it holds, with
// Cut set; one that is no profile is an error.
func Read(r io.Reader, action func(Action)) (*Profile, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	var src io.Reader = in
	if magic, _ := in.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		defer z.Close()
		src = z
	}
	dec := jsontext.NewDecoder(src, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if dec.PeekKind() != '{' {
		return nil, errors.New("this is no JSON trace profile: it does not begin with an object")
	}
	t := &trace{p: &Profile{}, action: action, inside: map[int64][]part{}}
	err := t.read(dec)
	if cut(err) {
		t.p.Cut, err = true, nil
	}
	t.finish()
	return t.p, err
}

func cut(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

func (t *trace) read(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		switch name.String() {
		case "otherData":
			var about struct {
				BuildID    string `json:"build_id"`
				OutputBase string `json:"output_base"`
			}
			err = json.UnmarshalDecode(dec, &about)
			t.p.BuildID, t.p.OutputBase = about.BuildID, about.OutputBase
		case "traceEvents":
			err = t.events(dec)
		default:
			err = dec.SkipValue()
		}
		if err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func (t *trace) events(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '[' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() == '{' {
		raw, err := dec.ReadValue()
		if err != nil {
			return err
		}
		var e traceEvent
		if json.Unmarshal(raw, &e) != nil {
			continue // a field of another type, by some other tool's hand
		}
		t.add(&e)
	}
	_, err := dec.ReadToken()
	return err
}
