package payment

import (
	"errors"
	"fmt"
	"net/http"

	"selfcare/dev/simulator/engine"
)

// Errors of a manual decision.
var (
	ErrUnknown = engine.Unknown("no such charge")
	ErrDecided = engine.Over("charge is decided already")
	ErrStatus  = errors.New("status is paid, declined or abandoned")
)

// Decline codes that no card asks for.
const (
	declineFailed    = "authentication_failed"
	declineCancelled = "authentication_cancelled"
	declineByHand    = "do_not_honor"
)

// decide applies the card's outcome, once the customer has proven to be present.
func (s *System) decide(tx *engine.Tx, ch Charge) Charge {
	does := behaviours[ch.Outcome]
	if does.Pending && ch.Status != Pending {
		ch.Status = Pending
		charges.Put(tx, ch.Reference, ch)
		s.After(tx, s.Pace(tx, PaceSettle), timerSettle, ch.Reference)
		return ch
	}
	if does.Decline != "" {
		return s.end(tx, ch, Declined, does.Decline)
	}
	return s.pay(tx, ch)
}

func (s *System) pay(tx *engine.Tx, ch Charge) Charge {
	ch.Charged += ch.Amount
	ch.Ledger = append(ch.Ledger, Entry{Kind: "charge", Key: ch.Key, Amount: ch.Amount, At: tx.Shown(tx.Now())})
	if ch.Save {
		ch.CardToken = keep(tx, ch)
	}
	if ch.Moyasar {
		markUsed(tx, ch)
	}
	return s.end(tx, ch, Paid, "")
}

// end writes a charge's final state and tells the merchant.
func (s *System) end(tx *engine.Tx, ch Charge, status Status, declineCode string) Charge {
	ch.Status, ch.DeclineCode, ch.Busy = status, declineCode, false
	charges.Put(tx, ch.Reference, ch)
	report := engine.Report{Subject: ch.Reference, Type: eventUpdated, Data: map[string]any{"reference": ch.Reference, "status": ch.Status}}
	if ch.Moyasar {
		report = s.moyasarReport(tx, ch)
	}
	if behaviours[ch.Outcome].Quiet && status == Paid {
		report.Fault = engine.OutcomeLost
	}
	s.Report(tx, report)
	return ch
}

func (s *System) abandon(tx *engine.Tx, reference string) {
	if ch, known := charges.Get(tx, reference); known && ch.Status == Challenge {
		s.end(tx, ch, Abandoned, "")
	}
}

func (s *System) settleItself(tx *engine.Tx, reference string) {
	if ch, known := charges.Get(tx, reference); known && ch.Status == Pending {
		s.decide(tx, ch)
	}
}

// Settle decides an open charge by hand.
func (s *System) Settle(tx *engine.Tx, reference string, status Status) error {
	ch, known := charges.Get(tx, reference)
	switch {
	case !known:
		return ErrUnknown
	case !ch.Open():
		return ErrDecided
	}
	switch status {
	case Paid:
		s.pay(tx, ch)
	case Declined:
		s.end(tx, ch, Declined, declineByHand)
	case Abandoned:
		s.end(tx, ch, Abandoned, "")
	default:
		return ErrStatus
	}
	return nil
}

type refundBody struct {
	Amount int64 `json:"amount"`
}

func (s *System) refund(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[refundBody](c)
	if !ok {
		return refusal
	}
	key := c.Request.Header.Get("Idempotency-Key")
	ch, known := charges.Get(c.Tx, c.Request.PathValue("reference"))
	switch {
	case !known:
		return notFound()
	case key == "":
		return engine.Refuse(http.StatusBadRequest, "bad_request", "Idempotency-Key is needed")
	case ch.hasRefund(key):
		return engine.OK(s.view(ch))
	case ch.Status != Paid:
		return engine.Refuse(http.StatusConflict, "not_paid", "there is nothing to give back")
	case c.Outcome == outcomeRefundRefused || behaviours[ch.Outcome].NoRefund:
		return engine.Refuse(http.StatusUnprocessableEntity, "refund_refused", "the card's bank refused the refund")
	case body.Amount <= 0 || body.Amount > ch.Charged-ch.Refunded:
		return engine.Refuse(http.StatusUnprocessableEntity, "amount_invalid", "more than is left of the charge")
	}
	return engine.OK(s.view(s.giveBack(c.Tx, ch, key, body.Amount)))
}

func (s *System) giveBack(tx *engine.Tx, ch Charge, key string, amount int64) Charge {
	ch.Refunded += amount
	ch.Ledger = append(ch.Ledger, Entry{Kind: "refund", Key: key, Amount: amount, At: tx.Shown(tx.Now())})
	if ch.Refunded < ch.Charged {
		charges.Put(tx, ch.Reference, ch)
		return ch
	}
	return s.end(tx, ch, Refunded, "")
}

func (c Charge) hasRefund(key string) bool {
	for _, e := range c.Ledger {
		if e.Kind == "refund" && e.Key == key {
			return true
		}
	}
	return false
}

// Open tells whether a charge is not decided yet.
func (c Charge) Open() bool { return c.Status == Pending || c.Status == Challenge }

// Charges lists charges, the newest first.
func (s *System) Charges(tx *engine.Tx, limit int) []Charge {
	list := []Charge{}
	for _, reference := range ordered.Newest(tx, limit, nil) {
		ch, _ := charges.Get(tx, reference)
		list = append(list, ch)
	}
	return list
}

// Charge finds a charge by the merchant's reference.
func (s *System) Charge(tx *engine.Tx, reference string) (Charge, bool) {
	return charges.Get(tx, reference)
}

func sequenceKey(n uint64) string { return fmt.Sprintf("%012d", n) }
