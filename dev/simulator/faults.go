package simulator

import (
	"errors"
	"net/http"

	"selfcare/dev/simulator/engine"
)

var errUnknownSystem = errors.New("system is payment, identity, registry, courier, messages, network or portability")

// routeFaults adds what spoils a system: standing knobs, and scenarios for the next calls.
func (s *Simulator) routeFaults(mux *http.ServeMux) {
	mux.HandleFunc("POST /control/{system}/knobs", s.command(s.setKnobs))
	mux.HandleFunc("POST /control/{system}/scenarios", s.create(s.addScenario))
	mux.HandleFunc("POST /control/{system}/scenarios/drop", s.command(s.dropScenarios)) // forms cannot say DELETE
	mux.HandleFunc("DELETE /control/{system}/scenarios", s.command(s.dropScenarios))
}

// systemState is one system as the control API shows it.
type systemState struct {
	Knobs     engine.Knobs                `json:"knobs"`
	Scenarios []engine.Scenario           `json:"scenarios"`
	Outcomes  map[string][]string         `json:"outcomes"` // what scenarios may ask for, by operation
	Calls     map[string]engine.CallCount `json:"calls"`    // since the start of the process
}

type state struct {
	Clock   engine.ClockFace       `json:"clock"`
	Systems map[string]systemState `json:"systems"`
}

func (s *Simulator) state(tx *engine.Tx, _ *http.Request) any {
	all := state{Clock: s.engine.Clock.Face(), Systems: map[string]systemState{}}
	for _, system := range s.engine.Systems() {
		all.Systems[system.Name] = stateOf(tx, system)
	}
	return all
}

func stateOf(tx *engine.Tx, system *engine.System) systemState {
	return systemState{system.Knobs(tx), system.Scenarios(tx), system.Outcomes(), system.Calls()}
}

func (s *Simulator) systemOf(r *http.Request) (*engine.System, error) {
	system, known := s.engine.System(r.PathValue("system"))
	if !known {
		return nil, errUnknownSystem
	}
	return system, nil
}

// setKnobs changes the knobs that are named and leaves the others.
func (s *Simulator) setKnobs(r *http.Request, body []byte) error {
	system, err := s.systemOf(r)
	if err != nil {
		return err
	}
	return s.update(func(tx *engine.Tx) error {
		knobs := system.Knobs(tx)
		if err := decode(body, &knobs); err != nil {
			return err
		}
		return system.SetKnobs(tx, knobs)
	})
}

// addScenario answers with the scenario, so that the caller can remove it again.
func (s *Simulator) addScenario(r *http.Request, body []byte) (any, error) {
	var scenario engine.Scenario
	system, err := s.systemOf(r)
	if err == nil {
		err = decode(body, &scenario)
	}
	if err != nil {
		return nil, err
	}
	err = s.update(func(tx *engine.Tx) (err error) {
		scenario, err = system.AddScenario(tx, scenario)
		return err
	})
	return scenario, err
}

func (s *Simulator) dropScenarios(r *http.Request, _ []byte) error {
	system, err := s.systemOf(r)
	if err != nil {
		return err
	}
	return s.update(func(tx *engine.Tx) error {
		system.DropScenarios(tx, r.URL.Query().Get("id"))
		return nil
	})
}
