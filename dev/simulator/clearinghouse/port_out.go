package clearinghouse

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// Operations on numbers that leave the product for another operator, which can be scripted.
const (
	OperationAnswer    = "answer"
	OperationOutStatus = "out-status"
	OperationStop      = "stop"
	OperationLetGo     = "let-go"
)

// Knobs for the times of a leaving number: the time limit of the answer, the cut-over after that, and the other
// operator's start of service; 0 = by hand.
const (
	PaceAnswerLimit = "answerWithinMs"
	PaceCutOver     = "cutOverAfterMs"
	PaceServed      = "recipientServesAfterMs"
)

const (
	timerExpire  = "port-out-expire"
	timerCutOver = "port-out-cut-over"
	timerServed  = "port-out-served"
)

// OutStatus is the status of a port-out request.
type OutStatus string

// States of such a request.
const (
	OutAsked      OutStatus = "ASKED"
	OutAccepted   OutStatus = "ACCEPTED"
	OutRejected   OutStatus = "REJECTED"
	OutExpired    OutStatus = "EXPIRED"
	OutWithdrawn  OutStatus = "WITHDRAWN"
	OutStopped    OutStatus = "STOPPED"
	OutCutOver    OutStatus = "CUT_OVER"
	OutReleased   OutStatus = "RELEASED"
	OutCompleted  OutStatus = "COMPLETED"
	OutRolledBack OutStatus = "ROLLED_BACK"
)

// PortOut is a request of another operator. The owner's data is only passed on.
type PortOut struct {
	Reference    string    `json:"reference"`
	Recipient    string    `json:"recipient"`
	MSISDN       string    `json:"msisdn"`
	Status       OutStatus `json:"status"`
	Reason       string    `json:"reason,omitempty"`
	LeavingCosts int64     `json:"leavingCosts,omitempty"` // halalas, reported by the donor
	AnswerBy     time.Time `json:"answerBy"`
	CutOverAt    time.Time `json:"cutOverAt"`
	Failing      bool      `json:"failing,omitempty"` // the other operator will fail to activate the number
	UpdatedAt    time.Time `json:"updatedAt"`
}

var portOuts = engine.Table[PortOut]{Name: "portability-port-outs"}

// PortOuts lists requests, the newest first.
func (s *System) PortOuts(tx *engine.Tx, limit int) []PortOut { return portOuts.Newest(tx, limit, nil) }

func (s *System) routePortOuts(mux *http.ServeMux) {
	const path = "/portability/v1/port-outs/{reference}"
	mux.Handle("GET "+path, s.ServeOperation(engine.Operation{Name: OperationOutStatus, Handle: outStatus}))
	mux.Handle("POST "+path+"/answer", s.ServeOperation(engine.Operation{Name: OperationAnswer, Effect: true, Handle: s.takeAnswer}))
	mux.Handle("POST "+path+"/stop", s.ServeOperation(engine.Operation{Name: OperationStop, Effect: true, Handle: s.stop}))
	mux.Handle("POST "+path+"/release", s.ServeOperation(engine.Operation{Name: OperationLetGo, Effect: true, Handle: s.letGo}))
	s.OnTimer(timerExpire, func(tx *engine.Tx, reference string) { s.passes(tx, reference, OutAsked, OutExpired) })
	s.OnTimer(timerCutOver, func(tx *engine.Tx, reference string) { s.passes(tx, reference, OutAccepted, OutCutOver) })
	s.OnTimer(timerServed, s.served)
}

// passes moves a request on automatically; a request that was moved meanwhile stays as it is.
func (s *System) passes(tx *engine.Tx, reference string, from, to OutStatus) {
	if p, known := portOuts.Get(tx, reference); known && p.Status == from {
		s.moveOut(tx, p, to)
	}
}

func (s *System) served(tx *engine.Tx, reference string) {
	p, known := portOuts.Get(tx, reference)
	if !known || p.Status != OutReleased {
		return
	}
	if p.Failing {
		s.moveOut(tx, p, OutRolledBack)
		return
	}
	s.moveOut(tx, p, OutCompleted)
}

// moveOut moves a request on and reports changes that the donor did not cause itself.
func (s *System) moveOut(tx *engine.Tx, p PortOut, to OutStatus) PortOut {
	p.Status, p.UpdatedAt = to, tx.Shown(tx.Now())
	portOuts.Put(tx, p.Reference, p)
	switch to {
	case OutExpired, OutWithdrawn, OutCutOver, OutCompleted, OutRolledBack:
		kind := strings.ReplaceAll(strings.ToLower(string(to)), "_", "-")
		s.Report(tx, engine.Report{Subject: p.Reference, Type: "port-out." + kind, Data: map[string]any{"reference": p.Reference, "status": to}})
	case OutAsked, OutAccepted, OutRejected, OutStopped, OutReleased:
	}
	return p
}

func outStatus(c *engine.Call) engine.Answer {
	p, refusal, ok := namedOut(c)
	if !ok {
		return refusal
	}
	return engine.OK(p)
}

func namedOut(c *engine.Call) (PortOut, engine.Answer, bool) {
	p, known := portOuts.Get(c.Tx, c.Request.PathValue("reference"))
	if !known {
		return p, engine.Refuse(http.StatusNotFound, "not_found", "no such request"), false
	}
	return p, engine.Answer{}, true
}

type answerBody struct {
	Answer       string `json:"answer"`
	Reason       string `json:"reason"`
	LeavingCosts int64  `json:"leavingCosts"`
}

// takeAnswer takes the donor's answer within its time limit; the same one again changes nothing.
func (s *System) takeAnswer(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[answerBody](c)
	if !ok {
		return refusal
	}
	p, refusal, ok := namedOut(c)
	to := OutStatus(body.Answer)
	switch {
	case !ok:
		return refusal
	case to != OutAccepted && to != OutRejected, to == OutRejected && !slices.Contains(donorReasons(), body.Reason):
		return engine.Refuse(http.StatusBadRequest, "bad_request", "the answer is ACCEPTED, or REJECTED with a reason")
	case p.Status == to:
		return engine.OK(p)
	case p.Status == OutWithdrawn:
		return engine.Refuse(http.StatusConflict, "withdrawn", "the request was withdrawn")
	case p.Status != OutAsked:
		return engine.Refuse(http.StatusConflict, "too_late", "no request waits for this answer")
	}
	p.Reason, p.LeavingCosts = body.Reason, body.LeavingCosts
	return engine.OK(s.moveOut(c.Tx, p, to))
}

// donorReasons are the allowed reasons of a donor's refusal.
func donorReasons() []string { return append(Reasons(), "NUMBER_NOT_ACTIVE", "UNKNOWN") }

// stop takes the donor's agreement back until the cut-over has begun.
func (s *System) stop(c *engine.Call) engine.Answer {
	p, refusal, ok := namedOut(c)
	switch {
	case !ok:
		return refusal
	case p.Status == OutStopped:
		return engine.OK(p)
	case p.Status == OutWithdrawn, p.Status == OutExpired, p.Status == OutRejected, p.Status == OutRolledBack:
		return engine.Refuse(http.StatusConflict, "over", "the request is over")
	case p.Status != OutAsked && p.Status != OutAccepted:
		return engine.Refuse(http.StatusConflict, "too_late", "the number is moving or has moved")
	default:
		return engine.OK(s.moveOut(c.Tx, p, OutStopped))
	}
}

// letGo ends the donor's service of the number.
func (s *System) letGo(c *engine.Call) engine.Answer {
	p, refusal, ok := namedOut(c)
	switch {
	case !ok:
		return refusal
	case p.Status == OutReleased, p.Status == OutCompleted:
		return engine.OK(p)
	case p.Status != OutCutOver:
		return engine.Refuse(http.StatusConflict, "not_cut_over", "the cut-over has not begun")
	}
	if pace := s.Pace(c.Tx, PaceServed); pace > 0 {
		s.After(c.Tx, pace, timerServed, p.Reference)
	}
	return engine.OK(s.moveOut(c.Tx, p, OutReleased))
}

// Wish is the request that another operator makes.
type Wish struct {
	Recipient string `json:"recipient"`
	MSISDN    string `json:"msisdn"`
	IDNumber  string `json:"idNumber"`
	Doubled   bool   `json:"doubled"` // asked for twice
	Failing   bool   `json:"failing"` // the other operator fails to activate the number
}

// ErrWish is a request that no operator would send.
var ErrWish = errors.New("a known recipient, a national number and an ID of ten digits are needed")

// Ask plays another operator that asks for one of the product's numbers.
func (s *System) Ask(tx *engine.Tx, w Wish) (PortOut, error) {
	if !slices.Contains(donors, w.Recipient) || !national(w.MSISDN) || len(w.IDNumber) != 10 {
		return PortOut{}, ErrWish
	}
	now := tx.Now()
	limit, cutOver := s.Pace(tx, PaceAnswerLimit), s.Pace(tx, PaceCutOver)
	p := PortOut{
		Reference: fmt.Sprintf("PO%08d", portOuts.Next(tx)), Recipient: w.Recipient, MSISDN: w.MSISDN, Status: OutAsked, Failing: w.Failing,
		AnswerBy: tx.Shown(now.Add(limit)), CutOverAt: tx.Shown(now.Add(max(cutOver, limit))), UpdatedAt: tx.Shown(now),
	}
	portOuts.Put(tx, p.Reference, p)
	if limit > 0 {
		s.After(tx, limit, timerExpire, p.Reference)
	}
	if cutOver > 0 {
		s.After(tx, max(cutOver, limit), timerCutOver, p.Reference)
	}
	report := engine.Report{Subject: p.Reference, Type: "port-out.asked", Insistent: true, Data: map[string]any{
		"reference": p.Reference, "recipient": p.Recipient, "msisdn": p.MSISDN, "idNumber": w.IDNumber, "status": p.Status,
		"answerBy": p.AnswerBy, "cutOverAt": p.CutOverAt,
	}}
	s.Report(tx, report)
	if w.Doubled {
		s.Report(tx, report) // with an event id of its own
	}
	return p, nil
}

// Errors of manual moves of a leaving number.
var (
	ErrNoPortOut = engine.Unknown("no such request")
	ErrPortOut   = engine.Over("the request does not stand like that")
	ErrOutStatus = errors.New("status is WITHDRAWN, CUT_OVER, COMPLETED or ROLLED_BACK")
)

// byHand lists the statuses from which the other operator or the clearing house can move a request.
var byHand = map[OutStatus][]OutStatus{
	OutWithdrawn: {OutAsked, OutAccepted}, OutCutOver: {OutAccepted}, OutCompleted: {OutReleased}, OutRolledBack: {OutCutOver, OutReleased},
}

// Move plays the other operator, or the clearing house.
func (s *System) Move(tx *engine.Tx, reference string, to OutStatus) error {
	from, known := byHand[to]
	p, found := portOuts.Get(tx, reference)
	switch {
	case !known:
		return ErrOutStatus
	case !found:
		return ErrNoPortOut
	case !slices.Contains(from, p.Status):
		return ErrPortOut
	}
	s.moveOut(tx, p, to)
	return nil
}
