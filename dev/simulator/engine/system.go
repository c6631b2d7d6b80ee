package engine

import (
	"maps"
	"net/http"
	"strings"
	"time"
)

// System is one simulated outside system.
type System struct {
	Name       string
	Defaults   Knobs
	Panel      Panel
	Problem    func(status int, code, message string) any // body of an error; nil is {"code","message"}
	Denied     int                                        // status for wrong credentials; 0 is 401
	engine     *Engine
	authorised Authorise
	prove      Prove
	receiver   *receiver // of its call-backs; nil: the base of all call-backs
	timers     map[string]func(tx *Tx, key string)
	outcomes   map[string][]string // by operation
	calls      calls
}

// Prove adds to a call-back, just before it is sent, what proves its sender. A forged one gets a wrong proof.
type Prove func(header http.Header, cb Callback)

// AddSystem adds a system. Its name is the first part of its paths and of its call-back address. webhookSecret signs its call-backs in
// the format of the adapters named generic; a system without it, and without ProveBy, never calls back.
func (e *Engine) AddSystem(name, webhookSecret string, authorised Authorise) *System {
	s := &System{
		Name: name, engine: e, authorised: authorised,
		timers:   map[string]func(*Tx, string){},
		outcomes: map[string][]string{},
	}
	if webhookSecret != "" {
		s.ProveBy(SignWith(webhookSecret))
	}
	e.systems = append(e.systems, s)
	return s
}

// Systems lists the added systems, in order.
func (e *Engine) Systems() []*System { return e.systems }

// System finds a system by name.
func (e *Engine) System(name string) (*System, bool) {
	for _, s := range e.systems {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}

// Outcomes lists the outcomes for scenarios, by operation.
func (s *System) Outcomes() map[string][]string { return maps.Clone(s.outcomes) }

// Engine is the engine of the system.
func (s *System) Engine() *Engine { return s.engine }

// ProveBy makes the system send call-backs that are proved in a way of its own.
func (s *System) ProveBy(prove Prove) {
	s.prove = prove
	s.outcomes[OperationCallback] = []string{OutcomeLost, OutcomeDoubled, OutcomeLate}
}

// receiver is an address with its own way to it.
type receiver struct {
	url    string
	client *http.Client
}

// SendTo sends the call-backs of the system to an address of their own. A nil client is that of all call-backs.
func (s *System) SendTo(url string, client *http.Client) {
	s.receiver = &receiver{strings.TrimSuffix(url, "/"), client}
}

// CallsBack tells whether the system sends call-backs.
func (s *System) CallsBack() bool { return s.prove != nil }

// OnTimer sets the handler of due timers of this kind.
func (s *System) OnTimer(kind string, handler func(tx *Tx, key string)) { s.timers[kind] = handler }

// After sets a timer of this system.
func (s *System) After(tx *Tx, d time.Duration, kind, key string) { tx.After(d, s.Name, kind, key) }
