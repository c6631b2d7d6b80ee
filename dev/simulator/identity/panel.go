package identity

import (
	"net/url"

	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/person"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:    "National identity app: a push with a two-digit number.",
		Records:  s.sheet,
		Magic:    person.Sheet(Magic()),
		Reads:    map[string]func(*engine.Tx, url.Values) any{"requests": s.listRequests},
		Commands: map[string]func(*engine.Tx, string, []byte) error{"requests/{id}/answer": s.answerRequest},
	}
}

func (s *System) listRequests(tx *engine.Tx, query url.Values) any {
	return engine.Items(s.Requests(tx, query.Get("open") == "true"))
}

// answerRequest picks a number on the phone, or ends the request with a status.
func (s *System) answerRequest(tx *engine.Tx, transID string, body []byte) error {
	var ask struct {
		Random string
		Status Status
	}
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	if ask.Random != "" {
		return s.Pick(tx, transID, ask.Random)
	}
	return s.Answer(tx, transID, ask.Status)
}

func (s *System) sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Requests", Head: []string{"Transaction", "Number", "Status", "Plan"}}
	list := s.Requests(tx, false)
	for _, q := range list[:min(len(list), engine.Shown)] {
		r := engine.Row{Cells: []string{q.TransID, q.Random, string(q.Status), q.Plan}, Path: "/control/identity/requests/" + q.TransID + "/answer"}
		if q.Status == Waiting {
			r.Actions = []string{string(Completed), string(Rejected), string(Expired)}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}
