package network

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"selfcare/internal/gateway/jsonhttp"
)

type suspensionBody struct {
	ICCID string `json:"iccid"`
}

type placeBody struct {
	Role    string `json:"role"` // primary or further
	Primary string `json:"primary"`
	Keep    bool   `json:"keep,omitempty"` // the former primary SIM stays as a further one
}

type simsAnswer struct {
	MSISDN  string     `json:"msisdn"`
	ICCID   string     `json:"iccid"`
	Status  LineStatus `json:"status"`
	Further []string   `json:"further"`
}

// Suspend takes a number out of service.
func (h *HTTP) Suspend(ctx context.Context, key, msisdn, iccid string) error {
	return h.place(ctx, "suspend", http.MethodPut, linePath(msisdn)+"/suspension", key, suspensionBody{iccid},
		func(s simsAnswer) bool { return s.Status == LineSuspended })
}

// Resume restores a suspended number.
func (h *HTTP) Resume(ctx context.Context, key, msisdn, iccid string) error {
	return h.place(ctx, "resume", http.MethodDelete, linePath(msisdn)+"/suspension", key, suspensionBody{iccid},
		func(s simsAnswer) bool { return s.Status == LineActive })
}

// Swap gives the number to another card.
func (h *HTTP) Swap(ctx context.Context, key string, p Place) error {
	return h.place(ctx, "place-sim", http.MethodPut, simPath(p), key, placeBody{Role: "primary", Primary: p.Primary},
		func(s simsAnswer) bool { return s.ICCID == p.ICCID && s.Status == LineActive })
}

// AddFurther adds a card to the number.
func (h *HTTP) AddFurther(ctx context.Context, key string, p Place) error {
	return h.place(ctx, "place-sim", http.MethodPut, simPath(p), key, placeBody{Role: "further", Primary: p.Primary},
		func(s simsAnswer) bool { return slices.Contains(s.Further, p.ICCID) })
}

// MakePrimary exchanges two cards of the number.
func (h *HTTP) MakePrimary(ctx context.Context, key string, p Place) error {
	return h.place(ctx, "place-sim", http.MethodPut, simPath(p), key, placeBody{Role: "primary", Primary: p.Primary, Keep: true},
		func(s simsAnswer) bool { return s.ICCID == p.ICCID })
}

// RemoveFurther takes a card from the number.
func (h *HTTP) RemoveFurther(ctx context.Context, key string, p Place) error {
	return h.client.Do(ctx, jsonhttp.Call{Operation: "remove-sim", Method: http.MethodDelete, Path: simPath(p), Key: key, Effect: true})
}

// SIMs returns the network's record of a number.
func (h *HTTP) SIMs(ctx context.Context, msisdn string) (SIMs, error) {
	var said simsAnswer
	err := h.client.Do(ctx, jsonhttp.Call{Operation: "status", Method: http.MethodGet, Path: linePath(msisdn), Answer: &said})
	return SIMs{Status: said.Status, Primary: said.ICCID, Further: said.Further}, err
}

// place makes a call that sets a state; an answer with another state leaves the outcome unknown.
func (h *HTTP) place(ctx context.Context, operation, method, path, key string, body any, as func(simsAnswer) bool) error {
	var said simsAnswer
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: operation, Method: method, Path: path, Key: key, Effect: true, Body: body, Answer: &said,
		Check: func() error {
			if !as(said) {
				return errors.New("line answered is not in the state asked for")
			}
			return nil
		},
	})
}

func simPath(p Place) string { return linePath(p.MSISDN) + "/sims/" + url.PathEscape(p.ICCID) }
