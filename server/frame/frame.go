// Package frame reads the messages of the stdio doors in front of the
// libraries that serve them. Those close the connection at a frame that is no
// JSON object; here such a frame is answered with an error and the connection
// lives. A broken header ends the connection, since what follows it cannot be
// found; a broken body does not.
package frame

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// MaxBody is the longest message that is read, in bytes.
const MaxBody = 16 << 20

// Codes of JSON-RPC 2.0 for frames that reach no method.
const (
	codeParse   = -32700
	codeInvalid = -32600
)

// A fault says why a frame reaches no method.
type fault struct {
	code    int
	message string
}

// check looks for a JSON object in body.
func check(body []byte) *fault {
	body = bytes.TrimSpace(body)
	if !json.Valid(body) {
		return &fault{codeParse, "parse error: the message is not valid JSON"}
	}
	if body[0] != '{' {
		return &fault{codeInvalid, "invalid request: a message is one JSON object"}
	}
	return nil
}

func tooLong(n int) *fault {
	return &fault{codeInvalid, fmt.Sprintf("invalid request: the message has more than %d bytes (%d)", MaxBody, n)}
}

// response is the answer to a frame whose id is not known.
func (f *fault) response() []byte {
	message, err := json.Marshal(f.message)
	if err != nil {
		return nil
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`, f.code, message)
}
