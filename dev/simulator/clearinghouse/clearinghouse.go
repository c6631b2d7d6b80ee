// Package clearinghouse simulates the central system for number portability: checks, ports that the old operator
// answers automatically, and the commands of the cut-over; and other operators that ask for the product's numbers.
package clearinghouse

import (
	"net/http"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "portability"

// Operations that can be scripted.
const (
	OperationCheck    = "check"
	OperationSubmit   = "submit"
	OperationStatus   = "status"
	OperationWithdraw = "withdraw"
	OperationSchedule = "schedule"
	OperationRelease  = "release"
	OperationRouting  = "routing"
	OperationRollback = "rollback"
)

// PaceAnswer is the knob for the answer time of the old operator; 0 = answer by hand only.
const PaceAnswer = "donorAnswersAfterMs"

const timerAnswer = "donor-answer"

// System is the simulated clearing house.
type System struct{ *engine.System }

// New adds the clearing house to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, apiKey, webhookSecret string) *System {
	s := &System{e.AddSystem(Name, webhookSecret, engine.HeaderKey("X-Operator-Key", apiKey))}
	s.Defaults.Pace = map[string]int{PaceAnswer: 5_000, PaceAnswerLimit: 120_000, PaceCutOver: 180_000, PaceServed: 5_000}
	s.Panel = s.panel()
	s.OnTimer(timerAnswer, s.answerItself)
	s.route(mux)
	s.routePortOuts(mux)
	s.routeReturns(mux)
	return s
}

func (s *System) route(mux *http.ServeMux) {
	const path = "/portability/v1/ports/{portId}"
	mux.Handle("POST /portability/v1/checks", s.ServeOperation(engine.Operation{
		Name: OperationCheck, Outcomes: checkOutcomes(), Handle: check, Magic: fromChecked,
	}))
	mux.Handle("PUT "+path, s.ServeOperation(engine.Operation{
		Name: OperationSubmit, Effect: true, Outcomes: submitOutcomes(), Handle: s.submit, Magic: fromSubmitted,
	}))
	mux.Handle("GET "+path, s.ServeOperation(engine.Operation{Name: OperationStatus, Handle: status}))
	mux.Handle("POST "+path+"/withdrawal", s.ServeOperation(engine.Operation{Name: OperationWithdraw, Effect: true, Handle: s.withdraw}))
	mux.Handle("POST "+path+"/schedule", s.ServeOperation(engine.Operation{Name: OperationSchedule, Effect: true, Handle: s.schedule}))
	mux.Handle("POST "+path+"/release", s.ServeOperation(engine.Operation{
		Name: OperationRelease, Effect: true, Outcomes: []string{outcomeFails}, Handle: s.release, Magic: fromReleased,
	}))
	mux.Handle("POST "+path+"/routing", s.ServeOperation(engine.Operation{
		Name: OperationRouting, Effect: true, Outcomes: []string{outcomeFails}, Handle: s.broadcast, Magic: fromRouted,
	}))
	mux.Handle("POST "+path+"/rollback", s.ServeOperation(engine.Operation{Name: OperationRollback, Effect: true, Handle: s.rollBack}))
}
