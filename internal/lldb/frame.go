package lldb

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// maxFrame bounds one message. LLDB's closing statistics grow with the number
// of loaded libraries and pass the 4 MiB that go-dap reads.
const maxFrame = 64 << 20

// readFrame reads the body of the next message: header lines, an empty line,
// and as many bytes as Content-Length says. A body that is too large is passed
// over and comes back as nil.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length := int64(-1)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		line = strings.TrimSpace(line)
		if line == "" && length >= 0 {
			break
		}
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(name, "Content-Length") {
			if n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64); err == nil && n >= 0 {
				length = n
			}
		}
	}
	if length > maxFrame {
		_, err := io.CopyN(io.Discard, r, length)
		return nil, err
	}
	body := make([]byte, length)
	_, err := io.ReadFull(r, body)
	return body, err
}
