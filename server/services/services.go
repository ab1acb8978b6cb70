// Package services answers the methods of the editor protocol that are no
// tools: what pickers, trees and lists show. It translates what the engine's
// parts know into the shapes of package wire.
package services

import (
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"

	"bazelapple/handlers"
	"bazelapple/server/host"
	"bazelapple/server/rpc"
	"bazelapple/server/wire"
)

// All are the services by method, for host.Host.
func All(h *host.Host) map[string]host.Service {
	return map[string]host.Service{
		wire.MethodTargets:      service(h, targets),
		wire.MethodTests:        service(h, tests),
		wire.MethodTestPlan:     service(h, testPlan),
		wire.MethodCoverage:     service(h, covered),
		wire.MethodCoverageFile: service(h, coveredFile),
		wire.MethodDestinations: service(h, destinations),
		wire.MethodRunStart:     start(h),
		wire.MethodRunCancel:    ofRun(h, cancelRun),
		wire.MethodRunList:      listRuns(h),
		wire.MethodRunLog:       ofRun(h, readLog),
		wire.MethodRunReport:    ofRun(h, report),
		wire.MethodDebug:        debugPrepare(h),
		wire.MethodDebugEnded:   debugEnded(h),
	}
}

// service decodes the parameters and finds the engine that they name.
func service[P any](h *host.Host, f func(context.Context, *handlers.Engine, P) (any, error)) host.Service {
	return func(ctx context.Context, c *host.Client, raw json.RawMessage, _ host.Report) (any, error) {
		var at wire.RootParams
		var p P
		if err := rpc.Params(raw, &at); err != nil {
			return nil, err
		}
		if err := rpc.Params(raw, &p); err != nil {
			return nil, err
		}
		e, err := engine(h, c, at.Root)
		if err != nil {
			return nil, err
		}
		return f(ctx, e, p)
	}
}

func engine(h *host.Host, c *host.Client, path string) (*handlers.Engine, error) {
	root, err := h.Resolve(path, c.Root())
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	}
	if root == "" {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, "no Bazel workspace is open")
	}
	return h.Engine(root), nil
}
