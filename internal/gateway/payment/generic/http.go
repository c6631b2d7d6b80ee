package generic

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/payment"
)

const (
	system   = "payment"
	currency = "SAR"
	// callWithin leaves the activity, which has 15 s, time to report that the outcome of a charge is unknown.
	callWithin = 10 * time.Second
	// neverSeen is the provider's own code; another 404 comes from a system in between.
	neverSeen = "not_found"
	// mostSettled is far above a day's size: some three hundred thousand transactions.
	mostSettled = 32 << 20
)

// Config is the address of the provider. SecretKey is the server's key, never the publishable one.
type Config struct {
	URL       string // with the provider's path prefix, without a slash at the end
	SecretKey string
	Timeout   time.Duration // zero: 10 s

	Connection jsonhttp.Connection
}

// Provider is the provider behind its JSON interface.
type Provider struct{ client *jsonhttp.Client }

var _ payment.Gateway = (*Provider)(nil)

// New checks the configuration; it does not call the provider.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Provider, error) {
	if cfg.Timeout <= 0 {
		cfg.Timeout = callWithin
	}
	client, err := jsonhttp.New(jsonhttp.Config{
		System: system, URL: cfg.URL, Timeout: cfg.Timeout, Connection: cfg.Connection,
		Header: http.Header{"Authorization": {"Bearer " + cfg.SecretKey}},
	}, watch, log)
	if err != nil {
		return nil, err
	}
	return &Provider{client: client}, nil
}

// Charge takes the money, or returns why not yet.
func (p *Provider) Charge(ctx context.Context, c payment.Charge) (payment.Result, error) {
	call := jsonhttp.Call{Operation: "charge", Method: http.MethodPost, Path: "/charges", Key: c.PaymentID, Effect: true, Body: bodyOf(c)}
	said, err := jsonhttp.Ask(ctx, p.client, call, func(a chargeAnswer) error { return a.validateFor(c.PaymentID, c.Amount) })
	if err != nil {
		return payment.Result{}, err
	}
	return said.result(), nil
}

// Inquire asks for the outcome of a payment.
func (p *Provider) Inquire(ctx context.Context, paymentID string) (payment.Result, error) {
	said, err := p.read(ctx, paymentID)
	if err != nil {
		return payment.Result{}, err
	}
	return said.result(), nil
}

// EnterCode is refused: the provider's own page asks for the code of a wallet.
func (p *Provider) EnterCode(context.Context, string, string) error {
	return &gateway.Refusal{System: system, Code: payment.CodeNotAsked}
}

// FindSavedCard returns the card of a paid payment, which the provider describes with it.
func (p *Provider) FindSavedCard(ctx context.Context, paymentID string) (*payment.Card, error) {
	said, err := p.read(ctx, paymentID)
	if err != nil {
		return nil, err
	}
	return said.kept(), nil
}

func (p *Provider) read(ctx context.Context, paymentID string) (chargeAnswer, error) {
	call := jsonhttp.Call{Operation: "inquire", Method: http.MethodGet, Path: "/charges/" + url.PathEscape(paymentID)}
	said, err := jsonhttp.Ask(ctx, p.client, call, func(a chargeAnswer) error { return a.validate(paymentID) })
	var missing *gateway.Missing
	if errors.As(err, &missing) && missing.Code != neverSeen {
		return chargeAnswer{}, fmt.Errorf("%s inquire: status 404 with code %s: %w", system, missing.Code, gateway.ErrRetry)
	}
	return said, err
}

// ForgetCard deletes a saved card.
func (p *Provider) ForgetCard(ctx context.Context, token string) error {
	err := p.client.Do(ctx, jsonhttp.Call{Operation: "forget-card", Method: http.MethodDelete, Path: "/cards/" + url.PathEscape(token)})
	var missing *gateway.Missing
	switch {
	case errors.As(err, &missing) && missing.Code == neverSeen:
		return nil
	case errors.As(err, &missing):
		return fmt.Errorf("%s forget card: status 404 with code %s: %w", system, missing.Code, gateway.ErrRetry)
	default:
		return err
	}
}

// Refund refunds the amount, or a part of it.
func (p *Provider) Refund(ctx context.Context, paymentID string, amount contract.Halalas) error {
	var said chargeAnswer
	return p.client.Do(ctx, jsonhttp.Call{
		Operation: "refund", Method: http.MethodPost, Path: "/charges/" + url.PathEscape(paymentID) + "/refund",
		Key: "refund-" + paymentID, Effect: true,
		Body:   refundBody{Amount: amount},
		Answer: &said,
		Check: func() error {
			if said.Status != contract.PaymentRefunded && said.Refunded < amount {
				return errors.New("refund answered without the amount refunded")
			}
			return said.validate(paymentID)
		},
	})
}

// settledWithin is the number of days from a movement to its file, at most: one near midnight is in the file of the next day.
const settledWithin = 1

// ListSettlements names the file of a day, which is a batch of its own.
func (p *Provider) ListSettlements(_ context.Context, day string) (settlement.Listing, error) {
	return settlement.Listing{IDs: []string{day}, Within: settledWithin}, nil
}

// ReadSettlement reads the file of a day.
func (p *Provider) ReadSettlement(ctx context.Context, day string) (settlement.Batch, error) {
	content, err := p.fetchFile(ctx, day)
	if err != nil {
		return settlement.Batch{}, err
	}
	batch, err := settlement.ReadFile(day, content)
	if err != nil {
		batch = settlement.Batch{ID: day, Broken: settlement.Reason(err)}
	}
	hash := sha256.Sum256(content)
	batch.SHA256 = hash[:]
	return batch, nil
}

func (p *Provider) fetchFile(ctx context.Context, day string) ([]byte, error) {
	file := jsonhttp.File{Type: "text/csv", Most: mostSettled}
	err := p.client.Do(ctx, jsonhttp.Call{
		Operation: "settlement", Method: http.MethodGet, Path: "/settlements/" + url.PathEscape(day), File: &file,
	})
	if errors.Is(err, gateway.ErrNotFound) {
		return nil, fmt.Errorf("%s settlement of %s: not written yet: %w", system, day, gateway.ErrRetry)
	}
	return file.Content, err
}
