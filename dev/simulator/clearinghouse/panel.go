package clearinghouse

import (
	"fmt"
	"net/url"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:    "Clearing house: numbers that change their operator.",
		Records:  s.sheet,
		Magic:    numbers(),
		Reads:    map[string]func(*engine.Tx, url.Values) any{"ports": s.listPorts},
		Commands: map[string]func(*engine.Tx, string, []byte) error{"ports/{id}/answer": s.answerPort},
	}
}

func (s *System) listPorts(tx *engine.Tx, query url.Values) any {
	if portID := query.Get("portId"); portID != "" {
		return engine.Item(s.Port(tx, portID))
	}
	return engine.Items(s.Ports(tx, engine.Listed))
}

// answerPort plays the old operator.
func (s *System) answerPort(tx *engine.Tx, portID string, body []byte) error {
	var ask struct{ Status string }
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	return s.Answer(tx, portID, ask.Status)
}

func (s *System) sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Ports", Head: []string{"Reference", "From", "Number", "Status", "Reason", "Failed switches"}}
	for _, p := range s.Ports(tx, engine.Shown) {
		r := engine.Row{
			Cells: []string{p.Reference, p.Donor, p.MSISDN, string(p.Status), p.Reason, fmt.Sprint(p.Failures)},
			Path:  "/control/portability/ports/" + p.PortID + "/answer",
		}
		if p.Status == Validation {
			r.Actions = []string{string(Approved), "UNPAID_DUES", "ID_MISMATCH"}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func numbers() *engine.Sheet {
	t := &engine.Sheet{Head: []string{"Number ends in", "Step", "Outcome"}}
	for _, m := range MagicNumbers() {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{m.Digits, m.Step, m.Outcome}})
	}
	return t
}
