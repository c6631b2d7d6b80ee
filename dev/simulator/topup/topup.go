// Package topup simulates a company that tops up prepaid numbers of other countries, as DT One does.
package topup

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
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
	OperationFind     = "find"
	OperationBalance  = "balance"
)

const (
	paceSettles  = "settleAfterMs"
	timerSettles = "settles"
	pathBase     = "/topup/v1"
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
	Untold     bool      `json:"untold,omitempty"`
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

// System is the simulated company.
type System struct{ *engine.System }

// New adds the company to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, key, secret string) *System {
	credentials := "Basic " + base64.StdEncoding.EncodeToString([]byte(key+":"+secret))
	s := &System{e.AddSystem(Name, "", engine.HeaderKey("Authorization", credentials))}
	s.Defaults.Pace = map[string]int{paceSettles: 20_000}
	s.OnTimer(timerSettles, settle)
	s.Panel = s.panel()
	mux.Handle("POST "+pathBase+"/lookup/mobile-number", s.ServeOperation(engine.Operation{
		Name: OperationLookup, Outcomes: []string{outcomeUnserved, outcomeUnsure}, Handle: lookup, Magic: magicAt(OperationLookup),
	}))
	mux.Handle("GET "+pathBase+"/products", s.ServeOperation(engine.Operation{
		Name: OperationProducts, Outcomes: []string{outcomeNone}, Handle: listProducts,
	}))
	mux.Handle("POST "+pathBase+"/sync/transactions", s.ServeOperation(engine.Operation{
		Name: OperationSend, Effect: true, Outcomes: sendOutcomes(), Handle: s.send, Magic: magicAt(OperationSend),
	}))
	mux.Handle("GET "+pathBase+"/transactions", s.ServeOperation(engine.Operation{Name: OperationFind, Handle: find}))
	mux.Handle("GET "+pathBase+"/balances", s.ServeOperation(engine.Operation{
		Name: OperationBalance, Handle: func(c *engine.Call) engine.Answer {
			return engine.OK([]map[string]any{{"id": 1, "unit": "SAR", "unit_type": "CURRENCY", "available": decimal(balanceOf(c.Tx))}})
		},
	}))
	return s
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
