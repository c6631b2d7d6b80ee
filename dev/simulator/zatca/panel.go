package zatca

import (
	"net/url"
	"strconv"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:   "Tax authority's platform for electronic invoices.",
		Records: sheet,
		Reads: map[string]func(*engine.Tx, url.Values) any{
			"invoices": func(tx *engine.Tx, query url.Values) any {
				number := query.Get("number")
				return engine.Items(documents.Newest(tx, engine.Listed, func(d document) bool { return number == "" || d.Number == number }))
			},
		},
	}
}

func sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Invoices", Head: []string{"Number", "Counter", "Status", "Hash"}}
	for _, d := range documents.Newest(tx, engine.Shown, nil) {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{d.Number, strconv.FormatInt(d.Counter, 10), d.Status, d.Hash}})
	}
	return t
}
