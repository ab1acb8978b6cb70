// Package logging makes the loggers. Logs go to standard error and to the
// editor's window, never to standard output, which belongs to the protocols.
package logging

import (
	"io"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// New returns a logger that writes lines of text to w, at level and above.
func New(w io.Writer, level zapcore.LevelEnabler, redact func(string) string) *zap.Logger {
	c := zap.NewProductionEncoderConfig()
	c.EncodeTime = zapcore.TimeEncoderOfLayout("15:04:05.000")
	c.EncodeLevel = zapcore.CapitalLevelEncoder
	return zap.New(zapcore.NewCore(zapcore.NewConsoleEncoder(c), zapcore.Lock(zapcore.AddSync(redactor{w, redact})), level))
}

// redactor takes secrets out of each entry; zap writes an entry at a time.
type redactor struct {
	w      io.Writer
	redact func(string) string
}

func (r redactor) Write(p []byte) (int, error) {
	if r.redact == nil {
		return r.w.Write(p)
	}
	if _, err := io.WriteString(r.w, r.redact(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
