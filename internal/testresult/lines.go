package testresult

import (
	"bufio"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"
)

// maxLine is what is kept of one line; the rest of a longer one is skipped.
const maxLine = 64 << 10

var ansi = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\x1b\[[0-9;?]*[ -/]*[@-~]`) })

// eachLine calls do with every line, without its end and escape sequences.
func eachLine(r io.Reader, do func(line string)) error {
	in := bufio.NewReaderSize(r, maxLine)
	cut := false
	for {
		part, err := in.ReadSlice('\n')
		if len(part) > 0 && !cut {
			do(plain(string(part)))
		}
		cut = errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !cut {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func plain(line string) string {
	line = strings.TrimRight(line, "\r\n")
	if strings.IndexByte(line, 0x1b) >= 0 {
		line = ansi().ReplaceAllString(line, "")
	}
	if i := strings.LastIndexByte(line, '\r'); i >= 0 {
		line = line[i+1:]
	}
	return line
}
