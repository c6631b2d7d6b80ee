package courier

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the courier.
type Config struct {
	URL     string
	APIKey  string
	Timeout time.Duration // zero: the client's default
	// TrackingURL is the page on which customers follow a parcel, with {awb} in it; empty uses the courier's page.
	TrackingURL string

	Connection jsonhttp.Connection
}

// HTTP is the courier behind its JSON interface.
type HTTP struct {
	client   *jsonhttp.Client
	tracking string
}

var _ Gateway = (*HTTP)(nil)

const shipments = "/api/shipments"

// NewHTTP checks the configuration; it does not call the courier.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	header := http.Header{}
	header.Set("apikey", cfg.APIKey)
	client, err := jsonhttp.New(jsonhttp.Config{System: "courier", URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
	if err != nil {
		return nil, err
	}
	return &HTTP{client: client, tracking: cfg.TrackingURL}, nil
}

// Book requests an airway bill.
func (h *HTTP) Book(ctx context.Context, p Parcel) (AirwayBill, error) {
	return h.askBill(ctx, jsonhttp.Call{Operation: "book", Method: http.MethodPost, Path: shipments, Effect: true, Body: shipmentOf(p)})
}

// Inquire looks for the airway bill of a reference.
func (h *HTTP) Inquire(ctx context.Context, reference string) (AirwayBill, error) {
	path := shipments + "?" + url.Values{"reference": {reference}}.Encode()
	return h.askBill(ctx, jsonhttp.Call{Operation: "inquire", Method: http.MethodGet, Path: path})
}

func (h *HTTP) askBill(ctx context.Context, call jsonhttp.Call) (AirwayBill, error) {
	said, err := jsonhttp.Ask(ctx, h.client, call, shipmentAnswer.validateBill)
	if err != nil {
		return AirwayBill{}, err
	}
	return said.bill(h.tracking), nil
}

// Status reads the newest scan.
func (h *HTTP) Status(ctx context.Context, airwayBill string) (contract.ShipmentStatus, error) {
	call := jsonhttp.Call{Operation: "status", Method: http.MethodGet, Path: shipments + "/" + url.PathEscape(airwayBill)}
	said, err := jsonhttp.Ask(ctx, h.client, call, shipmentAnswer.validateStatus)
	return said.Status, err
}

// Cancel stops a parcel before pick-up.
func (h *HTTP) Cancel(ctx context.Context, airwayBill string) error {
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: "cancel", Method: http.MethodDelete, Path: shipments + "/" + url.PathEscape(airwayBill), Effect: true,
	})
}

// Branches lists the branches where parcels can be collected.
func (h *HTTP) Branches(ctx context.Context) ([]Branch, error) {
	call := jsonhttp.Call{Operation: "branches", Method: http.MethodGet, Path: "/api/branches"}
	said, err := jsonhttp.Ask(ctx, h.client, call, branchesAnswer.validate)
	if err != nil {
		return nil, err
	}
	return said.branches(), nil
}
