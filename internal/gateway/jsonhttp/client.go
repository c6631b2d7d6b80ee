// Package jsonhttp calls outside systems that speak JSON over HTTP and sorts their answers into the gateway errors.
package jsonhttp

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"selfcare/internal/gateway/guard"
)

const (
	connectTimeout  = 3 * time.Second
	idleTimeout     = 90 * time.Second
	idlePerHost     = 64      // the default of 2 would open a new connection for most calls of a busy worker
	maxAnswer       = 1 << 20 // bytes
	schemeHTTP      = "http"
	schemeHTTPS     = "https"
	headerJSON      = "application/json"
	headerIdemKey   = "Idempotency-Key"
	userAgent       = "selfcare"
	handshakeFactor = 2 // a TLS handshake takes more round trips than a connect
)

// Config is the address of a system and its time limits.
type Config struct {
	System     string      // name in errors, logs and metrics
	URL        string      // base, with the system's path prefix, if any
	Header     http.Header // credentials, sent with each call
	Connection Connection
	Timeout    time.Duration // of one whole call, shortened by the caller's deadline; zero means 10 s
	Circuit    guard.Circuit // zero means the defaults
	// Code reads the system's code from the body of a refusal, empty if it has none; nil reads the field code.
	Code func(body []byte) string
}

// Access is the address of a system that takes one key, and our key there.
type Access struct {
	URL     string
	APIKey  string
	Timeout time.Duration // zero: the client's default

	Connection Connection
}

// Client returns a client that sends the credential in the header with each call.
func (a Access) Client(system, header, credential string, watch guard.Watcher, log *slog.Logger) (*Client, error) {
	sent := http.Header{}
	sent.Set(header, credential)
	return New(Config{System: system, URL: a.URL, Timeout: a.Timeout, Header: sent, Connection: a.Connection}, watch, log)
}

// Client calls one outside system. It never repeats a call, because only the caller knows the effect of a repeat.
type Client struct {
	system string
	base   string
	header http.Header
	code   func(body []byte) string
	http   *http.Client
	guard  *guard.Guard
}

// New checks the address; it does not call it. watch may be nil.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Client, error) {
	base, err := baseURL(cfg.URL)
	if err != nil {
		return nil, fmt.Errorf("address of %s: %w", cfg.System, err)
	}
	transport, err := cfg.Connection.Transport()
	if err != nil {
		return nil, fmt.Errorf("connection of %s: %w", cfg.System, err)
	}
	if cfg.Code == nil {
		cfg.Code = codeField
	}
	return &Client{
		system: cfg.System, base: base, header: cfg.Header, code: cfg.Code,
		http:  &http.Client{Transport: transport, CheckRedirect: refuseRedirect},
		guard: guard.New(guard.Config{System: cfg.System, Timeout: cfg.Timeout, Circuit: cfg.Circuit}, watch, log),
	}, nil
}

func baseURL(raw string) (string, error) {
	parsed, err := url.Parse(raw)
	if err != nil {
		return "", errors.New("not a URL") // the parser's text would repeat credentials in the address
	}
	if (parsed.Scheme != schemeHTTP && parsed.Scheme != schemeHTTPS) || parsed.Host == "" {
		return "", errors.New("need http:// or https:// and a host")
	}
	return strings.TrimRight(parsed.String(), "/"), nil
}

// refuseRedirect keeps our credentials from an address that is not configured.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
