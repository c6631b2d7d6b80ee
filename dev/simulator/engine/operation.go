package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"time"
)

// Authorise tells whether a request carries the system's credentials.
type Authorise func(r *http.Request) bool

// Operation is one call of a system's wire format.
type Operation struct {
	Name     string
	Effect   bool                 // changes something, so that it can time out after the change
	Open     Authorise            // replaces the system's own check
	Outcomes []string             // its own outcomes, besides the common ones
	Magic    func(c *Call) string // outcome chosen by the call's own data; scenarios come first
	Handle   func(c *Call) Answer
	Largest  int64                                      // most bytes of a request; zero: maxBody
	Problem  func(status int, code, message string) any // body of an error; nil is that of the system
}

// Call is a request in progress, inside its transaction.
type Call struct {
	*Tx
	Request *http.Request
	Outcome string // outcome that a scenario requests; "" = normal
	body    []byte
}

// SlowBy is the real duration of a slow answer.
const SlowBy = 8 * time.Second

// headerTrace names the trace of a call: https://www.w3.org/TR/trace-context/
const headerTrace = "traceparent"

const (
	maxBody     = 64 << 10
	longestHold = 5 * time.Minute
)

// ServeOperation makes an operation an HTTP handler with the system's faults around it.
func (s *System) ServeOperation(op Operation) http.Handler {
	s.outcomes[op.Name] = slices.Concat(op.Outcomes, commonOutcomes)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := s.perform(op, w, r)
		s.calls.note(op.Name, answer, r.Header.Get(headerTrace))
		if answer.Hold {
			s.hold(r.Context(), longestHold)
			panic(http.ErrAbortHandler) // the connection ends without an answer
		}
		if !s.hold(r.Context(), answer.delay+answer.Wait) {
			panic(http.ErrAbortHandler) // without the wait there is no answer
		}
		s.shape(op, s.finish(answer)).write(w)
	})
}

// finish gets the present answer of slow work.
func (s *System) finish(a Answer) Answer {
	if a.Later == nil {
		return a
	}
	said := broken()
	if err := s.engine.Update(func(tx *Tx) { said = a.Later(tx) }); err != nil {
		return broken()
	}
	said.cut = a.cut
	return said
}

// shape gives an error the form of the operation, or else of the system.
func (s *System) shape(op Operation, a Answer) Answer {
	form := op.Problem
	if form == nil {
		form = s.Problem
	}
	if refused, is := a.Body.(problem); is && form != nil {
		a.Body = form(a.Status, refused.Code, refused.Message)
	}
	return a
}

func (s *System) perform(op Operation, w http.ResponseWriter, r *http.Request) Answer {
	allowed := s.authorised
	if op.Open != nil {
		allowed = op.Open
	}
	if !allowed(r) {
		return Refuse(cmp.Or(s.Denied, http.StatusUnauthorized), "unauthorised", "wrong or missing credentials")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, cmp.Or(op.Largest, maxBody)))
	if err != nil {
		return Refuse(http.StatusRequestEntityTooLarge, "too_large", "body could not be read or is too large")
	}
	faults, scripted, err := s.faults()
	if err != nil {
		return broken()
	}
	s.hold(r.Context(), time.Duration(faults.LatencyMs)*time.Millisecond)
	if chance(faults.ErrorRate) {
		return unavailable()
	}
	run := s.engine.Update
	if !op.Effect && !scripted {
		run = s.engine.View // a read needs no write lock
	}
	answer := s.transact(run, op, r, body)
	answer.Hold = answer.Hold || op.Effect && answer.Status < 300 && chance(faults.TimeoutAfterCommitRate)
	answer.cut = answer.cut || chance(faults.BrokenJSONRate)
	return answer
}

func (s *System) faults() (k Knobs, scripted bool, err error) {
	err = s.engine.View(func(tx *Tx) { k, scripted = s.Knobs(tx), len(s.Scenarios(tx)) > 0 })
	return k, scripted, err
}

// transact runs the operation in one transaction; the answer is sent after the commit.
func (s *System) transact(run func(func(*Tx)) error, op Operation, r *http.Request, body []byte) (answer Answer) {
	err := run(func(tx *Tx) {
		c := &Call{Tx: tx, Request: r, body: body}
		if c.Outcome = s.takeScenario(tx, op.Name, c.fields()); c.Outcome == "" && op.Magic != nil {
			c.Outcome = op.Magic(c)
		}
		answer = c.spoil(op.Handle)
	})
	if err != nil {
		s.engine.cfg.Log.Error("simulator operation failed", "system", s.Name, "operation", op.Name, "error", err)
		return broken()
	}
	return answer
}

// spoil applies the common outcomes; the operation handles all others.
func (c *Call) spoil(handle func(*Call) Answer) Answer {
	outcome := c.Outcome
	switch outcome {
	case OutcomeError:
		return unavailable()
	case OutcomeRateLimited:
		return Refuse(http.StatusTooManyRequests, "rate_limited", "too many calls")
	case OutcomeTimeout:
		return Answer{Hold: true}
	case OutcomeMoved:
		return Answer{Status: http.StatusMovedPermanently, Header: map[string]string{"Location": "https://moved.example/elsewhere"}}
	case OutcomeTimeoutAfterCommit, OutcomeBrokenJSON, OutcomeSlow, OutcomePage:
		c.Outcome = ""
	}
	answer := handle(c)
	answer.Hold = answer.Hold || outcome == OutcomeTimeoutAfterCommit
	answer.cut = outcome == OutcomeBrokenJSON
	switch outcome {
	case OutcomeSlow:
		answer.delay = SlowBy
	case OutcomePage:
		answer.page, answer.Status = true, http.StatusOK
	}
	return answer
}

// hold waits until d is over; false if the client closed the connection or the engine closed before.
func (s *System) hold(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-s.engine.closing:
		return false
	case <-timer.C:
		return true
	}
}

// Body reads the request's JSON; a false answer comes with the refusal.
func Body[T any](c *Call) (body T, refusal Answer, ok bool) {
	if err := json.Unmarshal(c.body, &body); err != nil {
		return body, Refuse(http.StatusBadRequest, "bad_request", "body is not the JSON expected"), false
	}
	return body, Answer{}, true
}
