package sadad

import (
	"net/url"
	"strconv"
	"time"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:   "SADAD: banks ask what is left of a bill by its reference, and report what they took for it.",
		Records: sheet,
		Form: &engine.Form{
			Title: "Pay a bill at a bank", Path: "/control/" + Name + "/payments", Button: "Pay",
			Fields: []engine.Field{
				{Name: "reference", Label: "Reference on the bill"},
				{Name: "amount:number", Label: "Halalas; 0 is all that was left when it was enquired about", Value: "0"},
				{Name: "doubled:flag", Label: "Reported twice"},
				{Name: "late:flag", Label: "Reported two minutes later"},
				{Name: "forged:flag", Label: "With a wrong signature"},
			},
		},
		Commands: map[string]func(*engine.Tx, string, []byte) error{
			"enquiries": s.enquire, "payments": s.pay, "payments/{id}/repeat": s.repeat,
		},
		Reads: map[string]func(*engine.Tx, url.Values) any{
			"payments": func(tx *engine.Tx, query url.Values) any {
				return engine.Items(payments.Newest(tx, engine.Listed, func(p Payment) bool {
					asked := query.Get("reference")
					return asked == "" || p.Reference == asked
				}))
			},
		},
	}
}

func sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Payments", Head: []string{"Payment", "Reference", "Halalas", "Paid at"}}
	for _, p := range payments.Newest(tx, engine.Shown, nil) {
		t.Rows = append(t.Rows, engine.Row{
			Cells: []string{p.ID, p.Reference, strconv.FormatInt(p.Amount, 10), p.PaidAt.Format(time.DateTime)},
			Path:  "/control/" + Name + "/payments/" + p.ID + "/repeat", Actions: []string{"repeat"},
		})
	}
	return t
}
