// Package sadad simulates the banks' system for bills: a bank asks for the open amount of a bill, takes money for it
// and reports that.
package sadad

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"time"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "sadad"

// Names of the call-backs in their list.
const (
	typeEnquiry = "bill.enquired"
	typePayment = "bill.paid"
)

// pathEnquiry is the product's address for the open amount of a bill.
const pathEnquiry = Name + "/generic/bills"

// Payment is a reported bank payment for a bill.
type Payment struct {
	ID        string    `json:"paymentId"`
	Reference string    `json:"reference"`
	Amount    int64     `json:"amount"` // halalas
	PaidAt    time.Time `json:"paidAt"`
}

var payments = engine.Table[Payment]{Name: "sadad-payments"}

// System is the simulated system.
type System struct{ *engine.System }

// New adds the system to an engine. It has no callers: it calls the product.
func New(e *engine.Engine, webhookSecret string) *System {
	s := &System{e.AddSystem(Name, webhookSecret, nil)}
	s.Panel = s.panel()
	return s
}

var (
	errReference = errors.New("a reference is needed")
	errAmount    = errors.New("an amount is above zero; where it is left out, the bill was enquired about, and something is left")
)

// enquire asks the product for the open amount of a bill, once. The answer is lastAnswer of the call-back.
func (s *System) enquire(tx *engine.Tx, _ string, body []byte) error {
	var ask struct {
		Reference string `json:"reference"`
	}
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	if ask.Reference == "" {
		return errReference
	}
	s.Report(tx, engine.Report{Subject: ask.Reference, Type: typeEnquiry, Path: pathEnquiry, Once: true, Body: ask})
	return nil
}

// wanted is the requested payment, and the way of its report.
type wanted struct {
	Reference string `json:"reference"`
	Amount    int64  `json:"amount"`    // 0: the open amount of the last enquiry
	PaymentID string `json:"paymentId"` // defaults to an id of the bank
	Doubled   bool   `json:"doubled"`   // reported twice at once
	Late      bool   `json:"late"`      // reported two minutes later
	Forged    bool   `json:"forged"`    // reported once, with a wrong signature
}

// pay takes money for a bill. The report is repeated until the product accepts it.
func (s *System) pay(tx *engine.Tx, _ string, body []byte) error {
	var ask wanted
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	if ask.Amount == 0 {
		ask.Amount = s.left(tx, ask.Reference)
	}
	switch {
	case ask.Reference == "":
		return errReference
	case ask.Amount <= 0:
		return errAmount
	case ask.PaymentID == "":
		ask.PaymentID = "sdd_" + rand.Text()
	}
	paid := Payment{ID: ask.PaymentID, Reference: ask.Reference, Amount: ask.Amount, PaidAt: tx.Shown(tx.Now())}
	payments.Put(tx, paid.ID, paid)
	s.reports(tx, paid, ask)
	return nil
}

func (s *System) reports(tx *engine.Tx, paid Payment, as wanted) {
	report := engine.Report{Subject: paid.Reference, Type: typePayment, Body: paid, Insistent: !as.Forged, Once: as.Forged, Forged: as.Forged}
	switch {
	case as.Doubled:
		report.Fault = engine.OutcomeDoubled
	case as.Late:
		report.Fault = engine.OutcomeLate
	}
	s.Report(tx, report)
}

// repeat reports a payment again.
func (s *System) repeat(tx *engine.Tx, id string, _ []byte) error {
	paid, known := payments.Get(tx, id)
	if !known {
		return engine.Unknown("no such payment")
	}
	s.reports(tx, paid, wanted{})
	return nil
}

// left is the product's last answer about a bill; 0 without one.
func (s *System) left(tx *engine.Tx, reference string) int64 {
	asked := s.Engine().Callbacks(tx, 1, func(c engine.Callback) bool {
		return c.System == Name && c.Type == typeEnquiry && c.Subject == reference && c.State == engine.CallbackDelivered
	})
	var bill struct {
		Left int64 `json:"left"`
	}
	if len(asked) == 0 || json.Unmarshal(asked[0].LastAnswer, &bill) != nil {
		return 0
	}
	return bill.Left
}
