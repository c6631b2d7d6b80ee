package esim

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"selfcare/internal/domain/esim"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the SM-DP+.
type Config struct {
	URL       string
	Requester string // our name there
	APIKey    string
	Timeout   time.Duration // zero: the client's default

	Connection jsonhttp.Connection
}

// HTTP is the SM-DP+ over ES2+ in JSON.
type HTTP struct {
	client    *jsonhttp.Client
	requester string
}

var _ Gateway = (*HTTP)(nil)

const (
	system = "esim"
	es2    = "/gsma/rsp2/es2plus/"
	// protocol is our version of SGP.22.
	protocol = "gsma/rsp/v2.2.0"
)

// NewHTTP checks the configuration; it does not call the SM-DP+.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	header := http.Header{}
	header.Set("X-Admin-Protocol", protocol)
	header.Set("X-Api-Key", cfg.APIKey)
	client, err := jsonhttp.New(jsonhttp.Config{System: system, URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
	if err != nil {
		return nil, err
	}
	return &HTTP{client: client, requester: cfg.Requester}, nil
}

// Download is ES2+ downloadOrder.
func (h *HTTP) Download(ctx context.Context, o Order) (string, error) {
	var said downloadAnswer
	body := downloadBody{Header: h.header(o.Reference), EID: o.EID, ProfileType: profileType}
	if err := h.do(ctx, "downloadOrder", body, &said, func() error { return said.validateICCID() }); err != nil {
		return "", err
	}
	iccid, _ := esim.ICCID(said.ICCID) // checked
	return iccid, said.refusal()
}

// Confirm is ES2+ confirmOrder with releaseFlag.
func (h *HTTP) Confirm(ctx context.Context, reference, iccid, eid string) (ActivationCode, error) {
	var said confirmAnswer
	body := confirmBody{Header: h.header(reference), ICCID: esim.WireICCID(iccid), EID: eid, Release: true}
	if err := h.do(ctx, "confirmOrder", body, &said, func() error { return said.validateCode() }); err != nil {
		return ActivationCode{}, err
	}
	return ActivationCode{Address: said.Address, MatchingID: said.MatchingID}, said.refusal()
}

// Cancel is ES2+ cancelOrder.
func (h *HTTP) Cancel(ctx context.Context, reference, iccid string) error {
	var said answerHeader
	body := cancelBody{Header: h.header(reference), ICCID: esim.WireICCID(iccid), Final: finallyUnavailable}
	if err := h.do(ctx, "cancelOrder", body, &said, func() error { return said.validate() }); err != nil {
		return err
	}
	return said.refusal()
}

func (h *HTTP) header(reference string) requestHeader {
	return requestHeader{Requester: h.requester, Call: reference}
}

func (h *HTTP) do(ctx context.Context, function string, body, answer any, check func() error) error {
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: function, Method: http.MethodPost, Path: es2 + function, Effect: true, Body: body, Answer: answer, Check: check,
	})
}
