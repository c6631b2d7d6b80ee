package portability

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the clearing house.
type Config = jsonhttp.Access

// HTTP is the clearing house behind its JSON interface.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the clearing house.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	client, err := cfg.Client("portability", "X-Operator-Key", cfg.APIKey, watch, log)
	return &HTTP{client}, err
}

// Check asks about a number before a submission.
func (h *HTTP) Check(ctx context.Context, operator, msisdn string) (Check, error) {
	said, err := jsonhttp.Ask(ctx, h.client, jsonhttp.Call{
		Operation: "check", Method: http.MethodPost, Path: "/v1/checks", Body: checkBody{Donor: operator, MSISDN: msisdn},
	}, checkAnswer.validate)
	if err != nil {
		return Check{}, err
	}
	return said.result(), nil
}

// Submit asks the donor, through the clearing house, to release a number.
func (h *HTTP) Submit(ctx context.Context, s contract.PortSubmission) (contract.PortState, error) {
	return h.askState(ctx, jsonhttp.Call{Operation: "submit", Method: http.MethodPut, Path: portPath(s.PortID), Effect: true, Body: portOf(s)})
}

// Status returns the state of a submission.
func (h *HTTP) Status(ctx context.Context, portID string) (contract.PortState, error) {
	return h.askState(ctx, jsonhttp.Call{Operation: "status", Method: http.MethodGet, Path: portPath(portID)})
}

func (h *HTTP) askState(ctx context.Context, call jsonhttp.Call) (contract.PortState, error) {
	said, err := jsonhttp.Ask(ctx, h.client, call, portAnswer.validate)
	if err != nil {
		return contract.PortState{}, err
	}
	return said.state(), nil
}

// Withdraw withdraws a submission.
func (h *HTTP) Withdraw(ctx context.Context, portID string) error {
	return h.sendCommand(ctx, "withdraw", portID, "withdrawal", nil, "WITHDRAWN", "REJECTED")
}

// Reschedule asks for another day.
func (h *HTTP) Reschedule(ctx context.Context, portID, window string) error {
	return h.sendCommand(ctx, "reschedule", portID, "schedule", scheduleBody{dateOf(window)}, "APPROVED", "ROLLED_BACK")
}

// Release takes the number from the donor.
func (h *HTTP) Release(ctx context.Context, portID string) error {
	return h.sendCommand(ctx, "release", portID, "release", nil, "DONOR_RELEASED", "COMPLETED")
}

// Broadcast completes the cut-over.
func (h *HTTP) Broadcast(ctx context.Context, portID string) error {
	return h.sendCommand(ctx, "broadcast", portID, "routing", nil, "COMPLETED")
}

// RollBack returns a released number to the donor.
func (h *HTTP) RollBack(ctx context.Context, portID string) error {
	return h.sendCommand(ctx, "roll-back", portID, "rollback", nil, "ROLLED_BACK", "APPROVED")
}

// sendCommand sets a state; the answer must be a state in which the command has nothing left to do.
func (h *HTTP) sendCommand(ctx context.Context, operation, portID, path string, body any, done ...string) error {
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
