// Package deeplinks holds the tools that bring something to an app from
// outside: URLs and push notifications.
package deeplinks

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Simctl *simctl.Client
	Root   string
	Home   string
}

// Module returns the deep_links tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowDeepLinks, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_open_url", Title: "Open URL in Simulator…",
			Description: "Open a URL, deep link (myapp://…) or universal link on a simulator.",
			Apple:       true,
		}, h.openURL),
		tool.New(tool.Definition{
			Name: "bazel_ios_push_notification", Title: "Send Push Notification…",
			Description: "Send a push notification to an app on a simulator, from title and text or an APNs payload.",
			Apple:       true,
		}, h.push),
	}}
}

type handlers struct{ Deps }

type openURLInput struct {
	simtarget.Args
	URL tool.Word `json:"url" required:"true" jsonschema:"URL with its scheme, such as myapp://home"`
}

func (h *handlers) openURL(ctx context.Context, call *tool.Call, in openURLInput) (*tool.Result, error) {
	if u, err := url.Parse(string(in.URL)); err != nil || u.Scheme == "" {
		return nil, tool.Invalid("url", "%q is no URL with a scheme, such as myapp://home", in.URL)
	}
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if err := h.Simctl.OpenURL(ctx, sim.UDID, string(in.URL)); err != nil {
		return nil, simtarget.Explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["url"] = in.URL
	return &tool.Result{Text: fmt.Sprintf("Opened %s on %s", in.URL, sim), Data: facts, Warnings: warnings}, nil
}

type pushInput struct {
	simtarget.Args
	BundleID    tool.BundleID `json:"bundleId" required:"true" jsonschema:"app that gets the notification"`
	Title       string        `json:"title,omitempty" jsonschema:"title of the alert"`
	Body        string        `json:"body,omitempty" jsonschema:"text of the alert"`
	Badge       *int          `json:"badge,omitempty" jsonschema:"number on the app's icon" minimum:"0" maximum:"99999"`
	PayloadPath tool.File     `json:"payloadPath,omitempty" jsonschema:"JSON file with a whole APNs payload, in place of title, body and badge"`
}

func (h *handlers) push(ctx context.Context, call *tool.Call, in pushInput) (*tool.Result, error) {
	file, payload, err := h.payload(in)
	if err != nil {
		return nil, err
	}
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if file != "" {
		err = h.Simctl.Push(ctx, sim.UDID, string(in.BundleID), file)
	} else {
		err = h.Simctl.PushJSON(ctx, sim.UDID, string(in.BundleID), payload)
	}
	if err != nil {
		return nil, simtarget.Explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["bundleId"] = in.BundleID
	return &tool.Result{Text: fmt.Sprintf("Sent the notification to %s on %s", in.BundleID, sim), Data: facts, Warnings: warnings}, nil
}

// payload returns the caller's file, checked, or an APNs payload of title, body
// and badge (aps.alert.title, aps.alert.body, aps.badge).
func (h *handlers) payload(in pushInput) (file string, payload []byte, err error) {
	if in.PayloadPath != "" {
		file = in.PayloadPath.Resolve(h.Root, h.Home)
		text, err := os.ReadFile(file)
		if err != nil {
			return "", nil, tool.Errorf(tool.NotFound, "Give the path of a JSON file.", "%w", err)
		}
		if !json.Valid(text) {
			return "", nil, tool.Invalid("payloadPath", "%s is not valid JSON", file)
		}
		return file, nil, nil
	}
	alert := map[string]string{}
	if in.Title != "" {
		alert["title"] = in.Title
	}
	if in.Body != "" {
		alert["body"] = in.Body
	}
	aps := map[string]any{"alert": alert}
	if in.Badge != nil {
		aps["badge"] = *in.Badge
	}
	payload, err = json.Marshal(map[string]any{"aps": aps})
	return "", payload, err
}
