// Package customer plays a subscriber who uses only the public API: for the demo, for load runs and for tests of the
// whole stack. Its types are those of the contract.
package customer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
)

// Refused is an answer in the error shape of the contract.
type Refused struct {
	Status     int
	RetryAfter int // seconds; 0 without the header
	Problem    gen.Problem
}

func (r *Refused) Error() string {
	return fmt.Sprintf("refused with %d %s: %s", r.Status, r.Problem.MessageKey, r.Problem.Message)
}

// Client calls the API of one address for one caller.
type Client struct {
	Base     string // http://localhost:8080/api
	HTTP     *http.Client
	Language string // ar or en
	Session  string // X-Order-Session
	Token    string // bearer token of a signed-in user
	// Waits gets the customer's waiting time at a limit; nil waits never and returns the refusal.
	Waits func(time.Duration)
}

// NewClient has a pool of connections wide enough for many customers at once.
func NewClient(base, language string) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 256
	return &Client{Base: base, Language: language, HTTP: &http.Client{Transport: transport, Timeout: 35 * time.Second}}
}

// Call sends a request with a new idempotency key and reads the answer into out.
func (c *Client) Call(ctx context.Context, method, path string, in, out any) error {
	return c.callWithKey(ctx, method, path, uuid.NewString(), in, out)
}

// callVersion is Call for another API version.
func (c *Client) callVersion(ctx context.Context, method, path, version string, in, out any) error {
	return c.patiently(ctx, uuid.NewString(), out, func(key string) (*http.Request, error) {
		request, err := c.request(ctx, method, path, key, in)
		if err == nil {
			request.Header.Set("X-Api-Version", version)
		}
		return request, err
	})
}

func (c *Client) callWithKey(ctx context.Context, method, path, key string, in, out any) error {
	return c.patiently(ctx, key, out, func(key string) (*http.Request, error) { return c.request(ctx, method, path, key, in) })
}

// patiently sends a request, and sends it again with a new idempotency key after each wait at a limit.
func (c *Client) patiently(ctx context.Context, key string, out any, ask func(key string) (*http.Request, error)) error {
	for {
		request, err := ask(key)
		if err != nil {
			return err
		}
		err = c.send(request, out)
		if wait := c.waitAfter(err); wait == 0 || !c.waitOut(ctx, wait) {
			return err
		}
		key = uuid.NewString()
	}
}

// waitAfter is the waiting time of a limit before the same call; 0 for every other outcome.
func (c *Client) waitAfter(err error) time.Duration {
	var refused *Refused
	if c.Waits == nil || !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
		return 0
	}
	return time.Duration(refused.RetryAfter) * time.Second
}

// waitOut waits. It returns false at once if the context ends earlier.
func (c *Client) waitOut(ctx context.Context, wait time.Duration) bool {
	if end, limited := ctx.Deadline(); limited && time.Until(end) < wait {
		return false
	}
	c.Waits(wait)
	select {
	case <-ctx.Done():
		return false
	case <-time.After(wait):
		return true
	}
}

// send reads the answer into out, or into a Refused.
func (c *Client) send(request *http.Request, out any) error {
	what := request.Method + " " + request.URL.Path
	answer, err := c.HTTP.Do(request)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	defer func() { _ = answer.Body.Close() }() // a body read to its end has nothing left to report
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if answer.StatusCode >= http.StatusBadRequest {
		refused := &Refused{Status: answer.StatusCode}
		refused.RetryAfter, _ = strconv.Atoi(answer.Header.Get("Retry-After")) // often missing
		if err := json.Unmarshal(raw, &refused.Problem); err != nil {
			return fmt.Errorf("%s answered %d without the error shape", what, answer.StatusCode)
		}
		return refused
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(raw, out)
}

func (c *Client) request(ctx context.Context, method, path, key string, in any) (*http.Request, error) {
	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.Base+path, body)
	if err != nil {
		return nil, err
	}
	if in != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("accept-language", c.Language)
	if method != http.MethodGet {
		request.Header.Set("Idempotency-Key", key)
	}
	if c.Session != "" {
		request.Header.Set("X-Order-Session", c.Session)
	}
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	return request, nil
}
