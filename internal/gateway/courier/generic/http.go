package generic

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
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

// Courier is the courier behind its JSON interface.
type Courier struct {
	client   *jsonhttp.Client
	tracking string
}

var _ courier.Gateway = (*Courier)(nil)

const shipments = "/api/shipments"

// New checks the configuration; it does not call the courier.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Courier, error) {
	header := http.Header{}
	header.Set("apikey", cfg.APIKey)
	client, err := jsonhttp.New(jsonhttp.Config{System: "courier", URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
	if err != nil {
		return nil, err
	}
	return &Courier{client: client, tracking: cfg.TrackingURL}, nil
}

// Book requests an airway bill.
func (c *Courier) Book(ctx context.Context, parcel courier.Parcel) (courier.AirwayBill, error) {
	return c.askBill(ctx, jsonhttp.Call{Operation: "book", Method: http.MethodPost, Path: shipments, Effect: true, Body: shipmentOf(parcel)})
}

// Inquire looks for the airway bill of a reference.
func (c *Courier) Inquire(ctx context.Context, reference string) (courier.AirwayBill, error) {
	path := shipments + "?" + url.Values{"reference": {reference}}.Encode()
	return c.askBill(ctx, jsonhttp.Call{Operation: "inquire", Method: http.MethodGet, Path: path})
}

func (c *Courier) askBill(ctx context.Context, call jsonhttp.Call) (courier.AirwayBill, error) {
	said, err := jsonhttp.Ask(ctx, c.client, call, shipmentAnswer.validateBill)
	if err != nil {
		return courier.AirwayBill{}, err
	}
	return said.bill(c.tracking), nil
}

// Status reads the newest scan.
func (c *Courier) Status(ctx context.Context, airwayBill string) (contract.ShipmentStatus, error) {
	call := jsonhttp.Call{Operation: "status", Method: http.MethodGet, Path: shipments + "/" + url.PathEscape(airwayBill)}
	said, err := jsonhttp.Ask(ctx, c.client, call, shipmentAnswer.validateStatus)
	return said.Status, err
}

// Cancel stops a parcel before pick-up.
func (c *Courier) Cancel(ctx context.Context, airwayBill string) error {
	return c.client.Do(ctx, jsonhttp.Call{
		Operation: "cancel", Method: http.MethodDelete, Path: shipments + "/" + url.PathEscape(airwayBill), Effect: true,
	})
}

// Label is refused: the format has no call for it.
func (c *Courier) Label(context.Context, string) ([]byte, error) {
	return nil, &gateway.Refusal{System: "courier", Code: courier.LabelNotOffered}
}

// Branches lists the branches where parcels can be collected.
func (c *Courier) Branches(ctx context.Context) ([]courier.Branch, error) {
	call := jsonhttp.Call{Operation: "branches", Method: http.MethodGet, Path: "/api/branches"}
	said, err := jsonhttp.Ask(ctx, c.client, call, branchesAnswer.validate)
	if err != nil {
		return nil, err
	}
	return said.branches(), nil
}
