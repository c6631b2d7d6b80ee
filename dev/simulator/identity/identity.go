// Package identity simulates the national identity app (after Nafath): a push with a two-digit number that the person
// picks on the phone. The console plays the phone; without it requests answer themselves.
package identity

import (
	"maps"
	"net/http"
	"time"

	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/person"
)

// Name is the system's name.
const Name = "identity"

// Operations that can be scripted.
const (
	OperationRequest = "request"
	OperationStatus  = "status"
	OperationKeys    = "keys"
)

// Outcomes of a request, for scenarios; magic digits of an ID choose one.
const (
	outcomeApprove  = "approve"
	outcomeReject   = "reject"
	outcomeExpire   = "expire"
	outcomeUnknown  = "id-unknown"
	outcomeActive   = "active-transaction"
	outcomePerson   = "wait-for-person"
	outcomeLost     = "callback-lost"
	outcomeDoubled  = "callback-doubled"
	outcomeLate     = "approve-late"
	outcomeRepeat   = "repeat-refused"
	rejectFirstOnly = "reject-first"
)

var magic = map[int]string{
	21: outcomeReject, 22: outcomeExpire, 23: outcomeUnknown, 24: outcomeActive, 25: outcomePerson,
	26: rejectFirstOnly, 27: outcomeLost, 28: outcomeDoubled, 29: outcomeLate,
}

// Magic maps the magic digits of an ID to their outcomes.
func Magic() map[int]string { return maps.Clone(magic) }

// PaceAutoApprove is the knob for the made-up person's time; 0 waits for the console.
const PaceAutoApprove = "autoApproveAfterMs"

const (
	withBiometrics    = 180 * time.Second // life of a push
	withoutBiometrics = 60 * time.Second
	transactionLives  = 200 * time.Second

	late          = 120 * time.Second
	timerAnswer   = "answer"
	timerExpire   = "expire"
	eventAnswered = "identity.answered"
)

// System is the simulated identity app.
type System struct {
	*engine.System
	cfg Config
}

// Config has our registration at Nafath, and the issuer of its tokens.
type Config struct{ AppID, AppKey, Issuer, Audience string }

// New adds the identity app to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, cfg Config) *System {
	s := &System{e.AddSystem(Name, "", engine.Both(engine.HeaderKey("APP-ID", cfg.AppID), engine.HeaderKey("APP-KEY", cfg.AppKey))), cfg}
	s.Defaults.Pace = map[string]int{PaceAutoApprove: 4000}
	s.Denied, s.Problem = http.StatusForbidden, problem
	s.ProveBy(func(http.Header, engine.Callback) {}) // the token in the body is the proof
	s.Panel = s.panel()
	s.OnTimer(timerAnswer, s.answerItself)
	s.OnTimer(timerExpire, func(tx *engine.Tx, key string) { s.finish(tx, key, Expired) })
	mux.Handle("POST /identity/api/v1/mfa/request", s.ServeOperation(engine.Operation{
		Name: OperationRequest, Effect: true, Handle: s.request, Magic: fromID,
		Outcomes: []string{
			outcomeApprove, outcomeReject, outcomeExpire, outcomeUnknown, outcomeActive, outcomePerson,
			rejectFirstOnly, outcomeLost, outcomeDoubled, outcomeLate, outcomeRepeat,
		},
	}))
	mux.Handle("POST /identity/api/v1/mfa/request/status", s.ServeOperation(engine.Operation{Name: OperationStatus, Handle: status}))
	mux.Handle("GET /identity/api/v1/mfa/jwk", s.ServeOperation(engine.Operation{Name: OperationKeys, Handle: keys}))
	return s
}

func fromID(c *engine.Call) string {
	body, _, _ := engine.Body[requestBody](c)
	digits, _ := person.Magic(body.NationalID)
	return magic[digits]
}
