package identity

import (
	"errors"
	"net/http"

	"selfcare/dev/simulator/engine"
)

// listed is how many requests a list holds.
const listed = 100

// Errors of the phone.
var (
	ErrUnknown  = engine.Unknown("no such request")
	ErrAnswered = engine.Over("request is not open any more")
	ErrStatus   = errors.New("status is COMPLETED, REJECTED or EXPIRED")
	ErrForgery  = errors.New("how is one of the forgeries in the documentation")
)

type statusBody struct {
	NationalID string `json:"nationalId"`
	TransID    string `json:"transId"`
	Random     string `json:"random"`
}

func status(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[statusBody](c)
	if !ok {
		return refusal
	}
	r, known := requests.Get(c.Tx, body.TransID)
	if !known || r.NationalID != body.NationalID || r.Random != body.Random {
		return engine.Refuse(http.StatusBadRequest, codeUnknown, "no such transaction")
	}
	if c.Tx.Now().After(r.ForgottenAt) {
		return engine.Refuse(http.StatusBadRequest, codeExpired, "the transaction has expired")
	}
	return engine.OK(map[string]Status{"status": r.Status})
}

// Pick plays the person: the number shown in the web app completes the request, any other number rejects it.
func (s *System) Pick(tx *engine.Tx, transID, random string) error {
	r, known := requests.Get(tx, transID)
	if known && r.Random == random {
		return s.Answer(tx, transID, Completed)
	}
	return s.Answer(tx, transID, Rejected)
}

// Answer ends an open request.
func (s *System) Answer(tx *engine.Tx, transID string, with Status) error {
	r, known := requests.Get(tx, transID)
	if !known {
		return ErrUnknown
	}
	if r.Status != Waiting {
		return ErrAnswered
	}
	if with != Completed && with != Rejected && with != Expired {
		return ErrStatus
	}
	s.finish(tx, transID, with)
	return nil
}

// Requests lists the newest requests, or only those that wait for an answer.
func (s *System) Requests(tx *engine.Tx, onlyOpen bool) []Request {
	from := inOrder
	if onlyOpen {
		from = waiting
	}
	list := []Request{}
	for _, transID := range from.Newest(tx, listed, nil) {
		r, _ := requests.Get(tx, transID)
		list = append(list, r)
	}
	return list
}

func (s *System) answerItself(tx *engine.Tx, transID string) {
	r, _ := requests.Get(tx, transID)
	with := Completed
	switch r.Plan {
	case outcomeReject:
		with = Rejected
	case rejectFirstOnly:
		if before, _ := rejected.Get(tx, r.NationalID); !before {
			rejected.Put(tx, r.NationalID, true)
			with = Rejected
		}
	}
	s.finish(tx, transID, with)
}

// finish is safe to repeat: only an open request changes.
func (s *System) finish(tx *engine.Tx, transID string, with Status) {
	r, known := requests.Get(tx, transID)
	if !known || r.Status != Waiting {
		return
	}
	r.Status = with
	requests.Put(tx, transID, r)
	waiting.Delete(tx, r.Sequence)
	report := engine.Report{Subject: transID, Type: eventAnswered, Path: pathCallBack, Body: s.callBack(r, "")}
	switch r.Plan {
	case outcomeLost:
		report.Fault = engine.OutcomeLost
	case outcomeDoubled:
		report.Fault = engine.OutcomeDoubled
	}
	s.Report(tx, report)
}
