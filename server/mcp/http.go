package mcp

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Limits of the HTTP door.
const (
	maxRequest     = 4 << 20 // bytes
	maxSessions    = 512
	maxConcurrent  = 512
	perSecond      = 2000
	burst          = 20_000
	sessionTimeout = 30 * time.Minute
)

// ServeHTTP serves any number of clients at http://ADDR/mcp until ctx ends. The
// file holds the bearer token; it is made when it is not there. ready, if set,
// is told the address.
func ServeHTTP(ctx context.Context, o Options, addr, tokenFile string, ready func(net.Addr)) error {
	token, err := readToken(tokenFile)
	if err != nil {
		return err
	}
	hostname, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("--http wants HOST:PORT, got %q: %w", addr, err)
	}
	if hostname == "" {
		hostname = "127.0.0.1"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(hostname, port))
	if err != nil {
		return err
	}
	if !loopback(hostname) {
		o.Log.Warn("the server listens on an address that other machines reach", zap.String("address", listener.Addr().String()))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := newDoor(ctx, o)
	server := &http.Server{Handler: d.handler(token, hostname), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	context.AfterFunc(ctx, func() {
		stop, done := context.WithTimeout(context.Background(), time.Second)
		defer done()
		if err := server.Shutdown(stop); err != nil {
			_ = server.Close()
		}
	})
	if ready != nil {
		ready(listener.Addr())
	}
	err = server.Serve(listener)
	cancel()
	d.close()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// readToken reads the bearer token from a file that only its owner may read,
// and makes one where none is.
func readToken(file string) (string, error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		token := rand.Text() + rand.Text()
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return "", err
		}
		return token, os.WriteFile(file, []byte(token+"\n"), 0o600)
	}
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("the token file %s is open to others (mode %04o); run chmod 600 on it", file, info.Mode().Perm())
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(b))
	if len(token) < 16 {
		return "", fmt.Errorf("the token in %s has fewer than 16 characters", file)
	}
	return token, nil
}

// handler checks a request before anything of it is parsed.
func (d *door) handler(token, hostname string) http.Handler {
	server := func(*http.Request) *mcp.Server { return d.server }
	options := mcp.StreamableHTTPOptions{SessionTimeout: sessionTimeout, MaxRequestBodyBytes: maxRequest, PropagateRequestCancellation: true}
	// A client whose connection broke reads on where it was.
	options.EventStore = mcp.NewMemoryEventStore(nil)
	sessions := mcp.NewStreamableHTTPHandler(server, &options)
	options.Stateless, options.EventStore = true, nil
	without := mcp.NewStreamableHTTPHandler(server, &options)
	limit := rate.NewLimiter(perSecond, burst)
	slots := make(chan struct{}, maxConcurrent)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/mcp":
			http.NotFound(w, r)
			return
		case !ours(r, hostname):
			http.Error(w, "Forbidden: this server answers its own host and origin only", http.StatusForbidden)
			return
		case !authorized(r, token):
			w.Header().Set("WWW-Authenticate", `Bearer realm="bazel-apple"`)
			http.Error(w, "Unauthorized: send the token of --token-file as a bearer token", http.StatusUnauthorized)
			return
		case !limit.Allow():
			w.Header().Set("Retry-After", "1")
			http.Error(w, "Too Many Requests", http.StatusTooManyRequests)
			return
		}
		if r.Header.Get("Mcp-Protocol-Version") >= stateless {
			serveLimited(without, slots, w, r)
			return
		}
		if r.Header.Get("Mcp-Session-Id") == "" && d.sessions() >= maxSessions {
			w.Header().Set("Retry-After", "30")
			http.Error(w, "too many sessions", http.StatusServiceUnavailable)
			return
		}
		if r.Method == http.MethodGet {
			sessions.ServeHTTP(w, r) // a stream that stays open holds no slot
			return
		}
		serveLimited(sessions, slots, w, r)
	})
}

func serveLimited(h http.Handler, slots chan struct{}, w http.ResponseWriter, r *http.Request) {
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
		h.ServeHTTP(w, r)
	case <-r.Context().Done():
	}
}

func (d *door) sessions() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.clients)
}

func authorized(r *http.Request, token string) bool {
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1
}

// ours refuses requests that a page of another origin makes a browser send, and
// names that were rebound to this address.
func ours(r *http.Request, hostname string) bool {
	name := r.Host
	if h, _, err := net.SplitHostPort(r.Host); err == nil {
		name = h
	}
	known := func(name string) bool { return loopback(name) || strings.EqualFold(name, hostname) }
	if !known(name) {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && known(u.Hostname())
}

func loopback(name string) bool {
	if name == "localhost" {
		return true
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	return ip != nil && ip.IsLoopback()
}
