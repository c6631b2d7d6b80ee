package identity

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
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
	Service    string    `json:"service"`
	Random     string    `json:"random"`
	Choices    []string  `json:"choices"` // the three numbers on the phone
	Status     Status    `json:"status"`
	Plan       string    `json:"plan"` // its coming answer
	Sequence   string    `json:"sequence"`
	CreatedAt  time.Time `json:"createdAt"`
	ExpiresAt  time.Time `json:"expiresAt"`
	// ForgottenAt, in time of the simulators, is the end of the transaction, some time after that of its push.
	ForgottenAt  time.Time `json:"forgottenAt"`
	ForwardedFor []string  `json:"forwardedFor"` // addresses of the user, if it was sent, and of the server
}

type requestBody struct {
	NationalID string `json:"nationalId"`
	Service    string `json:"service"`
}

type opened struct {
	TransID string `json:"transId"`
	Random  string `json:"random"`
}

var (
	requests  = engine.Table[Request]{Name: "identity-requests"}
	byRequest = engine.Table[string]{Name: "identity-by-request"} // requestId → transId
	byPerson  = engine.Table[string]{Name: "identity-by-person"}  // nationalId → newest transId
	inOrder   = engine.Table[string]{Name: "identity-in-order"}   // sequence → transId
	waiting   = engine.Table[string]{Name: "identity-waiting"}    // sequence → transId, open ones only
	rejected  = engine.Table[bool]{Name: "identity-rejected"}     // people who rejected once already
	elsewhere = engine.Table[bool]{Name: "identity-elsewhere"}    // people who had a request of another company
)

// problem is the body of Nafath's errors. Errors that no public document names get a code of the same shape.
func problem(status int, code, message string) any {
	if !ownCode.MatchString(code) {
		code = fmt.Sprintf("%d-000-000", status)
	}
	return map[string]any{"code": code, "reference": 100000 + mathrand.IntN(900000), "message": message}
}

var ownCode = regexp.MustCompile(`^\d{3}-\d{3}-\d{3}$`)

// Codes of Nafath.
const (
	codeOpen    = "400-034-050"
	codeExpired = "400-034-051"
	codeUnknown = "400-034-053"
	codeInvalid = "422-031-046"
)

func (s *System) request(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[requestBody](c)
	if !ok {
		return refusal
	}
	requestID := c.Request.URL.Query().Get("requestId")
	forwarded, areAddresses := forwardedFor(c.Request)
	switch {
	case requestID == "" || len(body.NationalID) != 10 || body.Service == "":
		return engine.Refuse(http.StatusUnprocessableEntity, codeInvalid, "requestId, a nationalId of ten digits and a service are needed")
	case !areAddresses:
		return engine.Refuse(http.StatusUnprocessableEntity, codeInvalid, "X-Forwarded-For names the user's address and the server's")
	}
	if transID, known := byRequest.Get(c.Tx, requestID); known && c.Outcome != outcomeRepeat {
		return created(transID, c.Tx)
	}
	if c.Outcome == outcomeUnknown || !person.ValidID(body.NationalID) {
		return engine.Refuse(http.StatusUnprocessableEntity, codeInvalid, "no user of the app has this ID")
	}
	if hasOpenRequest(c.Tx, body.NationalID) {
		return active()
	}
	asked := Request{RequestID: requestID, NationalID: body.NationalID, Service: body.Service, ForwardedFor: forwarded, Plan: c.Outcome}
	if before, _ := elsewhere.Get(c.Tx, body.NationalID); c.Outcome == outcomeActive && !before {
		elsewhere.Put(c.Tx, body.NationalID, true)
		asked.RequestID, asked.Plan = "elsewhere-"+requestID, outcomeApprove
		s.open(c.Tx, asked)
		return active()
	}
	return created(s.open(c.Tx, asked).TransID, c.Tx)
}

// forwardedFor returns the addresses before which a call passed: the user's, if it is known, and the server's.
func forwardedFor(r *http.Request) (addresses []string, ok bool) {
	for _, text := range strings.Split(r.Header.Get("X-Forwarded-For"), ",") {
		address, err := netip.ParseAddr(text)
		if err != nil {
			return nil, false
		}
		addresses = append(addresses, address.String())
	}
	return addresses, len(addresses) <= 2
}

func created(transID string, tx *engine.Tx) engine.Answer {
	r, _ := requests.Get(tx, transID)
	return engine.Answer{Status: http.StatusCreated, Body: opened{TransID: r.TransID, Random: r.Random}}
}

func active() engine.Answer {
	return engine.Refuse(http.StatusBadRequest, codeOpen, "another request of this person is open")
}

func hasOpenRequest(tx *engine.Tx, nationalID string) bool {
	transID, _ := byPerson.Get(tx, nationalID)
	r, known := requests.Get(tx, transID)
	return known && r.Status == Waiting
}

// open pushes to the phone and plans the answer.
func (s *System) open(tx *engine.Tx, r Request) Request {
	lifetime := lifeOf(r.Service)
	r.Random, r.Choices = threeNumbers()
	r.TransID, r.Status, r.Sequence = newTransID(), Waiting, fmt.Sprintf("%012d", inOrder.Next(tx))
	r.CreatedAt, r.ExpiresAt, r.ForgottenAt = tx.Shown(tx.Now()), tx.Shown(tx.Now().Add(lifetime)), tx.Now().Add(transactionLives)
	requests.Put(tx, r.TransID, r)
	inOrder.Put(tx, r.Sequence, r.TransID)
	waiting.Put(tx, r.Sequence, r.TransID)
	byRequest.Put(tx, r.RequestID, r.TransID)
	byPerson.Put(tx, r.NationalID, r.TransID)
	s.After(tx, lifetime, timerExpire, r.TransID)
	if delay, itself := s.answersAfter(tx, r.Plan); itself {
		s.After(tx, delay, timerAnswer, r.TransID)
	}
	return r
}

// lifeOf is how long a push of a service can be answered.
func lifeOf(service string) time.Duration {
	if service == "Login" || strings.HasSuffix(service, "WithoutBio") {
		return withoutBiometrics
	}
	return withBiometrics
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
