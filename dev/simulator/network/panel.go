package network

import (
	"fmt"
	"net/url"
	"strings"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:    "Mobile network: lines switched on and off, and what they use.",
		Records:  s.sheet,
		Form:     usageForm(),
		Commands: map[string]func(*engine.Tx, string, []byte) error{"usage": s.reportUsage},
		Reads: map[string]func(*engine.Tx, url.Values) any{
			"lines": func(tx *engine.Tx, _ url.Values) any { return engine.Items(s.Lines(tx, engine.Listed)) },
		},
	}
}

func (s *System) sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Lines", Head: []string{"Number", "SIM", "Further SIMs", "Plan", "Status", "Changes"}}
	for _, l := range s.Lines(tx, engine.Shown) {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{
			l.MSISDN, l.ICCID, strings.Join(l.Further, " "), l.PlanID, string(l.Status), fmt.Sprint(l.Changes),
		}})
	}
	return t
}
