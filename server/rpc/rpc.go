// Package rpc runs JSON-RPC connections the way the language server protocol
// wants them: notifications one after another in the order of the wire, calls
// side by side, $/cancelRequest heard at once, and no message that ends the
// connection.
package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"bazelapple/internal/tool"
	"bazelapple/server/wire"
)

// Codes of the language server protocol.
const (
	CodeCancelled = jsonrpc2.Code(-32800)
)

type codec struct{}

func (codec) Marshal(v any) ([]byte, error)   { return protocol.Marshal(v) }
func (codec) Unmarshal(b []byte, v any) error { return protocol.Unmarshal(b, v) }

// New returns a connection over stream, not serving yet.
func New(stream jsonrpc2.Stream) jsonrpc2.Conn {
	return jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
}

// Go serves conn with handle until the connection ends. A panic of handle is
// answered with an internal error and logged.
func Go(ctx context.Context, conn jsonrpc2.Conn, handle jsonrpc2.Handler, log *zap.Logger) {
	cancellable := protocol.CancelHandler(func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		method := string([]byte(req.Method()))
		if req.IsCall() {
			jsonrpc2.Async(ctx)
		}
		defer func() {
			if r := recover(); r != nil {
				log.Error("a request panicked", zap.String("method", method), zap.Any("panic", r), zap.ByteString("stack", debug.Stack()))
				result, err = nil, jsonrpc2.NewError(jsonrpc2.InternalError, fmt.Sprintf("internal error in %s: %v", method, r))
			}
		}()
		return handle(ctx, req)
	})
	conn.Go(protocol.WithClient(ctx, protocol.ClientDispatcher(conn)), func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		call, method := req.IsCall(), string([]byte(req.Method()))
		result, err := cancellable(ctx, req)
		if !call && err != nil {
			log.Debug("a notification was not handled", zap.String("method", method), zap.Error(err))
			return nil, nil
		}
		if _, told := Answer(err); !told && err != nil && (errors.Is(err, context.Canceled) || errors.Is(err, protocol.ErrRequestCancelled)) {
			err = jsonrpc2.NewError(CodeCancelled, "the request was cancelled")
		}
		return result, err
	})
}

// Params decodes the parameters of a method of ours. Broken ones are the
// caller's fault.
func Params(raw []byte, into any) error {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, "invalid parameters: "+err.Error())
	}
	return nil
}

// Failure turns the answers that the protocol reports as errors into one; nil
// for the others. The table stands in DESIGN "Results and errors".
func Failure(a tool.Answer) error {
	var code jsonrpc2.Code
	switch a.Kind {
	case tool.InvalidInput, tool.UnknownTool:
		code = jsonrpc2.InvalidParams
	case tool.Cancelled:
		code = CodeCancelled
	case tool.Internal:
		code = jsonrpc2.InternalError
	default:
		return nil
	}
	return failure(code, a)
}

// Refusal is Failure for the methods whose result is no answer of a tool: every
// failure is an error there.
func Refusal(a tool.Answer) error {
	if err := Failure(a); err != nil {
		return err
	}
	return failure(jsonrpc2.InvalidRequest, a)
}

func failure(code jsonrpc2.Code, a tool.Answer) error {
	e := jsonrpc2.NewError(code, a.Text)
	if data, err := json.Marshal(wire.ErrorData{Kind: a.Kind, Text: a.Text}); err == nil {
		e.Data = data
	}
	return e
}

// Answer is the inverse of Failure, for a client of a host.
func Answer(err error) (tool.Answer, bool) {
	var e *jsonrpc2.Error
	if !errors.As(err, &e) || len(e.Data) == 0 {
		return tool.Answer{}, false
	}
	var data wire.ErrorData
	if json.Unmarshal(e.Data, &data) != nil || data.Kind == "" {
		return tool.Answer{}, false
	}
	return tool.Answer{IsError: true, Kind: data.Kind, Text: data.Text}, true
}
