// Package es2plus speaks ES2+ of GSMA SGP.22, version 2.2, with an SM-DP+: https://www.gsma.com/solutions-and-impact/technologies/esim/.
package es2plus

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"selfcare/internal/domain/esim"
	"selfcare/internal/gateway"
	port "selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address of the SM-DP+, and our names there. It knows us by the client certificate of the connection.
type Config struct {
	URL            string
	Requester      string // our function requester identifier
	ProfileType    string
	ActivationHost string        // of the SM-DP+ in activation codes, where an answer names none
	Key            []byte        // makes the matching ids
	Timeout        time.Duration // zero: the client's default

	Connection jsonhttp.Connection
}

// SMDP is an SM-DP+ over ES2+ in JSON.
type SMDP struct {
	client *jsonhttp.Client
	cfg    Config
}

var _ port.Gateway = (*SMDP)(nil)

const (
	system = "esim"
	es2    = "/gsma/rsp2/es2plus/"
)

// Protocol is our version of SGP.22, in the header X-Admin-Protocol of each request and answer.
const (
	Protocol       = "gsma/rsp/v2.2.0"
	protocolHeader = "X-Admin-Protocol"
)

// New checks the configuration; it does not call the SM-DP+.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*SMDP, error) {
	header := http.Header{}
	header.Set(protocolHeader, Protocol)
	client, err := jsonhttp.New(jsonhttp.Config{System: system, URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
	if err != nil {
		return nil, err
	}
	return &SMDP{client, cfg}, nil
}

// Download is downloadOrder.
func (s *SMDP) Download(ctx context.Context, o port.Order) (string, error) {
	var said downloadAnswer
	body := downloadBody{Header: s.header(o.Reference), EID: o.EID, ProfileType: s.cfg.ProfileType}
	if err := s.do(ctx, "downloadOrder", body, &said, func() error { return said.validateICCID() }); err != nil {
		return "", err
	}
	iccid, _ := esim.ICCID(said.ICCID) // checked
	return iccid, said.refusal()
}

// Confirm is confirmOrder with releaseFlag and with the matching id that we choose. ES2+ has no inquiry: a repeat that is refused because this
// matching id is in use tells that an earlier call has confirmed the profile. It is then released, which may be repeated.
func (s *SMDP) Confirm(ctx context.Context, o port.Order) (port.ActivationCode, error) {
	var said confirmAnswer
	ours := s.makeMatchingID(o.Reference)
	body := confirmBody{Header: s.header(o.Reference + "-confirm"), ICCID: esim.WireICCID(o.ICCID), EID: o.EID, MatchingID: ours, Release: true}
	if err := s.do(ctx, "confirmOrder", body, &said, func() error { return said.validateCode() }); err != nil {
		return port.ActivationCode{}, err
	}
	err := said.refusal()
	if isRefused(err, codeMatchingIDInUse) {
		said, err = confirmAnswer{}, s.release(ctx, o)
	}
	if err != nil {
		return port.ActivationCode{}, err
	}
	return said.code(port.ActivationCode{Address: s.cfg.ActivationHost, MatchingID: ours}), nil
}

// release is releaseProfile.
func (s *SMDP) release(ctx context.Context, o port.Order) error {
	var said answerHeader
	body := releaseBody{Header: s.header(o.Reference + "-release"), ICCID: esim.WireICCID(o.ICCID)}
	if err := s.do(ctx, "releaseProfile", body, &said, func() error { return said.validate() }); err != nil {
		return err
	}
	return said.refusal()
}

// Cancel is cancelOrder. A profile whose confirmation is unknown has our matching id or none, so the other case is tried after one is
// refused.
func (s *SMDP) Cancel(ctx context.Context, o port.Order) error {
	err := s.cancel(ctx, o)
	if o.MatchingID == "" && isRefused(err, codeMatchingIDWrong) {
		o.MatchingID = s.makeMatchingID(o.Reference)
		err = s.cancel(ctx, o)
	}
	return err
}

func (s *SMDP) cancel(ctx context.Context, o port.Order) error {
	var said answerHeader
	body := cancelBody{Header: s.header(o.Reference + "-cancel"), ICCID: esim.WireICCID(o.ICCID), EID: o.EID, MatchingID: o.MatchingID, Final: finallyUnavailable}
	if err := s.do(ctx, "cancelOrder", body, &said, func() error { return said.validate() }); err != nil {
		return err
	}
	return said.refusal()
}

// header names a call. Its id is the same for a repeat: the standard gives this no meaning, yet some SM-DP+ answer a repeat as before.
func (s *SMDP) header(call string) requestHeader {
	return requestHeader{Requester: s.cfg.Requester, Call: call}
}

func (s *SMDP) do(ctx context.Context, function string, body, answer any, check func() error) error {
	return s.client.Do(ctx, jsonhttp.Call{
		Operation: function, Method: http.MethodPost, Path: es2 + function, Effect: true, Body: body, Answer: answer, Check: check,
	})
}

// Shape of a matching id; twenty signs have 100 bits, which cannot be guessed.
const (
	matchingIDSigns = 20
	matchingIDGroup = 5
)

// makeMatchingID returns the matching id of a reference: four groups of five capital letters and digits, which are easily typed.
func (s *SMDP) makeMatchingID(reference string) string {
	mac := hmac.New(sha256.New, s.cfg.Key)
	_, _ = mac.Write([]byte("matching id of " + reference)) // a hash never fails to write
	signs := base32.StdEncoding.EncodeToString(mac.Sum(nil))[:matchingIDSigns]
	id := signs[:matchingIDGroup]
	for at := matchingIDGroup; at < matchingIDSigns; at += matchingIDGroup {
		id += "-" + signs[at:at+matchingIDGroup]
	}
	return id
}

func isRefused(err error, code string) bool {
	var refused *gateway.Refusal
	return errors.As(err, &refused) && refused.Code == code
}
