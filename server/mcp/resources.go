package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/zap"

	"bazelapple/server/host"
	"bazelapple/server/wire"
)

// Addresses of the resources.
const (
	lastCommand = "bazel-apple://last-command"
	sessionURI  = "bazel-apple://session"
	runsURI     = "bazel-apple://runs"
	runPrefix   = "bazel-apple://runs/"
	debugLog    = "bazel-apple://agent-debug-log"
)

// addResources names what can be read; a read is a call of a tool or a method.
func (d *door) addResources() {
	for _, r := range []mcp.Resource{
		{URI: lastCommand, Name: "last-command", Title: "Last command", Description: "The last command of the workspace and how it ended.", MIMEType: "text/plain"},
		{URI: sessionURI, Name: "session", Title: "Session", Description: "The workspace and the defaults in force.", MIMEType: "application/json"},
		{URI: runsURI, Name: "runs", Title: "Runs", Description: "Builds and tests that run or have run, newest first.", MIMEType: "application/json"},
	} {
		d.server.AddResource(&r, d.read)
	}
	for _, t := range []mcp.ResourceTemplate{
		{URITemplate: runPrefix + "{runId}/log", Name: "run-log", Title: "Log of a run", Description: "The whole log of a build or test.", MIMEType: "text/plain"},
		{URITemplate: debugLog + "{?path}", Name: "agent-debug-log", Title: "Agent debug log", Description: "The entries of a debug log that an agent added to an app.", MIMEType: "text/plain"},
	} {
		d.server.AddResourceTemplate(&t, d.read)
	}
}

func (d *door) read(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	b, err := d.client(req.Session).to(ctx)
	if err != nil {
		return nil, err
	}
	address := req.Params.URI
	text, kind := "", "text/plain"
	switch {
	case address == lastCommand:
		text, err = d.ask(ctx, b, "bazel_ios_last_command", nil)
	case address == sessionURI:
		text, kind = "", "application/json"
		var roots wire.RootsResult
		if err = b.Ask(ctx, wire.MethodRoots, struct{}{}, &roots); err == nil {
			text, err = encode(roots)
		}
	case address == runsURI:
		kind = "application/json"
		var runs json.RawMessage
		if err = b.Ask(ctx, wire.MethodRunList, struct{}{}, &runs); err == nil {
			text = string(runs)
		}
	case strings.HasPrefix(address, runPrefix) && strings.HasSuffix(address, "/log"):
		var log wire.RunLogResult
		id := strings.TrimSuffix(strings.TrimPrefix(address, runPrefix), "/log")
		if err = b.Ask(ctx, wire.MethodRunLog, wire.RunLogParams{RunID: id}, &log); err == nil {
			text = strings.Join(log.Lines, "\n")
		}
	case strings.HasPrefix(address, debugLog):
		u, bad := url.Parse(address)
		if bad != nil {
			return nil, mcp.ResourceNotFoundError(address)
		}
		args, _ := json.Marshal(map[string]string{"logPath": u.Query().Get("path")})
		text, err = d.ask(ctx, b, "bazel_ios_agent_debug_log_read", args)
	default:
		return nil, mcp.ResourceNotFoundError(address)
	}
	if err != nil {
		d.Log.Debug("a resource cannot be read", zap.String("uri", address), zap.Error(err))
		return nil, mcp.ResourceNotFoundError(address)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: address, MIMEType: kind, Text: text}}}, nil
}

func encode(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// ask calls a tool for its text.
func (d *door) ask(ctx context.Context, b host.Backend, name string, args json.RawMessage) (string, error) {
	a, err := b.Call(ctx, host.Request{Name: name, Arguments: args})
	return a.Text, err
}

// event tells subscribers of a resource that it has changed.
func (d *door) event(e wire.Event) {
	var changed []string
	switch e.Kind {
	case "run":
		changed = []string{runsURI, lastCommand, runPrefix + e.ID + "/log"}
	case "defaults":
		changed = []string{sessionURI}
	}
	for _, address := range changed {
		go func() {
			if err := d.server.ResourceUpdated(d.ctx, &mcp.ResourceUpdatedNotificationParams{URI: address}); err != nil {
				d.Log.Debug("a change could not be told", zap.String("uri", address), zap.Error(err))
			}
		}()
	}
}
