// Package companion is a stand-in for idb_companion: it answers the real idb
// client over gRPC with the screen, touches and log of the stand-in world.
// Methods, messages and field numbers are those of fb-idb 1.7.7 (idb.proto).
package companion

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"bazelapple/internal/fakeapple"
)

// A Companion serves one simulator of the world that Env names (FAKEAPPLE_STATE).
type Companion struct {
	UDID string
	Env  []string
	Dir  string
}

// Serve answers on l until ctx ends.
func (c *Companion) Serve(ctx context.Context, l net.Listener) error {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{Handler: c, Protocols: protocols, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// service is the prefix of every method's path.
const service = "/idb.CompanionService/"

// Status codes of gRPC (its specification's numbers).
const (
	ok            = 0
	unknown       = 2
	unimplemented = 12
)

// ServeHTTP implements http.Handler: a call is a POST of length-prefixed
// messages, its end a status in the trailer.
func (c *Companion) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/grpc")
	method := strings.TrimPrefix(r.URL.Path, service)
	answer := map[string]func(http.ResponseWriter, *http.Request) error{
		"connect": c.connect, "describe": c.describe, "accessibility_info": c.accessibility, "hid": c.hid, "screenshot": c.screenshot, "log": c.log,
	}[method]
	status, text := ok, ""
	if answer == nil {
		status, text = unimplemented, "the stand-in has no method "+method
	} else if err := answer(w, r); err != nil {
		status, text = unknown, err.Error()
	}
	w.Header().Set(http.TrailerPrefix+"Grpc-Status", fmt.Sprint(status))
	w.Header().Set(http.TrailerPrefix+"Grpc-Message", strings.ReplaceAll(text, "\n", " "))
}

// do runs a command line of a stand-in and returns its standard output.
func (c *Companion) do(args ...string) ([]byte, error) {
	var out, errs strings.Builder
	p := fakeapple.Program{Name: args[0], Args: args[1:], Env: c.Env, Dir: c.Dir, In: strings.NewReader(""), Out: &out, Err: &errs}
	if code := p.Run(); code != 0 {
		return nil, fmt.Errorf("%s", strings.TrimSpace(errs.String()))
	}
	return []byte(out.String()), nil
}

func (c *Companion) idb(args ...string) ([]byte, error) {
	return c.do(append([]string{"idb", "--udid", c.UDID}, args...)...)
}

// connect: ConnectResponse{companion: CompanionInfo{udid, is_local}}.
func (c *Companion) connect(w http.ResponseWriter, r *http.Request) error {
	if _, err := receive(r.Body); err != nil {
		return err
	}
	return send(w, message{}.nest(1, message{}.text(1, c.UDID).number(4, 0)))
}

// describe: TargetDescriptionResponse{target_description}.
func (c *Companion) describe(w http.ResponseWriter, r *http.Request) error {
	if _, err := receive(r.Body); err != nil {
		return err
	}
	screen := message{}.number(1, 1206).number(2, 2622).double(3, 3).number(4, 402).number(5, 874)
	return send(w, message{}.nest(1, message{}.text(1, c.UDID).text(2, "iPhone").nest(3, screen).text(4, "Booted").text(5, "simulator").text(6, "iOS").text(7, "arm64")))
}

// accessibility: AccessibilityInfoRequest{format: 3} to
// AccessibilityInfoResponse{json: 1}.
func (c *Companion) accessibility(w http.ResponseWriter, r *http.Request) error {
	request, err := receive(r.Body)
	if err != nil {
		return err
	}
	args := []string{"ui", "describe-all"}
	if f, _ := request.field(3); f.number == 1 { // NESTED
		args = append(args, "--nested")
	}
	text, err := c.idb(args...)
	if err != nil {
		return err
	}
	return send(w, message{}.text(1, strings.TrimSpace(string(text))))
}

// screenshot: ScreenshotResponse{image_data: 1, image_format: 2}.
func (c *Companion) screenshot(w http.ResponseWriter, r *http.Request) error {
	if _, err := receive(r.Body); err != nil {
		return err
	}
	picture, err := c.idb("screenshot", "-")
	if err != nil {
		return err
	}
	return send(w, message{}.text(1, string(picture)).text(2, "png"))
}

// log: LogRequest{arguments: 1} to a stream of LogResponse{output: 1}, which
// goes on until the client ends it.
func (c *Companion) log(w http.ResponseWriter, r *http.Request) error {
	if _, err := receive(r.Body); err != nil {
		return err
	}
	sent := 0
	for {
		text, err := c.do("xcrun", "simctl", "spawn", c.UDID, "log", "show", "--style", "compact")
		if err != nil {
			return err
		}
		if len(text) > sent {
			if err := send(w, message{}.text(1, string(text[sent:]))); err != nil {
				return err
			}
			sent = len(text)
			if err := http.NewResponseController(w).Flush(); err != nil {
				return err
			}
		}
		select {
		case <-r.Context().Done():
			return nil
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// hid: a stream of HIDEvent, then one empty HIDResponse.
func (c *Companion) hid(w http.ResponseWriter, r *http.Request) error {
	hand := hand{idb: c.idb}
	for {
		event, err := receive(r.Body)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := hand.event(event); err != nil {
			return err
		}
	}
	return send(w, message{})
}
