package payment

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"selfcare/dev/simulator/engine"
)

// Moyasar holds the merchant's keys and names at Moyasar.
type Moyasar struct {
	SecretKey      string
	PublishableKey string
	WebhookSecret  string
	Account        string
}

// pathMoyasar is where Moyasar's API begins.
const pathMoyasar = "/payment/v1"

// OperationCode hands in the code of a wallet.
const OperationCode = "code"

// Outcomes of Moyasar alone: both readings of what its documents leave open.
const (
	outcomeRepeatRefused     = "repeat-refused"     // a given_id that is known is refused; else it answers with its payment
	outcomeUnattendedRefused = "unattended-refused" // the account may not charge without 3-D Secure
	outcomeStaysInitiated    = "stays-initiated"    // an abandoned payment keeps its status
)

// chargeOutcomes are those of both formats.
func chargeOutcomes() []string {
	return slices.Concat(outcomes(), []string{outcomeRepeatRefused, outcomeUnattendedRefused})
}

func (s *System) routeMoyasar(mux *http.ServeMux) {
	secret, publishable := basic(s.cfg.Moyasar.SecretKey), basic(s.cfg.Moyasar.PublishableKey)
	either := func(r *http.Request) bool { return secret(r) || publishable(r) }
	for pattern, op := range map[string]engine.Operation{
		"POST /payments":             {Name: OperationCharge, Effect: true, Handle: s.payMoyasar, Outcomes: chargeOutcomes(), Open: either},
		"GET /payments/{id}":         {Name: OperationInquire, Handle: s.readMoyasar, Outcomes: []string{outcomeStaysInitiated}, Open: secret},
		"POST /payments/{id}/refund": {Name: OperationRefund, Effect: true, Handle: s.refundMoyasar, Outcomes: []string{outcomeRefundRefused}, Open: secret},
		"POST /stc_pays/{id}/proceed": {
			Name: OperationCode, Effect: true, Handle: s.codeMoyasar, Open: func(*http.Request) bool { return true }, // its address is the secret
		},
		"GET /settlements": {
			Name: OperationSettlements, Handle: s.settlements, Outcomes: []string{outcomeOtherCount, outcomeSamePage}, Open: secret,
		},
		"GET /settlements/{id}": {Name: OperationSettlements, Handle: s.readSettlement, Open: secret},
		"GET /settlements/{id}/lines": {
			Name: OperationLines, Handle: s.settlementLines, Outcomes: []string{outcomeOtherCount, outcomeSamePage}, Open: secret,
		},
		"POST /tokens":        {Name: OperationToken, Effect: true, Handle: s.tokeniseMoyasar, Open: either},
		"GET /tokens/{id}":    {Name: "read-token", Handle: readMoyasarToken, Open: secret},
		"DELETE /tokens/{id}": {Name: "delete-token", Effect: true, Handle: deleteMoyasarToken, Open: secret},
	} {
		op.Problem = moyasarProblem
		method, path, _ := strings.Cut(pattern, " ")
		mux.Handle(method+" "+pathMoyasar+path, s.ServeOperation(op))
	}
}

func basic(key string) engine.Authorise {
	return engine.HeaderKey("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(key+":")))
}

// moyasarError is the form of Moyasar's errors.
type moyasarError struct {
	Type    string              `json:"type"`
	Message string              `json:"message"`
	Errors  map[string][]string `json:"errors"`
}

// moyasarProblem gives the common errors of simulators the form of Moyasar.
func moyasarProblem(status int, _, message string) any {
	kinds := map[int]string{
		http.StatusUnauthorized: "authentication_error", http.StatusTooManyRequests: "rate_limit_error",
		http.StatusInternalServerError: "api_error", http.StatusServiceUnavailable: "api_connection_error",
	}
	kind, known := kinds[status]
	if !known {
		kind = "invalid_request_error"
	}
	return moyasarError{Type: kind, Message: message}
}

// refuseField refuses a request because of one of its fields.
func refuseField(field, why string) engine.Answer {
	return engine.Answer{Status: http.StatusBadRequest, Body: moyasarError{
		Type: "invalid_request_error", Message: "Validation Failed", Errors: map[string][]string{field: {why}},
	}}
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// leastAmount is what Moyasar takes at least, in halalas.
const leastAmount = 100
