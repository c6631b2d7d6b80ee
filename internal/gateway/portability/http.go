package portability

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the clearing house.
type Config struct {
	URL     string
	APIKey  string
	Timeout time.Duration // zero: the client's default
}

// HTTP is the clearing house behind its JSON interface.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the clearing house.
func NewHTTP(cfg Config, watch jsonhttp.Watcher, log *slog.Logger) (*HTTP, error) {
	header := http.Header{}
	header.Set("X-Operator-Key", cfg.APIKey)
	client, err := jsonhttp.New(jsonhttp.Config{System: "portability", URL: cfg.URL, Timeout: cfg.Timeout, Header: header}, watch, log)
	if err != nil {
		return nil, err
	}
	return &HTTP{client: client}, nil
}

// Check asks about a number before a submission.
func (h *HTTP) Check(ctx context.Context, operator, msisdn string) (Check, error) {
	var said checkAnswer
	err := h.client.Do(ctx, jsonhttp.Call{
		Operation: "check", Method: http.MethodPost, Path: "/v1/checks",
		Body:   checkBody{Donor: operator, MSISDN: msisdn},
		Answer: &said,
		Check:  func() error { return said.validate() },
	})
	if err != nil {
		return Check{}, err
	}
	return said.result(), nil
}

// Submit asks the donor, through the clearing house, to release a number.
func (h *HTTP) Submit(ctx context.Context, s contract.PortSubmission) (contract.PortState, error) {
	var said portAnswer
	err := h.client.Do(ctx, jsonhttp.Call{
		Operation: "submit", Method: http.MethodPut, Path: portPath(s.PortID), Effect: true,
		Body:   portOf(s),
		Answer: &said,
		Check:  func() error { return said.validate() },
	})
	if err != nil {
		return contract.PortState{}, err
	}
	return said.state(), nil
}

// Status returns the state of a submission.
func (h *HTTP) Status(ctx context.Context, portID string) (contract.PortState, error) {
	var said portAnswer
	err := h.client.Do(ctx, jsonhttp.Call{
		Operation: "status", Method: http.MethodGet, Path: portPath(portID),
		Answer: &said,
		Check:  func() error { return said.validate() },
	})
	if err != nil {
		return contract.PortState{}, err
	}
	return said.state(), nil
}

// Withdraw withdraws a submission.
func (h *HTTP) Withdraw(ctx context.Context, portID string) error {
	return h.command(ctx, "withdraw", portID, "withdrawal", nil, "WITHDRAWN", "REJECTED")
}

// Reschedule asks for another day.
func (h *HTTP) Reschedule(ctx context.Context, portID, window string) error {
	return h.command(ctx, "reschedule", portID, "schedule", scheduleBody{dateOf(window)}, "APPROVED", "ROLLED_BACK")
}

// Release takes the number from the donor.
func (h *HTTP) Release(ctx context.Context, portID string) error {
	return h.command(ctx, "release", portID, "release", nil, "DONOR_RELEASED", "COMPLETED")
}

// Broadcast completes the cut-over.
func (h *HTTP) Broadcast(ctx context.Context, portID string) error {
	return h.command(ctx, "broadcast", portID, "routing", nil, "COMPLETED")
}

// RollBack returns a released number to the donor.
func (h *HTTP) RollBack(ctx context.Context, portID string) error {
	return h.command(ctx, "roll-back", portID, "rollback", nil, "ROLLED_BACK", "APPROVED")
}

// command sets a state; the answer must be a state in which the command has nothing left to do.
func (h *HTTP) command(ctx context.Context, operation, portID, path string, body any, done ...string) error {
	var said portAnswer
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: operation, Method: http.MethodPost, Path: portPath(portID) + "/" + path, Effect: true,
		Body:   body,
		Answer: &said,
		Check: func() error {
			if !slices.Contains(done, said.Status) {
				return errors.New("port answered in another state than asked for")
			}
			return nil
		},
	})
}

func portPath(portID string) string { return "/v1/ports/" + url.PathEscape(portID) }
