package engine

import (
	"maps"
	"time"
)

// System is one simulated outside system.
type System struct {
	Name          string
	Defaults      Knobs
	Panel         Panel
	Problem       func(status int, code, message string) any // body of an error; nil is {"code","message"}
	engine        *Engine
	authorised    Authorise
	webhookSecret string
	timers        map[string]func(tx *Tx, key string)
	outcomes      map[string][]string // by operation
	calls         calls
}

// AddSystem adds a system. Its name is the first part of its paths and the end of its call-back address; call-backs of
// a system without webhookSecret are not signed.
func (e *Engine) AddSystem(name, webhookSecret string, authorised Authorise) *System {
	s := &System{
		Name: name, engine: e, authorised: authorised, webhookSecret: webhookSecret,
		timers:   map[string]func(*Tx, string){},
		outcomes: map[string][]string{},
	}
	if s.CallsBack() {
		s.outcomes[OperationCallback] = []string{OutcomeLost, OutcomeDoubled, OutcomeLate}
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

// CallsBack tells whether the system sends call-backs.
func (s *System) CallsBack() bool { return s.webhookSecret != "" }

// OnTimer sets the handler of due timers of this kind.
func (s *System) OnTimer(kind string, handler func(tx *Tx, key string)) { s.timers[kind] = handler }

// After sets a timer of this system.
func (s *System) After(tx *Tx, d time.Duration, kind, key string) { tx.After(d, s.Name, kind, key) }
