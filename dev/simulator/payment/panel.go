package payment

import (
	"net/url"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:   "Card payment provider: hosted card fields, Apple Pay, STC Pay, 3-D Secure, refunds.",
		Records: s.sheet,
		Magic:   magic(),
		Reads:   map[string]func(*engine.Tx, url.Values) any{"charges": s.listCharges},
		Commands: map[string]func(*engine.Tx, string, []byte) error{
			"charges/{id}/settle":       s.settleCharge,
			"charges/{id}/misstate":     s.misstateCharge,
			"charges/{id}/void":         s.voidCharge,
			"charges/{id}/chargeback":   s.chargeBack,
			"settlements":               s.settleNow,
			"settlements/{id}/misstate": s.misstateFile,
		},
	}
}

func (s *System) listCharges(tx *engine.Tx, query url.Values) any {
	if reference := query.Get("reference"); reference != "" {
		return engine.Item(s.Charge(tx, reference))
	}
	return engine.Items(s.Charges(tx, engine.Listed))
}

func (s *System) settleCharge(tx *engine.Tx, reference string, body []byte) error {
	var ask struct{ Status Status }
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	return s.Settle(tx, reference, ask.Status)
}

func (s *System) sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Charges", Head: []string{"Reference", "Status", "Charged", "Refunded", "Card", "Declined for"}}
	for _, c := range s.Charges(tx, engine.Shown) {
		r := engine.Row{
			Cells: []string{c.Reference, string(c.Status), Riyals(c.Charged), Riyals(c.Refunded), c.paidWith(), c.DeclineCode},
			Path:  "/control/payment/charges/" + c.Reference + "/settle",
		}
		if c.Open() {
			r.Actions = []string{string(Paid), string(Declined), string(Abandoned)}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// paidWith names the card, and its phone.
func (c Charge) paidWith() string {
	if c.Wallet == applePay {
		return c.Brand + " " + c.Last4 + " (Apple Pay)"
	}
	return c.Brand + " " + c.Last4
}

// magic are the cards, the amounts of Apple Pay and the codes of STC Pay that choose an outcome.
func magic() *engine.Sheet {
	t := &engine.Sheet{Head: []string{"MADA", "VISA", "MASTER", "Outcome"}}
	for _, c := range TestCards() {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{c.MADA, c.VISA, c.MASTER, c.Outcome}})
	}
	for _, a := range ApplePayAmounts() {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{"Apple Pay, amount …." + a.Halalas, "", "", a.Outcome}})
	}
	for _, c := range WalletCodes() {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{"STC Pay, code " + c.Code, "", "", c.Outcome}})
	}
	return t
}
