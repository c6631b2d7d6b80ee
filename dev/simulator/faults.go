package simulator

import (
	"net/http"

	"selfcare/dev/simulator/engine"
)

var errUnknownSystem = engine.Unknown("no such system")

// routeFaults adds the faults of a system: standing knobs, and scenarios for the next calls.
func (c *control) routeFaults(mux *http.ServeMux) {
	mux.HandleFunc("POST /control/{system}/knobs", c.command(c.setKnobs))
	mux.HandleFunc("POST /control/{system}/scenarios", c.create(c.addScenario))
	mux.HandleFunc("POST /control/{system}/scenarios/drop", c.command(c.dropScenarios)) // forms cannot send DELETE
	mux.HandleFunc("DELETE /control/{system}/scenarios", c.command(c.dropScenarios))
}

// systemState is one system as the control API shows it.
type systemState struct {
	Knobs     engine.Knobs                `json:"knobs"`
	Scenarios []engine.Scenario           `json:"scenarios"`
	Outcomes  map[string][]string         `json:"outcomes"` // outcomes for scenarios, by operation
	Calls     map[string]engine.CallCount `json:"calls"`    // since the start of the process
}

type state struct {
	Clock   engine.ClockFace       `json:"clock"`
	Systems map[string]systemState `json:"systems"`
}

func (c *control) state(tx *engine.Tx, _ *http.Request) any {
	all := state{Clock: c.engine.Clock.Face(), Systems: map[string]systemState{}}
	for _, system := range c.engine.Systems() {
		all.Systems[system.Name] = stateOf(tx, system)
	}
	return all
}

func stateOf(tx *engine.Tx, system *engine.System) systemState {
	return systemState{system.Knobs(tx), system.Scenarios(tx), system.Outcomes(), system.Calls()}
}

func (c *control) systemOf(r *http.Request) (*engine.System, error) {
	system, known := c.engine.System(r.PathValue("system"))
	if !known {
		return nil, errUnknownSystem
	}
	return system, nil
}

// setKnobs changes the named knobs and leaves the others.
func (c *control) setKnobs(r *http.Request, body []byte) error {
	system, err := c.systemOf(r)
	if err != nil {
		return err
	}
	return c.update(func(tx *engine.Tx) error {
		knobs := system.Knobs(tx)
		if err := engine.Decode(body, &knobs); err != nil {
			return err
		}
		return system.SetKnobs(tx, knobs)
	})
}

// addScenario returns the scenario, so that the caller can remove it again.
func (c *control) addScenario(r *http.Request, body []byte) (any, error) {
	var scenario engine.Scenario
	system, err := c.systemOf(r)
	if err == nil {
		err = engine.Decode(body, &scenario)
	}
	if err != nil {
		return nil, err
	}
	err = c.update(func(tx *engine.Tx) (err error) {
		scenario, err = system.AddScenario(tx, scenario)
		return err
	})
	return scenario, err
}

func (c *control) dropScenarios(r *http.Request, _ []byte) error {
	system, err := c.systemOf(r)
	if err != nil {
		return err
	}
	return c.update(func(tx *engine.Tx) error {
		system.DropScenarios(tx, r.URL.Query().Get("id"))
		return nil
	})
}
