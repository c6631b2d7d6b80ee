package jsonhttp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	"selfcare/internal/gateway"
	"selfcare/internal/platform/tracing"
)

// Call is one request and the handling of its answer.
type Call struct {
	Operation string // for errors and metrics; the path may hold personal data and is never shown
	Method    string
	Path      string       // below the base, escaped
	Key       string       // idempotency key, sent if set
	Header    http.Header  // sent with this call, besides those of the client
	Body      any          // sent as JSON if not nil
	Answer    any          // pointer for a 2xx body; nil if the status says all
	Headers   *http.Header // set to those of the answer; nil if they say nothing
	File      *File        // instead of Answer, for a 2xx body that is not JSON
	Refused   any          // pointer for a 4xx body, for systems that answer more than a code
	// Effect marks a call that changes the other system: without an answer the outcome is unknown, and the call must not be
	// repeated.
	Effect bool
	// Check validates a decoded answer. Its error makes the answer a broken one, and must hold no personal data.
	Check func() error
}

// File takes an answer as raw bytes.
type File struct {
	Type    string // requested type, such as text/csv
	Most    int64  // bytes; more is a broken answer
	Content []byte // set once the call is done
}

// Do makes the call once. A non-nil error is exactly one of the gateway errors.
func (c *Client) Do(ctx context.Context, call Call) error {
	return c.guard.Do(ctx, call.Operation, func(ctx context.Context) (healthy bool, err error) { return c.send(ctx, call) })
}

// Ask makes a call once and returns its answer. check validates a decoded answer, as Call.Check does.
func Ask[A any](ctx context.Context, c *Client, call Call, check func(A) error) (A, error) {
	var said, none A
	call.Answer, call.Check = &said, func() error { return check(said) }
	if err := c.Do(ctx, call); err != nil {
		return none, err
	}
	return said, nil
}

// send also reports whether the system behaved: a refusal is a healthy answer.
func (c *Client) send(ctx context.Context, call Call) (healthy bool, err error) {
	var written atomic.Bool // set by the transport's goroutine
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { written.Store(true) }})
	req, err := c.request(ctx, call)
	if err != nil {
		return true, err
	}
	res, err := c.http.Do(req)
	if err != nil {
		writeDown(ctx, req, 0, nil)
		return false, transportError(err, call.Effect && written.Load())
	}
	defer func() { _ = res.Body.Close() }() // the body was read or given up, so an error does not matter
	body, err := readLimited(res.Body, call.most())
	writeDown(ctx, req, res.StatusCode, body)
	if err != nil {
		return false, transportError(err, call.Effect)
	}
	if call.Headers != nil {
		*call.Headers = res.Header
	}
	if res.StatusCode >= 300 && res.StatusCode < 400 {
		return false, broken(call, fmt.Errorf("status %d leads to %s, which is not followed", res.StatusCode, placeOf(res)))
	}
	return c.sort(call, res.StatusCode, body)
}

// placeOf returns the server to which a redirect leads, without the path, which may hold personal data.
func placeOf(res *http.Response) string {
	to, err := res.Location()
	if err != nil {
		return "no address"
	}
	return to.Scheme + "://" + to.Host
}

func (c *Client) request(ctx context.Context, call Call) (*http.Request, error) {
	var body io.Reader
	if call.Body != nil {
		encoded, err := json.Marshal(call.Body)
		if err != nil { // no retry can make the value encodable
			return nil, &gateway.Refusal{System: c.system, Code: "request_not_encodable"}
		}
		body = bytes.NewReader(encoded)
	}
	req, err := http.NewRequestWithContext(ctx, call.Method, c.base+call.Path, body)
	if err != nil {
		return nil, &gateway.Refusal{System: c.system, Code: "request_not_encodable"}
	}
	maps.Copy(req.Header, c.header)
	maps.Copy(req.Header, call.Header)
	req.Header.Set("Accept", call.accepts())
	req.Header.Set("User-Agent", userAgent)
	if call.Body != nil {
		req.Header.Set("Content-Type", headerJSON)
	}
	if call.Key != "" {
		req.Header.Set(headerIdemKey, call.Key)
	}
	tracing.Carry(ctx, req.Header)
	return req, nil
}

var errTooLarge = errors.New("answer too large")

func readLimited(body io.Reader, most int64) ([]byte, error) {
	read, err := io.ReadAll(io.LimitReader(body, most+1))
	if err == nil && int64(len(read)) > most {
		err = errTooLarge
	}
	return read, err
}

func (c Call) most() int64 {
	if c.File != nil {
		return c.File.Most
	}
	return maxAnswer
}

func (c Call) accepts() string {
	if c.File != nil {
		return c.File.Type + ", " + headerJSON // a refusal has a code
	}
	return headerJSON
}
