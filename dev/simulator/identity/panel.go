package identity

import (
	"net/url"
	"slices"

	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/person"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:   "National identity app: a push with a two-digit number.",
		Records: s.sheet,
		Magic:   person.Sheet(Magic()),
		Reads:   map[string]func(*engine.Tx, url.Values) any{"requests": s.listRequests},
		Form: &engine.Form{
			Title: "Forge a call-back that says COMPLETED", Path: "/control/identity/forge", Button: "Send",
			Fields: []engine.Field{{Name: "transId", Label: "Transaction"}, {Name: "how", Label: "Forgery", Options: Forgeries()}},
		},
		Commands: map[string]func(*engine.Tx, string, []byte) error{"requests/{id}/answer": s.answerRequest, "forge": s.forge},
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

// forge sends a call-back that another party than Nafath could have made.
func (s *System) forge(tx *engine.Tx, _ string, body []byte) error {
	var ask struct{ TransID, How string }
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	r, known := requests.Get(tx, ask.TransID)
	if !known {
		return ErrUnknown
	}
	if !slices.Contains(Forgeries(), ask.How) {
		return ErrForgery
	}
	r.Status = Completed
	s.Report(tx, engine.Report{Subject: r.TransID, Type: eventForged, Path: pathCallBack, Body: s.callBack(r, ask.How), Once: true, Forged: true})
	return nil
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
