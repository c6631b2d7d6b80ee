package topup

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:   "DT One: top-ups of other countries' prepaid numbers, with operators, products, and what we have paid in there.",
		Records: s.sheet,
		Magic:   magicSheet(),
		Form: &engine.Form{
			Title: "What we have paid in", Path: "/control/topup/balance", Button: "Set",
			Fields: []engine.Field{{Name: "halalas:number", Label: "Halalas", Value: strconv.FormatInt(opening, 10)}},
		},
		Commands: map[string]func(*engine.Tx, string, []byte) error{
			"balance":                  setBalance,
			"transactions/{id}/become": s.become,
			"products/{id}/withdraw":   func(tx *engine.Tx, id string, _ []byte) error { return sell(tx, id, false) },
			"products/{id}/return":     func(tx *engine.Tx, id string, _ []byte) error { return sell(tx, id, true) },
		},
		Reads: map[string]func(*engine.Tx, url.Values) any{
			"transactions": func(tx *engine.Tx, query url.Values) any {
				return engine.Items(transactions.Newest(tx, engine.Listed, func(t Transaction) bool {
					asked := query.Get("externalId")
					return asked == "" || t.ExternalID == asked
				}))
			},
			"balance": func(tx *engine.Tx, _ url.Values) any { return map[string]int64{"halalas": balanceOf(tx)} },
		},
	}
}

func setBalance(tx *engine.Tx, _ string, body []byte) error {
	var paidIn struct {
		Halalas int64 `json:"halalas"`
	}
	if err := engine.Decode(body, &paidIn); err != nil {
		return err
	}
	accounts.Put(tx, account, max(0, paidIn.Halalas))
	return nil
}

// become plays the foreign operator, or DT One's staff: it ends a transaction, or takes one back that is completed.
func (s *System) become(tx *engine.Tx, id string, body []byte) error {
	var asked struct {
		Status string `json:"status"`
	}
	if err := engine.Decode(body, &asked); err != nil {
		return err
	}
	t, known := transactions.Get(tx, id)
	if !known || !slices.Contains(actionsOn(t), asked.Status) {
		return engine.Unknown("no such transaction, or none that can become this")
	}
	class := strings.ToUpper(asked.Status)
	if class == completed {
		t.Class = completed
	} else {
		t = become(tx, t, class, "")
	}
	transactions.Put(tx, id, t)
	return nil
}

// actionsOn lists what a transaction can become.
func actionsOn(t Transaction) []string {
	switch {
	case t.Class == completed:
		return []string{"reversed"}
	case t.isOpen():
		return []string{"completed", "declined", "cancelled"}
	default:
		return nil
	}
}

// sell takes a product off sale, or back on sale.
func sell(tx *engine.Tx, id string, onSale bool) error {
	number, err := strconv.ParseInt(id, 10, 64)
	if _, _, known := productOf(number); err != nil || !known {
		return engine.Unknown("no such product")
	}
	if onSale {
		withdrawn.Delete(tx, id)
	} else {
		withdrawn.Put(tx, id, true)
	}
	return nil
}

func magicSheet() *engine.Sheet {
	t := &engine.Sheet{Head: []string{"Number ends in", "At", "Outcome"}}
	for _, m := range byNumber {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{m.Digits, m.Step, m.Outcome}})
	}
	return t
}

func (s *System) sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Top-ups, of " + decimal(balanceOf(tx)).String() + " SAR paid in", Head: []string{"Number", "Product", "Status", "Taken", "External id"}}
	for _, done := range transactions.Newest(tx, engine.Shown, nil) {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{
			done.Mobile, keyOf(done.ProductID), done.Class + " " + done.Reason, decimal(done.Cost).String(), done.ExternalID,
		}, Path: "/control/topup/transactions/" + keyOf(done.ID) + "/become", Actions: actionsOn(done)})
	}
	return t
}
