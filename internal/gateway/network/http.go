package network

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of provisioning.
type Config = jsonhttp.Access

// HTTP is provisioning behind its JSON interface.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the network.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	client, err := cfg.Client("network", "X-Api-Key", cfg.APIKey, watch, log)
	return &HTTP{client}, err
}

type lineBody struct {
	ICCID  string `json:"iccid"`
	PlanID string `json:"planId"`
}

type lineAnswer struct {
	MSISDN string     `json:"msisdn"`
	ICCID  string     `json:"iccid"`
	Status LineStatus `json:"status"`
}

// validateActive requires that the number works with this very card.
func (a lineAnswer) validateActive(l Line) error {
	if a.Status != LineActive || a.MSISDN != l.MSISDN || a.ICCID != l.ICCID {
		return errors.New("line answered is not the active line asked for")
	}
	return nil
}

func (a lineAnswer) validateStatus() error {
	if a.Status != LineActive && a.Status != LineInactive && a.Status != LineSuspended {
		return errors.New("unknown line status")
	}
	return nil
}

// Activate switches a number on for a card.
func (h *HTTP) Activate(ctx context.Context, key string, l Line) error {
	var said lineAnswer
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: "activate", Method: http.MethodPut, Path: linePath(l.MSISDN), Key: key, Effect: true,
		Body:   lineBody{ICCID: l.ICCID, PlanID: l.PlanID},
		Answer: &said,
		Check:  func() error { return said.validateActive(l) },
	})
}

// Deactivate switches a number off.
func (h *HTTP) Deactivate(ctx context.Context, key, msisdn string) error {
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: "deactivate", Method: http.MethodDelete, Path: linePath(msisdn), Key: key, Effect: true,
	})
}

type serviceBody struct {
	PlanID string       `json:"planId"`
	Level  ServiceLevel `json:"level"`
}

// SetService sets the plan and the service level of a line.
func (h *HTTP) SetService(ctx context.Context, key, msisdn string, s Service) error {
	wanted := serviceBody(s)
	var said serviceBody
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: "set service", Method: http.MethodPut, Path: linePath(msisdn) + "/service", Key: key, Effect: true,
		Body: wanted, Answer: &said,
		Check: func() error {
			if said != wanted {
				return errors.New("service answered is not the one asked for")
			}
			return nil
		},
	})
}

// Status reads a line's state.
func (h *HTTP) Status(ctx context.Context, msisdn string) (LineStatus, error) {
	call := jsonhttp.Call{Operation: "status", Method: http.MethodGet, Path: linePath(msisdn)}
	said, err := jsonhttp.Ask(ctx, h.client, call, lineAnswer.validateStatus)
	return said.Status, err
}

func linePath(msisdn string) string { return "/v1/lines/" + url.PathEscape(msisdn) }
