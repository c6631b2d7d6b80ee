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

// Config is the address of the platform.
type Config struct {
	URL     string
	Timeout time.Duration // zero: the client's default

	Connection jsonhttp.Connection
}

// HTTP is the platform behind its JSON interface, version V2.
type HTTP struct{ client *jsonhttp.Client }

var (
	_ Gateway   = (*HTTP)(nil)
	_ Enrolment = (*HTTP)(nil)
)

// NewHTTP checks the configuration; it does not call the platform.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	header := http.Header{}
	header.Set("Accept-Version", "V2")
	header.Set("Accept-Language", "en")
	client, err := jsonhttp.New(jsonhttp.Config{System: "zatca", URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
	return &HTTP{client}, err
}

// header names the device that calls.
func (c Credentials) header() http.Header {
	header := http.Header{}
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(c.Token+":"+c.Secret)))
	return header
}

// Report submits a simplified document.
func (h *HTTP) Report(ctx context.Context, c Credentials, s Submission) (Verdict, error) {
	header := c.header()
	header.Set("Clearance-Status", "0")
	return h.send(ctx, jsonhttp.Call{Operation: "report", Path: "/invoices/reporting/single", Header: header}, s, answer.isReported)
}

// Clear submits a document for a business.
func (h *HTTP) Clear(ctx context.Context, c Credentials, s Submission) (Verdict, error) {
	header := c.header()
	header.Set("Clearance-Status", "1")
	return h.send(ctx, jsonhttp.Call{Operation: "clear", Path: "/invoices/clearance/single", Header: header}, s, answer.isCleared)
}

func (h *HTTP) send(ctx context.Context, call jsonhttp.Call, s Submission, isTaken func(answer) bool) (Verdict, error) {
	var said, refused answer
	call.Method, call.Effect, call.Answer, call.Refused = http.MethodPost, true, &said, &refused
	call.Body = body{Hash: s.Hash, UUID: s.UUID, Invoice: s.XML}
	call.Check = func() error {
		if !isTaken(said) {
			return errors.New("answered without having taken the document")
		}
		return nil
	}
	if err := h.client.Do(ctx, call); err != nil {
		return Verdict{}, sorted(err, refused)
	}
	return Verdict{Warnings: codes(said.Validation.Warnings), Cleared: said.ClearedInvoice}, nil
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
