package portability

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/jsonhttp"
)

type returnBody struct {
	MSISDN      string `json:"msisdn"`
	From        string `json:"from"`
	RangeHolder string `json:"rangeHolder"`
}

type returnAnswer struct {
	Status string `json:"status"`
}

var returnStates = map[string]contract.ReturnStatus{
	"PENDING": contract.ReturnPending, "RETURNED": contract.ReturnComplete, "REFUSED": contract.ReturnRejected,
}

// GiveBack requests the return of a number.
func (h *HTTP) GiveBack(ctx context.Context, r contract.NumberReturn) (contract.ReturnStatus, error) {
	return h.postReturn(ctx, jsonhttp.Call{
		Operation: "return", Method: http.MethodPut, Path: returnPath(r.ID), Effect: true,
		Body: returnBody{MSISDN: r.MSISDN, From: recipient, RangeHolder: r.Operator},
	})
}

// ReturnStatus returns the state of a return.
func (h *HTTP) ReturnStatus(ctx context.Context, id string) (contract.ReturnStatus, error) {
	return h.postReturn(ctx, jsonhttp.Call{Operation: "return-status", Method: http.MethodGet, Path: returnPath(id)})
}

func (h *HTTP) postReturn(ctx context.Context, call jsonhttp.Call) (contract.ReturnStatus, error) {
	said, err := jsonhttp.Ask(ctx, h.client, call, func(a returnAnswer) error {
		if _, known := returnStates[a.Status]; !known {
			return errors.New("return answered in an unknown state")
		}
		return nil
	})
	return returnStates[said.Status], err
}

func returnPath(id string) string { return "/v1/returns/" + url.PathEscape(id) }
