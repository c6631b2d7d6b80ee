package clearinghouse

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"selfcare/dev/simulator/engine"
)

// Operations on numbers that go back to the operators of their ranges, which can be scripted.
const (
	OperationReturn       = "return"
	OperationReturnStatus = "return-status"
)

const outcomeRefused = "refused"

// ReturnStatus is the status of a number's return.
type ReturnStatus string

// States of a return.
const (
	ReturnDone    ReturnStatus = "RETURNED"
	ReturnRefused ReturnStatus = "REFUSED"
)

// Return is a number that the product gives back to the operator of its range.
type Return struct {
	ID          string       `json:"returnId"`
	MSISDN      string       `json:"msisdn"`
	From        string       `json:"from"`
	RangeHolder string       `json:"rangeHolder"`
	Status      ReturnStatus `json:"status"`
	UpdatedAt   time.Time    `json:"updatedAt"`
}

var returns = engine.Table[Return]{Name: "portability-returns"}

// rangeHolders are the operators of number ranges, by prefix.
var rangeHolders = map[string]string{
	"050": "stc", "053": "stc", "055": "stc", "054": "mobily", "056": "mobily", "058": "zain", "059": "zain", "057": "selfcare",
}

// Returns lists returns, the newest key first.
func (s *System) Returns(tx *engine.Tx, limit int) []Return { return returns.Newest(tx, limit, nil) }

func (s *System) routeReturns(mux *http.ServeMux) {
	const path = "/portability/v1/returns/{returnId}"
	mux.Handle("PUT "+path, s.ServeOperation(engine.Operation{
		Name: OperationReturn, Effect: true, Outcomes: []string{outcomeRefused}, Handle: s.giveBack, Magic: fromReturned,
	}))
	mux.Handle("GET "+path, s.ServeOperation(engine.Operation{Name: OperationReturnStatus, Handle: returnStatus}))
}

type returnBody struct {
	MSISDN      string `json:"msisdn"`
	From        string `json:"from"`
	RangeHolder string `json:"rangeHolder"`
}

// giveBack takes a number back once, even if repeated. A refused return may be requested again.
func (s *System) giveBack(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[returnBody](c)
	if !ok {
		return refusal
	}
	id := c.Request.PathValue("returnId")
	if known, asked := returns.Get(c.Tx, id); asked && known.Status == ReturnDone {
		return engine.OK(known)
	}
	holder, known := "", national(body.MSISDN)
	if known {
		holder = rangeHolders[body.MSISDN[:3]]
	}
	switch {
	case !known, body.From == "":
		return engine.Refuse(http.StatusBadRequest, "bad_request", "a national number and who gives it back are needed")
	case holder != "" && holder != body.RangeHolder:
		return engine.Refuse(http.StatusConflict, "wrong_range", "the number lies in the range of another operator")
	}
	r := Return{id, body.MSISDN, body.From, body.RangeHolder, ReturnDone, c.Shown(c.Now())}
	if c.Outcome == outcomeRefused {
		r.Status = ReturnRefused
	}
	returns.Put(c.Tx, id, r)
	return engine.OK(r)
}

func returnStatus(c *engine.Call) engine.Answer {
	r, known := returns.Get(c.Tx, c.Request.PathValue("returnId"))
	if !known {
		return engine.Refuse(http.StatusNotFound, "not_found", "no such return")
	}
	return engine.OK(r)
}

// fromReturned refuses a return of a number once.
func fromReturned(c *engine.Call) string {
	body, _, _ := engine.Body[returnBody](c)
	if _, before := returns.Get(c.Tx, c.Request.PathValue("returnId")); before {
		return ""
	}
	return magicOf(body.MSISDN, OperationReturn)
}

// ErrComesHome is a number that no other operator would give back.
var ErrComesHome = errors.New("a known operator and a national number are needed")

// ComesHome plays another operator that gives back a number of the product's range.
func (s *System) ComesHome(tx *engine.Tx, operator, msisdn string) error {
	if !slices.Contains(donors, operator) || !national(msisdn) {
		return ErrComesHome
	}
	s.Report(tx, engine.Report{
		Subject: msisdn, Type: "number.returned", Insistent: true, Data: map[string]any{"msisdn": msisdn, "operator": operator},
	})
	return nil
}

// comeHome handles ComesHome from the control page.
func (s *System) comeHome(tx *engine.Tx, _ string, body []byte) error {
	var ask struct{ Operator, MSISDN string }
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	return s.ComesHome(tx, ask.Operator, ask.MSISDN)
}
