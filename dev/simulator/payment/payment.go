// Package payment simulates the card payment provider: hosted card fields, tokens, charges with 3-D Secure, refunds. It speaks the
// format of Moyasar, and the one of the adapter generic.
// Only its own test cards work, and no card number is ever stored.
package payment

import (
	"net/http"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "payment"

// Operations that can be scripted.
const (
	OperationToken   = "token"
	OperationCharge  = "charge"
	OperationInquire = "inquire"
	OperationRefund  = "refund"

	OperationForget     = "forget-card"
	OperationSettlement = "settlement"
)

// Knobs: the duration of a pending charge, and of a slow one.
const (
	PaceSettle = "settleAfterMs"
	PaceCharge = "chargeTakesMs"
)

const (
	tokenLife     = 15 * time.Minute
	challengeLife = 15 * time.Minute
	timerAbandon  = "abandon"
	timerSettle   = "settle"
	eventUpdated  = "payment.updated"
)

// Config holds the provider's keys and addresses.
type Config struct {
	PublicURL      string
	SecretKey      string
	PublishableKey string
	WebhookSecret  string
	Moyasar        Moyasar
	FrameAncestors string // pages that may show the card fields: sources of a content security policy
}

// System is the simulated provider.
type System struct {
	*engine.System
	cfg Config
}

// New adds the provider to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, cfg Config) *System {
	s := &System{e.AddSystem(Name, cfg.WebhookSecret, engine.Bearer(cfg.SecretKey)), cfg}
	s.Defaults.Pace = map[string]int{PaceSettle: 20_000, PaceCharge: 12_000}
	s.OnTimer(timerAbandon, s.abandon)
	s.OnTimer(timerSettle, s.settleItself)
	s.Panel = s.panel()
	s.routeAPI(mux)
	s.routeMoyasar(mux)
	s.routePages(mux)
	return s
}

func (s *System) routeAPI(mux *http.ServeMux) {
	mux.Handle("POST /payment/tokens", s.ServeOperation(engine.Operation{
		Name: OperationToken, Effect: true, Handle: tokenise, Open: engine.Bearer(s.cfg.PublishableKey),
	}))
	mux.Handle("POST /payment/charges", s.ServeOperation(engine.Operation{
		Name: OperationCharge, Effect: true, Handle: s.charge, Outcomes: chargeOutcomes(),
	}))
	mux.Handle("GET /payment/charges/{reference}", s.ServeOperation(engine.Operation{Name: OperationInquire, Handle: s.inquire}))
	mux.Handle("POST /payment/charges/{reference}/refund", s.ServeOperation(engine.Operation{
		Name: OperationRefund, Effect: true, Handle: s.refund, Outcomes: []string{outcomeRefundRefused},
	}))
	mux.Handle("DELETE /payment/cards/{card}", s.ServeOperation(engine.Operation{Name: OperationForget, Effect: true, Handle: forgetCard}))
	mux.Handle("GET /payment/settlements/{day}", s.ServeOperation(engine.Operation{
		Name: OperationSettlement, Handle: s.settlement, Outcomes: []string{outcomeNoFile},
	}))
}

func (s *System) publicURL(path string) string {
	return strings.TrimSuffix(s.cfg.PublicURL, "/") + path
}
