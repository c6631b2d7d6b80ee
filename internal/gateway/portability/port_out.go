package portability

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	"selfcare/internal/gateway/jsonhttp"
)

type outAnswer struct {
	Status string `json:"status"`
}

func (a outAnswer) validate() error {
	if _, known := port.OutStatus(a.Status); !known {
		return errors.New("port-out answered in an unknown state")
	}
	return nil
}

type outBody struct {
	Answer       string `json:"answer"`
	Reason       string `json:"reason,omitempty"`
	LeavingCosts int64  `json:"leavingCosts,omitempty"` // halalas
}

// Answer says whether one of our numbers may leave.
func (h *HTTP) Answer(ctx context.Context, in contract.PortOutAnswer) (contract.PortOutStatus, error) {
	body := outBody{Answer: "ACCEPTED", LeavingCosts: int64(in.Commitment)}
	if !in.Accepted {
		body = outBody{Answer: "REJECTED", Reason: port.Rejection(in.Reason)}
	}
	return h.postPortOut(ctx, jsonhttp.Call{Operation: "answer", Method: http.MethodPost, Path: outPath(in.Reference) + "/answer", Effect: true, Body: body})
}

// OutStatus returns the state of a request for one of our numbers.
func (h *HTTP) OutStatus(ctx context.Context, reference string) (contract.PortOutStatus, error) {
	return h.postPortOut(ctx, jsonhttp.Call{Operation: "out-status", Method: http.MethodGet, Path: outPath(reference)})
}

// Stop withdraws our agreement.
func (h *HTTP) Stop(ctx context.Context, reference string) (contract.PortOutStatus, error) {
	return h.postPortOut(ctx, jsonhttp.Call{Operation: "stop", Method: http.MethodPost, Path: outPath(reference) + "/stop", Effect: true})
}

// LetGo reports that we no longer serve the number.
func (h *HTTP) LetGo(ctx context.Context, reference string) (contract.PortOutStatus, error) {
	return h.postPortOut(ctx, jsonhttp.Call{Operation: "let-go", Method: http.MethodPost, Path: outPath(reference) + "/release", Effect: true})
}

func (h *HTTP) postPortOut(ctx context.Context, call jsonhttp.Call) (contract.PortOutStatus, error) {
	said, err := jsonhttp.Ask(ctx, h.client, call, outAnswer.validate)
	if err != nil {
		return "", err
	}
	status, _ := port.OutStatus(said.Status) // checked
	return status, nil
}

func outPath(reference string) string { return "/v1/port-outs/" + url.PathEscape(reference) }
