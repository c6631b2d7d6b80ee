package engine

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"time"
)

// Callback is one report of a system to the product.
type Callback struct {
	EventID    string          `json:"eventId"`
	System     string          `json:"system"`
	Subject    string          `json:"subject"` // reports on one subject go out one after the other
	Type       string          `json:"type"`
	Body       json.RawMessage `json:"body"`
	State      CallbackState   `json:"state"`
	Attempts   int             `json:"attempts"`
	Planned    int             `json:"planned"`              // remaining deliveries: at first two if doubled
	LastStatus int             `json:"lastStatus,omitempty"` // HTTP status of the last attempt, 0 = no answer
	LastAnswer json.RawMessage `json:"lastAnswer,omitempty"` // its JSON, if it was short
	Insistent  bool            `json:"insistent,omitempty"`  // repeated until it is accepted
	Once       bool            `json:"once,omitempty"`       // never repeated
	Path       string          `json:"path,omitempty"`       // below the base of call-backs; replaces that of the adapter generic
	Forged     bool            `json:"forged,omitempty"`     // signed with a wrong secret
	CreatedAt  time.Time       `json:"createdAt"`
}

// CallbackState is the progress of a call-back.
type CallbackState string

// States of a call-back.
const (
	CallbackWaiting   CallbackState = "waiting"
	CallbackDelivered CallbackState = "delivered"
	CallbackLost      CallbackState = "lost" // on purpose, by a knob or a scenario
	CallbackGivenUp   CallbackState = "given-up"
)

// dispatch is one planned attempt for a call-back.
type dispatch struct {
	Callback string `json:"callback"`
	Subject  string `json:"subject"`
	Attempt  int    `json:"attempt"`
}

// OperationCallback is the name under which scenarios spoil call-backs.
const OperationCallback = "callback"

// Outcomes of a call-back in scenarios.
const (
	OutcomeLost    = "lost"
	OutcomeDoubled = "doubled"
	OutcomeLate    = "late"
)

const (
	lateBy      = 2 * time.Minute
	overtakenBy = 12 * time.Second // longer than the courier's usual time between two scans
	kept        = 5000             // finished call-backs remembered
)

var (
	callbacks  = Table[Callback]{"callbacks"}
	dispatches = Table[dispatch]{"dispatches"}
)

// Report is a report of a system.
type Report struct {
	Subject string // the subject
	Type    string
	Data    any
	Fault   string // OutcomeLost, OutcomeDoubled or OutcomeLate from magic data; a scenario comes first
	// Body replaces the event around Data, for a system with reports in a format of its own.
	Body any
	// Insistent is repeated until it is accepted, without a limit; Once is never repeated.
	Insistent, Once bool
	Path            string // below the base of call-backs; defaults to that of the adapter generic
	Forged          bool   // signed with a wrong secret
}

// Report plans a call-back. Knobs and scenarios of the system decide whether it is lost, late, doubled or overtaken.
func (s *System) Report(tx *Tx, r Report) {
	sequence := callbacks.Next(tx)
	cb := Callback{
		EventID: "evt_" + rand.Text(), System: s.Name, Subject: r.Subject, Type: r.Type,
		State: CallbackWaiting, CreatedAt: tx.Shown(tx.Now()), Insistent: r.Insistent,
		Once: r.Once, Path: r.Path, Forged: r.Forged,
	}
	delays := s.planCallback(tx, r)
	cb.Planned = len(delays)
	cb.Body = tx.encode(r.Body)
	if r.Body == nil {
		cb.Body = tx.encode(map[string]any{"eventId": cb.EventID, "type": r.Type, "occurredAt": cb.CreatedAt, "data": r.Data})
	}
	key := fmt.Sprintf("%012d", sequence)
	if len(delays) == 0 {
		cb.State = CallbackLost
	}
	callbacks.Put(tx, key, cb)
	for _, delay := range delays {
		tx.dispatch(dispatch{Callback: key, Subject: r.Subject}, delay)
	}
	forgetOld(tx, sequence)
}

// planCallback returns the delay of each delivery: none if lost, two if doubled.
func (s *System) planCallback(tx *Tx, r Report) []time.Duration {
	faults := s.Knobs(tx).Callbacks
	outcome := s.takeScenario(tx, OperationCallback, map[string]string{"subject": r.Subject, "type": r.Type})
	if outcome == "" {
		outcome = r.Fault
	}
	delay := time.Duration(faults.LateMs) * time.Millisecond
	if outcome == OutcomeLate {
		delay += lateBy
	}
	if chance(faults.Disorder) {
		delay += overtakenBy
	}
	switch {
	case outcome == OutcomeLost || chance(faults.Lost):
		return nil
	case outcome == OutcomeDoubled || chance(faults.Doubled):
		return []time.Duration{delay, delay}
	default:
		return []time.Duration{delay}
	}
}

func (tx *Tx) dispatch(d dispatch, delay time.Duration) {
	dispatches.Put(tx, dueKey(tx.Now().Add(delay), dispatches.Next(tx)), d)
	tx.woken = true
}

func (tx *Tx) encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	tx.fail(err)
	return raw
}

func forgetOld(tx *Tx, sequence uint64) {
	if sequence <= kept {
		return
	}
	key := fmt.Sprintf("%012d", sequence-kept)
	if old, known := callbacks.Get(tx, key); known && old.State != CallbackWaiting {
		callbacks.Delete(tx, key)
	}
}

// Callbacks lists the newest call-backs.
func (e *Engine) Callbacks(tx *Tx, limit int, keep func(Callback) bool) []Callback {
	return callbacks.Newest(tx, limit, keep)
}

// Redeliver sends a call-back once more; false for an unknown one.
func (e *Engine) Redeliver(tx *Tx, eventID string) bool {
	found := false
	callbacks.Each(tx, func(key string, cb Callback) bool {
		if found = cb.EventID == eventID; found {
			cb.Planned++
			callbacks.Put(tx, key, cb)
			tx.dispatch(dispatch{Callback: key, Subject: cb.Subject}, 0)
		}
		return !found
	})
	return found
}

func chance(rate float64) bool { return rate > 0 && mathrand.Float64() < rate }
