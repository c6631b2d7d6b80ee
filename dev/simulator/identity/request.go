package identity

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"time"

	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/person"
)

// Status is the state of a request.
type Status string

// States of a request.
const (
	Waiting   Status = "WAITING"
	Completed Status = "COMPLETED"
	Rejected  Status = "REJECTED"
	Expired   Status = "EXPIRED"
)

// Request is one push to a phone.
type Request struct {
	TransID    string    `json:"transId"`
	RequestID  string    `json:"requestId"`
	NationalID string    `json:"nationalId"`
	Random     string    `json:"random"`
	Choices    []string  `json:"choices"` // the three numbers on the phone
	Status     Status    `json:"status"`
	Plan       string    `json:"plan"` // its coming answer
	Sequence   string    `json:"sequence"`
	CreatedAt  time.Time `json:"createdAt"`
	ExpiresAt  time.Time `json:"expiresAt"`
}

type requestBody struct {
	NationalID string `json:"nationalId"`
	Service    string `json:"service"`
}

type opened struct {
	Code      string    `json:"code,omitempty"`
	Message   string    `json:"message,omitempty"`
	TransID   string    `json:"transId"`
	Random    string    `json:"random"`
	ExpiresAt time.Time `json:"expiresAt"`
}

var (
	requests  = engine.Table[Request]{Name: "identity-requests"}
	byRequest = engine.Table[string]{Name: "identity-by-request"} // requestId → transId
	byPerson  = engine.Table[string]{Name: "identity-by-person"}  // nationalId → newest transId
	inOrder   = engine.Table[string]{Name: "identity-in-order"}   // sequence → transId
	waiting   = engine.Table[string]{Name: "identity-waiting"}    // sequence → transId, open ones only
	rejected  = engine.Table[bool]{Name: "identity-rejected"}     // people who rejected once already
)

func (s *System) request(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[requestBody](c)
	if !ok {
		return refusal
	}
	requestID := c.Request.URL.Query().Get("requestId")
	if requestID == "" || len(body.NationalID) != 10 {
		return engine.Refuse(http.StatusBadRequest, "bad_request", "requestId and a nationalId of ten digits are needed")
	}
	if transID, known := byRequest.Get(c.Tx, requestID); known {
		return created(transID, c.Tx)
	}
	if c.Outcome == outcomeUnknown || !person.ValidID(body.NationalID) {
		return engine.Refuse(http.StatusNotFound, "id_unknown", "no user of the app has this ID")
	}
	if open, is := openRequest(c.Tx, body.NationalID); is {
		return active(open)
	}
	if c.Outcome == outcomeActive {
		return active(s.open(c.Tx, body.NationalID, "elsewhere-"+requestID, outcomeApprove))
	}
	return created(s.open(c.Tx, body.NationalID, requestID, c.Outcome).TransID, c.Tx)
}

func created(transID string, tx *engine.Tx) engine.Answer {
	r, _ := requests.Get(tx, transID)
	return engine.Answer{Status: http.StatusCreated, Body: opened{TransID: r.TransID, Random: r.Random, ExpiresAt: r.ExpiresAt}}
}

func active(r Request) engine.Answer {
	return engine.Answer{Status: http.StatusBadRequest, Body: opened{
		Code: "active_transaction", Message: "another request of this person is open",
		TransID: r.TransID, Random: r.Random, ExpiresAt: r.ExpiresAt,
	}}
}

func openRequest(tx *engine.Tx, nationalID string) (Request, bool) {
	transID, _ := byPerson.Get(tx, nationalID)
	r, known := requests.Get(tx, transID)
	return r, known && r.Status == Waiting
}

// open pushes to the phone and plans the answer.
func (s *System) open(tx *engine.Tx, nationalID, requestID, plan string) Request {
	random, choices := threeNumbers()
	r := Request{
		TransID: newTransID(), RequestID: requestID, NationalID: nationalID, Random: random, Choices: choices,
		Status: Waiting, Plan: plan, Sequence: fmt.Sprintf("%012d", inOrder.Next(tx)), CreatedAt: tx.Shown(tx.Now()), ExpiresAt: tx.Shown(tx.Now().Add(lifetime)),
	}
	requests.Put(tx, r.TransID, r)
	inOrder.Put(tx, r.Sequence, r.TransID)
	waiting.Put(tx, r.Sequence, r.TransID)
	byRequest.Put(tx, requestID, r.TransID)
	byPerson.Put(tx, nationalID, r.TransID)
	s.After(tx, lifetime, timerExpire, r.TransID)
	if delay, itself := s.answersAfter(tx, plan); itself {
		s.After(tx, delay, timerAnswer, r.TransID)
	}
	return r
}

func (s *System) answersAfter(tx *engine.Tx, plan string) (time.Duration, bool) {
	pace := s.Pace(tx, PaceAutoApprove)
	switch plan {
	case outcomeExpire, outcomePerson:
		return 0, false
	case outcomeLate:
		return late, true
	default:
		return pace, pace > 0
	}
}

// threeNumbers draws the numbers shown on the phone, one of them the right one.
func threeNumbers() (right string, shown []string) {
	for _, n := range mathrand.Perm(90)[:3] {
		shown = append(shown, fmt.Sprint(n+10))
	}
	return shown[mathrand.IntN(3)], shown
}

func newTransID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // documented never to fail
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:]
}
