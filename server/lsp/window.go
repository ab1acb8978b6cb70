package lsp

import (
	"sync"

	"go.lsp.dev/protocol"
	"go.uber.org/zap/zapcore"
)

// A Window is the editor's log window, as a place for zap to write to. Before a
// connection serves it, nothing is shown.
type Window struct {
	mu   sync.Mutex
	send func(method string, params any)
}

func (w *Window) connect(send func(method string, params any)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.send = send
}

// Core returns a core that writes to the window.
func (w *Window) Core(level zapcore.LevelEnabler) zapcore.Core {
	return &windowCore{level, w, zapcore.NewConsoleEncoder(zapcore.EncoderConfig{MessageKey: "m", NameKey: "n"})}
}

type windowCore struct {
	zapcore.LevelEnabler
	window  *Window
	encoder zapcore.Encoder
}

func (c *windowCore) With(fields []zapcore.Field) zapcore.Core {
	e := c.encoder.Clone()
	for _, f := range fields {
		f.AddTo(e)
	}
	return &windowCore{c.LevelEnabler, c.window, e}
}

func (c *windowCore) Check(e zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(e.Level) {
		return checked.AddCore(e, c)
	}
	return checked
}

func (c *windowCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	buf, err := c.encoder.EncodeEntry(e, fields)
	if err != nil {
		return err
	}
	defer buf.Free()
	c.window.mu.Lock()
	send := c.window.send
	c.window.mu.Unlock()
	if send == nil {
		return nil
	}
	kind := protocol.MessageTypeInfo
	switch {
	case e.Level >= zapcore.ErrorLevel:
		kind = protocol.MessageTypeError
	case e.Level == zapcore.WarnLevel:
		kind = protocol.MessageTypeWarning
	case e.Level == zapcore.DebugLevel:
		kind = protocol.MessageTypeLog
	}
	text := buf.String()
	if n := len(text); n > 0 && text[n-1] == '\n' {
		text = text[:n-1]
	}
	send(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: kind, Message: text})
	return nil
}

func (c *windowCore) Sync() error { return nil }
