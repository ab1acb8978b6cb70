package device

import (
	"context"
	"errors"

	"bazelapple/internal/devicectl"
	"bazelapple/internal/tool"
)

// Args are the parameters that choose a device.
type Args struct {
	DeviceID   tool.Device `json:"deviceId,omitempty" jsonschema:"UDID or CoreDevice identifier" default:"deviceId" group:"device"`
	DeviceName tool.Word   `json:"deviceName,omitempty" jsonschema:"name" default:"deviceName" group:"device"`
}

// resolve returns the device that a means; the warnings belong first in the
// answer.
func (h *handlers) resolve(ctx context.Context, a Args, c devicectl.Choice) (devicectl.Device, []string, error) {
	c.ID, c.Name = string(a.DeviceID), string(a.DeviceName)
	if c.ID != "" {
		c.Name = ""
	}
	d, warning, err := h.Devicectl.Resolve(ctx, c)
	if err != nil {
		return d, nil, explain(err)
	}
	if warning == "" {
		return d, nil, nil
	}
	return d, []string{warning}, nil
}

// explain gives the errors of the device client their kind and remedy.
func explain(err error) error {
	var de *devicectl.Error
	list := &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_list_devices", Arguments: map[string]any{"onlyConnected": false}}}}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &de):
		kind := tool.Command
		if de.Reason == devicectl.DeviceNotFound || de.Reason == devicectl.NotInstalled {
			kind = tool.NotFound
		}
		return &tool.Error{Kind: kind, Err: err, Hint: de.Remedy(), Result: &tool.Result{Data: map[string]any{"reason": de.Reason, "domain": de.Domain, "code": de.Code}}}
	case errors.Is(err, devicectl.ErrNotFound), errors.Is(err, devicectl.ErrNone):
		return &tool.Error{Kind: tool.NotFound, Err: err, Result: list}
	case errors.Is(err, devicectl.ErrNotConnected):
		return &tool.Error{Kind: tool.Precondition, Err: err, Result: list}
	case errors.Is(err, devicectl.ErrAmbiguous):
		return &tool.Error{Kind: tool.InvalidInput, Err: err, Result: list}
	case errors.Is(err, devicectl.ErrUnreadable):
		return &tool.Error{Kind: tool.Command, Err: err}
	}
	return err
}

// facts are the members of Data that say which device it was.
func facts(d devicectl.Device) map[string]any {
	return map[string]any{"device": map[string]any{"id": d.ID(), "name": d.Name, "os": d.OSVersion, "model": d.Model}}
}
