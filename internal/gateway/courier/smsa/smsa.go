// Package smsa sends parcels with SMSA Express, by its eCom API.
package smsa

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

const system = "courier"

// Shipper is the place from which parcels leave.
type Shipper struct{ Name, Phone, City, Address string }

// Contents describes each parcel, because all of them hold a SIM.
type Contents struct {
	Description   string
	WeightGrams   int64
	DeclaredValue contract.Halalas
	Service       string // code of SMSA's service; empty leaves the choice to SMSA
}

// Config is the address of SMSA, our key there, and what all parcels share.
type Config struct {
	URL     string
	APIKey  string
	Timeout time.Duration // zero: the client's default
	// TrackingURL is the page on which customers follow a parcel, with {awb} in it.
	TrackingURL string
	Shipper     Shipper
	Contents    Contents

	Connection jsonhttp.Connection
}

// Courier is SMSA.
type Courier struct {
	http     *jsonhttp.Client
	tracking string
	shipper  address
	contents Contents
	now      func() time.Time
}

var _ courier.Gateway = (*Courier)(nil)

// New checks the configuration; it does not call SMSA.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Courier, error) {
	header := http.Header{}
	header.Set("ApiKey", cfg.APIKey)
	client, err := jsonhttp.New(jsonhttp.Config{System: system, URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
	if err != nil {
		return nil, err
	}
	return &Courier{http: client, tracking: cfg.TrackingURL, shipper: shipperOf(cfg.Shipper), contents: cfg.Contents, now: time.Now}, nil
}

// Book requests an airway bill. SMSA may take the same reference twice, so a booking that is known under it is returned.
func (c *Courier) Book(ctx context.Context, parcel courier.Parcel) (courier.AirwayBill, error) {
	booked, err := c.Inquire(ctx, parcel.Reference)
	if !errors.Is(err, gateway.ErrNotFound) {
		return booked, err
	}
	said, err := jsonhttp.Ask(ctx, c.http, jsonhttp.Call{
		Operation: "book", Method: http.MethodPost, Path: "/api/shipment/b2c/new", Effect: true, Body: c.bookingOf(parcel),
	}, bookingAnswer.validate)
	if err != nil {
		return courier.AirwayBill{}, refusedBooking(parcel, err)
	}
	return c.bill(said.SAWB), nil
}

// refusedBooking gives a refusal of a parcel's data its code of the port. Other refusals, such as of our key, keep theirs.
func refusedBooking(parcel courier.Parcel, err error) error {
	var refused *gateway.Refusal
	if !errors.As(err, &refused) || refused.Code == "http_401" || refused.Code == "http_403" {
		return err
	}
	code := "address_refused"
	if parcel.Delivery.Method == contract.DeliverPickup {
		code = "branch_closed"
	}
	return &gateway.Refusal{System: system, Code: code}
}

func (c *Courier) bill(number string) courier.AirwayBill {
	return courier.AirwayBill{Number: number, TrackingURL: strings.ReplaceAll(c.tracking, "{awb}", url.QueryEscape(number))}
}

// Inquire looks for the airway bill of a reference.
func (c *Courier) Inquire(ctx context.Context, reference string) (courier.AirwayBill, error) {
	found, err := c.track(ctx, "inquire", "/api/track/reference/"+url.PathEscape(reference))
	if err != nil {
		return courier.AirwayBill{}, err
	}
	return c.bill(found.AWB), nil
}

// Status reads the newest scan. A parcel without a scan that we know is booked.
func (c *Courier) Status(ctx context.Context, airwayBill string) (contract.ShipmentStatus, error) {
	found, err := c.track(ctx, "status", "/api/track/single/"+url.PathEscape(airwayBill))
	if err != nil {
		return "", err
	}
	return found.status(), nil
}

// track asks for one parcel. SMSA's answer to an unknown one is not confirmed: 404, nothing, or a parcel without a number.
func (c *Courier) track(ctx context.Context, operation, path string) (tracked, error) {
	var said oneTracked
	err := c.http.Do(ctx, jsonhttp.Call{Operation: operation, Method: http.MethodGet, Path: path, Answer: &said})
	if err == nil && said.AWB == "" {
		return tracked{}, &gateway.Missing{System: system, Code: "no_shipment"}
	}
	return tracked(said), err
}

// Cancel is refused: SMSA has no call for it.
func (c *Courier) Cancel(context.Context, string) error {
	return &gateway.Refusal{System: system, Code: courier.NotCancellable}
}

// Label asks for the shipment of an airway bill, whose answer has the label.
func (c *Courier) Label(ctx context.Context, airwayBill string) ([]byte, error) {
	var said bookingAnswer
	err := c.http.Do(ctx, jsonhttp.Call{
		Operation: "label", Method: http.MethodGet, Path: "/api/shipment/b2c/query/" + url.PathEscape(airwayBill), Answer: &said,
	})
	if err != nil {
		return nil, err
	}
	return said.label()
}

// Branches lists the offices in the Kingdom where parcels can be collected.
func (c *Courier) Branches(ctx context.Context) ([]courier.Branch, error) {
	cities, err := jsonhttp.Ask(ctx, c.http, jsonhttp.Call{Operation: "cities", Method: http.MethodGet, Path: "/api/lookup/cities/SA"}, validateCities)
	if err != nil {
		return nil, err
	}
	offices, err := jsonhttp.Ask(ctx, c.http, jsonhttp.Call{Operation: "branches", Method: http.MethodGet, Path: "/api/lookup/smsaoffices"}, validateOffices)
	if err != nil {
		return nil, err
	}
	return branchesOf(offices, cities), nil
}
