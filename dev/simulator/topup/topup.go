// Package topup simulates DT One, which tops up prepaid numbers of other countries: the format of its Digital Value Services API.
package topup

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"time"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "topup"

// Operations that can be scripted.
const (
	OperationLookup   = "lookup"
	OperationProducts = "products"
	OperationSend     = "send"
	OperationConfirm  = "confirm"
	OperationCancel   = "cancel"
	OperationFind     = "find"
	OperationBalance  = "balance"
)

// Times of the system.
const (
	paceCompletes = "completeAfterMs" // until the foreign operator has answered
	paceSettles   = "settleAfterMs"   // the same, of an operator that takes long
	paceReverses  = "reverseAfterMs"  // from then until a reversal
	timerSettles  = "settles"
	pathBase      = "/topup/v1"
)

// Transaction is one top-up.
type Transaction struct {
	ID         int64     `json:"id"`
	ExternalID string    `json:"externalId"`
	ProductID  int64     `json:"productId"`
	Mobile     string    `json:"mobile"`
	Class      string    `json:"class"`
	Reason     string    `json:"reason,omitempty"`
	Ends       string    `json:"ends,omitempty"` // its coming outcome
	Told       bool      `json:"told,omitempty"`
	Cost       int64     `json:"cost"` // halalas taken from the customer's account; 0 without a charge
	CreatedAt  time.Time `json:"createdAt"`
}

var (
	transactions = engine.Table[Transaction]{Name: "topup-transactions"} // by id
	byExternal   = engine.Table[string]{Name: "topup-by-external-id"}    // the id
	accounts     = engine.Table[int64]{Name: "topup-accounts"}           // halalas, under the one customer's name
	withdrawn    = engine.Table[bool]{Name: "topup-withdrawn"}           // products that are no longer on sale
)

// opening is the customer's first deposit.
const opening int64 = 1_000_000

const account = "selfcare"

// Codes of errors.
const (
	codeBadRequest       = 1000400
	codeUnauthorised     = 1000401
	codeTooMany          = 1000429
	codeNoProduct        = 1003001
	codeBadNumber        = 1005003
	codeNoOperator       = 1005006
	codeNoFunds          = 1006001
	codeKeyUsed          = 1007001
	codeConfirmed        = 1007002
	codeNotConfirmable   = 1007004
	codeAlreadyCancelled = 1007005
	codeNotCancellable   = 1007007
	codeNoTransaction    = 1008004
	codeSystem           = 1009001
	codeUnavailable      = 1009503
)

// mobile is the shape of a number (E.164).
var mobile = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

func isMobile(number string) bool { return mobile.MatchString(number) }

func refuse(status int, code int64, message string) engine.Answer {
	return engine.Answer{Status: status, Body: problemOf(code, message)}
}

func problemOf(code int64, message string) any {
	return map[string]any{"errors": []map[string]any{{"code": code, "message": message}}}
}

// problem gives the common errors of simulators their codes.
func problem(status int, _, message string) any {
	codes := map[int]int64{
		http.StatusUnauthorized: codeUnauthorised, http.StatusTooManyRequests: codeTooMany,
		http.StatusInternalServerError: codeSystem, http.StatusServiceUnavailable: codeUnavailable,
	}
	if code, known := codes[status]; known {
		return problemOf(code, message)
	}
	return problemOf(codeBadRequest, message)
}

// System is the simulated company.
type System struct{ *engine.System }

// New adds the company to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, key, secret string) *System {
	credentials := "Basic " + base64.StdEncoding.EncodeToString([]byte(key+":"+secret))
	s := &System{e.AddSystem(Name, "", engine.HeaderKey("Authorization", credentials))}
	s.Defaults.Pace = map[string]int{paceCompletes: 0, paceSettles: 20_000, paceReverses: 60_000}
	s.OnTimer(timerSettles, s.settle)
	s.Panel = s.panel()
	s.Problem = problem
	mux.Handle("POST "+pathBase+"/lookup/mobile-number", s.ServeOperation(engine.Operation{
		Name: OperationLookup, Outcomes: []string{outcomeUnserved, outcomeUnsure}, Handle: lookup, Magic: magicAt(OperationLookup),
	}))
	mux.Handle("GET "+pathBase+"/products", s.ServeOperation(engine.Operation{
		Name: OperationProducts, Outcomes: []string{outcomeNone, outcomeSmallPages}, Handle: listProducts,
	}))
	for mode, handle := range map[string]func(*engine.Call) engine.Answer{"/async": s.send, "/sync": s.sendAndWait} {
		mux.Handle("POST "+pathBase+mode+"/transactions", s.ServeOperation(engine.Operation{
			Name: OperationSend, Effect: true, Outcomes: sendOutcomes(), Handle: handle, Magic: magicAt(OperationSend),
		}))
		mux.Handle("POST "+pathBase+mode+"/transactions/{id}/confirm", s.ServeOperation(engine.Operation{
			Name: OperationConfirm, Effect: true, Handle: s.confirm,
		}))
	}
	mux.Handle("POST "+pathBase+"/transactions/{id}/cancel", s.ServeOperation(engine.Operation{
		Name: OperationCancel, Effect: true, Handle: s.cancel,
	}))
	mux.Handle("GET "+pathBase+"/transactions", s.ServeOperation(engine.Operation{Name: OperationFind, Handle: find}))
	mux.Handle("GET "+pathBase+"/transactions/{id}", s.ServeOperation(engine.Operation{Name: OperationFind, Handle: findByID}))
	mux.Handle("GET "+pathBase+"/balances", s.ServeOperation(engine.Operation{Name: OperationBalance, Handle: listBalances}))
	return s
}

func listBalances(c *engine.Call) engine.Answer {
	var holding int64
	for _, t := range transactions.Newest(c.Tx, engine.Listed, Transaction.isOpen) {
		holding += t.Cost
	}
	return engine.OK([]map[string]any{{
		"id": 1, "unit": "SAR", "unit_type": "CURRENCY", "available": decimal(balanceOf(c.Tx)), "holding": decimal(holding), "credit_limit": 0,
	}})
}

func balanceOf(tx *engine.Tx) int64 {
	left, known := accounts.Get(tx, account)
	if !known {
		return opening
	}
	return left
}

// decimal is an amount of halalas as a JSON number of riyals.
func decimal(halalas int64) json.Number {
	whole, rest := halalas/100, halalas%100
	return json.Number(pad(whole, 1) + "." + pad(rest, 2))
}
