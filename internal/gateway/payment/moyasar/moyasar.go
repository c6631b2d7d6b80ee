// Package moyasar takes and refunds payments through Moyasar, in the format of its API (docs/partners/moyasar.md).
package moyasar

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/payment"
)

const (
	system = "payment"
	// callWithin leaves the activity, which has 15 s, time to report that the outcome of a charge is unknown.
	callWithin = 10 * time.Second
)

// Config is the address and the credentials of Moyasar.
type Config struct {
	URL       string // with the version, such as https://api.moyasar.com/v1
	SecretKey string // sk_test_… or sk_live_…, never the publishable one
	// AbandonedAfter is the age at which a payment that still waits for its customer counts as abandoned: Moyasar's own page ends
	// after some 15 minutes, and no document says that the payment then has another status.
	AbandonedAfter time.Duration
	// SettledWithin is the time from a payment to the batch that has it, at most. By default Moyasar settles on Mondays and Thursdays.
	SettledWithin time.Duration
	Timeout       time.Duration // zero: 10 s

	Connection jsonhttp.Connection
}

// Provider is Moyasar.
type Provider struct {
	client         *jsonhttp.Client
	abandonedAfter time.Duration
	settledWithin  time.Duration
	log            *slog.Logger
	basePath       string // of the API, without a slash at the end
}

var _ payment.Gateway = (*Provider)(nil)

// New checks the configuration; it does not call Moyasar.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Provider, error) {
	if cfg.Timeout <= 0 {
		cfg.Timeout = callWithin
	}
	header := http.Header{}
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(cfg.SecretKey+":")))
	client, err := jsonhttp.New(jsonhttp.Config{
		System: system, URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Code: codeOf, Connection: cfg.Connection,
	}, watch, log)
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(cfg.URL)
	if err != nil {
		return nil, err
	}
	return &Provider{
		basePath: strings.TrimRight(base.EscapedPath(), "/"), client: client, abandonedAfter: cfg.AbandonedAfter,
		settledWithin: cfg.SettledWithin, log: log,
	}, nil
}

// Charge creates the payment under our own id, so a repeat never charges twice. No document says how Moyasar answers a repeat: after
// a refusal, the payment of the id counts if there is one.
func (p *Provider) Charge(ctx context.Context, c payment.Charge) (payment.Result, error) {
	said, err := jsonhttp.Ask(ctx, p.client, jsonhttp.Call{
		Operation: "charge", Method: http.MethodPost, Path: "/payments", Effect: true, Body: bodyOf(c),
	}, func(a paymentAnswer) error { return a.validateFor(c.PaymentID, c.Amount) })
	if errors.Is(err, gateway.ErrFinal) {
		return p.findRefused(ctx, c, err)
	}
	if err != nil {
		return payment.Result{}, err
	}
	p.forgetToken(ctx, said)
	return p.resultOf(said), nil
}

// findRefused returns the payment that a refused call may have repeated; without one, the refusal. Without an answer, the outcome is
// unknown.
func (p *Provider) findRefused(ctx context.Context, c payment.Charge, refusal error) (payment.Result, error) {
	said, err := p.read(ctx, c.PaymentID)
	switch {
	case errors.Is(err, gateway.ErrNotFound), errors.Is(err, gateway.ErrFinal):
		return payment.Result{}, refusal
	case err != nil:
		return payment.Result{}, fmt.Errorf("%w, and the payment cannot be read: %w", gateway.ErrUnknown, dropSort(err))
	case said.Amount != c.Amount:
		return payment.Result{}, fmt.Errorf("payment of another amount under the id: %w", gateway.ErrUnknown)
	}
	return p.resultOf(said), nil
}

// dropSort keeps the text of an error alone: an error is sorted once.
func dropSort(err error) error { return errors.New(err.Error()) }

// Inquire asks for the outcome of a payment.
func (p *Provider) Inquire(ctx context.Context, paymentID string) (payment.Result, error) {
	said, err := p.read(ctx, paymentID)
	if err != nil {
		return payment.Result{}, err
	}
	p.forgetToken(ctx, said)
	return p.resultOf(said), nil
}

func (p *Provider) read(ctx context.Context, paymentID string) (paymentAnswer, error) {
	call := jsonhttp.Call{Operation: "inquire", Method: http.MethodGet, Path: pathOf(paymentID)}
	return jsonhttp.Ask(ctx, p.client, call, func(a paymentAnswer) error { return a.validate(paymentID) })
}

func pathOf(paymentID string) string { return "/payments/" + url.PathEscape(paymentID) }

// notPaid refuses a refund of a payment that took no money.
const notPaid = "not_paid"

// Refund refunds the full amount. No document names a key for repeats, so the payment is read first: a refund that was made is not
// sent again. Moyasar refuses a second full refund, so neither can two calls at once give back more than was taken.
func (p *Provider) Refund(ctx context.Context, paymentID string, amount contract.Halalas) error {
	known, err := p.read(ctx, paymentID)
	var missing *gateway.Missing
	switch {
	case errors.As(err, &missing):
		return &gateway.Refusal{System: system, Code: missing.Code}
	case err != nil:
		return err
	case known.isReturned(amount):
		return nil
	case !known.isPaid():
		return &gateway.Refusal{System: system, Code: notPaid}
	}
	_, err = jsonhttp.Ask(ctx, p.client, jsonhttp.Call{
		Operation: "refund", Method: http.MethodPost, Path: pathOf(paymentID) + "/refund", Effect: true, Body: refundBody{Amount: amount},
	}, func(a paymentAnswer) error {
		if !a.isReturned(amount) {
			return errors.New("refund answered without the amount refunded")
		}
		return a.validate(paymentID)
	})
	return err
}

// resultOf is the payment in terms of the port.
func (p *Provider) resultOf(a paymentAnswer) payment.Result {
	result := a.result()
	if a.Source.TransactionURL != "" && a.Status == statusInitiated && p.isOld(a.CreatedAt) {
		result.Status, result.ChallengeURL = contract.PaymentAbandoned, ""
	}
	return result
}

func (p *Provider) isOld(created time.Time) bool {
	return p.abandonedAfter > 0 && !created.IsZero() && time.Since(created) > p.abandonedAfter
}
