package zatca

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address of the platform and our credentials there.
type Config struct {
	URL         string
	Certificate string // Base64, as in its PEM file
	Secret      string
	Timeout     time.Duration // zero: the client's default

	Connection jsonhttp.Connection
}

// HTTP is the platform behind its JSON interface, version V2.
type HTTP struct{ reporting, clearance *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the platform.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	var h HTTP
	var err error
	if h.reporting, err = open(cfg, "0", watch, log); err != nil {
		return nil, err
	}
	h.clearance, err = open(cfg, "1", watch, log)
	return &h, err
}

// open makes a client; clearance needs its own header.
func open(cfg Config, clearance string, watch guard.Watcher, log *slog.Logger) (*jsonhttp.Client, error) {
	token := base64.StdEncoding.EncodeToString([]byte(cfg.Certificate)) // the platform issued it in Base64 of Base64
	header := http.Header{}
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(token+":"+cfg.Secret)))
	header.Set("Accept-Version", "V2")
	header.Set("Accept-Language", "en")
	header.Set("Clearance-Status", clearance)
	return jsonhttp.New(jsonhttp.Config{System: "zatca", URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
}

// Report submits a simplified document.
func (h *HTTP) Report(ctx context.Context, s Submission) (Verdict, error) {
	return send(ctx, h.reporting, "report", "/invoices/reporting/single", s, func(a answer) bool { return a.ReportingStatus == "REPORTED" })
}

// Clear submits a document for a business.
func (h *HTTP) Clear(ctx context.Context, s Submission) (Verdict, error) {
	return send(ctx, h.clearance, "clear", "/invoices/clearance/single", s, func(a answer) bool { return a.ClearanceStatus == "CLEARED" })
}

func send(ctx context.Context, c *jsonhttp.Client, operation, path string, s Submission, taken func(answer) bool) (Verdict, error) {
	var said, refused answer
	err := c.Do(ctx, jsonhttp.Call{
		Operation: operation, Method: http.MethodPost, Path: path, Effect: true, Answer: &said, Refused: &refused,
		Body: body{Hash: s.Hash, UUID: s.UUID, Invoice: s.XML},
		Check: func() error {
			if !taken(said) {
				return errors.New("answered without having taken the document")
			}
			return nil
		},
	})
	if err == nil {
		return Verdict{Warnings: codes(said.Validation.Warnings), Cleared: said.ClearedInvoice}, nil
	}
	return Verdict{}, sorted(err, refused)
}

// sorted tells a fault of the document (400) from other refusals: the platform already has it (409), or refuses our
// credentials (401, 406, …).
func sorted(err error, said answer) error {
	var refusal *gateway.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	switch refusal.Code {
	case "http_409":
		return nil
	case "http_400":
		return &Rejection{Rules: codes(said.Validation.Errors), cause: err}
	default:
		return fmt.Errorf("%s: %w", refusal.Code, gateway.ErrRetry)
	}
}
