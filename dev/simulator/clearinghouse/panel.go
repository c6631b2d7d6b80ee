package clearinghouse

import (
	"fmt"
	"net/url"
	"slices"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:   "Clearing house: numbers that change their operator.",
		Records: s.sheet,
		Magic:   numbers(),
		Form:    wishForm(),
		Reads:   map[string]func(*engine.Tx, url.Values) any{"ports": s.listPorts, "port-outs": s.listPortOuts, "returns": s.listReturns},
		Commands: map[string]func(*engine.Tx, string, []byte) error{
			"ports/{id}/answer": s.answerPort, "port-outs": s.askPortOut, "port-outs/{id}/move": s.movePortOut,
			"returns": s.comeHome,
		},
	}
}

func (s *System) listPorts(tx *engine.Tx, query url.Values) any {
	if portID := query.Get("portId"); portID != "" {
		return engine.Item(s.Port(tx, portID))
	}
	return engine.Items(s.Ports(tx, engine.Listed))
}

func (s *System) listPortOuts(tx *engine.Tx, query url.Values) any {
	wanted := query.Get("msisdn")
	other := func(p PortOut) bool { return wanted != "" && p.MSISDN != wanted }
	return engine.Items(slices.DeleteFunc(s.PortOuts(tx, engine.Listed), other))
}

func (s *System) listReturns(tx *engine.Tx, _ url.Values) any {
	return engine.Items(s.Returns(tx, engine.Listed))
}

// askPortOut plays an operator that asks for one of the product's numbers.
func (s *System) askPortOut(tx *engine.Tx, _ string, body []byte) error {
	var wish Wish
	if err := engine.Decode(body, &wish); err != nil {
		return err
	}
	_, err := s.Ask(tx, wish)
	return err
}

// movePortOut plays the other operator, or the clearing house.
func (s *System) movePortOut(tx *engine.Tx, reference string, body []byte) error {
	var ask struct{ Status string }
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	return s.Move(tx, reference, OutStatus(ask.Status))
}

func wishForm() *engine.Form {
	return &engine.Form{
		Title: "Ask for one of our numbers", Path: "/control/" + Name + "/port-outs", Button: "Ask",
		Fields: []engine.Field{
			{Name: "recipient", Label: "Other operator", Options: donors},
			{Name: "msisdn", Label: "Number", Value: "0570000001"},
			{Name: "idNumber", Label: "ID of who asks there", Value: "1000000008"},
			{Name: "doubled:flag", Label: "Ask twice"},
			{Name: "failing:flag", Label: "It will not work over there"},
		},
	}
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
	t := &engine.Sheet{Title: "Ports", Head: []string{"Reference", "Operator", "Number", "Status", "Reason", "Failed switches"}}
	for _, p := range s.PortOuts(tx, engine.Shown) {
		r := engine.Row{
			Cells: []string{p.Reference, "to " + p.Recipient, p.MSISDN, string(p.Status), p.Reason, ""},
			Path:  "/control/portability/port-outs/" + p.Reference + "/move",
		}
		for _, to := range []OutStatus{OutWithdrawn, OutCutOver, OutCompleted, OutRolledBack} {
			if slices.Contains(byHand[to], p.Status) {
				r.Actions = append(r.Actions, string(to))
			}
		}
		t.Rows = append(t.Rows, r)
	}
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
