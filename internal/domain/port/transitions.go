package port

import (
	"time"

	"selfcare/internal/contract"
)

// The transitions of a request for one of our numbers. Each returns the next state; the bool is false if the request is
// already there or over, and nothing is to be written.

// DecidePortOut agrees to a request, or refuses it for a reason.
func DecidePortOut(p contract.PortOut, reason contract.Code, now time.Time) contract.PortOut {
	if reason != "" {
		p.Stage, p.Reason, p.EndedAt = contract.PortOutRejected, reason, now
		return p
	}
	p.Stage = contract.PortOutAgreed
	return p
}

// RefusePortOut refuses a request that could not be checked in time. It overrules an agreement made meanwhile.
func RefusePortOut(p contract.PortOut, reason contract.Code, now time.Time) (contract.PortOut, bool) {
	if !p.EndedAt.IsZero() {
		return p, false
	}
	return DecidePortOut(p, reason, now), true
}

// BeginMove begins the cut-over: from then on an objection is too late.
func BeginMove(p contract.PortOut) (contract.PortOut, bool) {
	if p.Stage == contract.PortOutMoving || !p.EndedAt.IsZero() {
		return p, false
	}
	p.Stage = contract.PortOutMoving
	return p, true
}

// CompleteMove ends a request whose number another operator serves.
func CompleteMove(p contract.PortOut, now time.Time) (contract.PortOut, bool) {
	return EndPortOut(p, contract.PortOutLeft, now)
}

// EndPortOut ends a request in a stage.
func EndPortOut(p contract.PortOut, stage contract.PortOutStage, now time.Time) (contract.PortOut, bool) {
	if !p.EndedAt.IsZero() {
		return p, false
	}
	p.Stage, p.EndedAt = stage, now
	return p, true
}

// HoldPortOut holds a request for support.
func HoldPortOut(p contract.PortOut, in contract.PortOutHeldUp) (contract.PortOut, bool) {
	if p.Held != nil {
		return p, false
	}
	p.Held = &contract.HeldPortOut{FailureCode: in.FailureCode, Work: in.Work, Since: in.Now}
	return p, true
}

// ResumePortOut ends the hold of a request.
func ResumePortOut(p contract.PortOut) (contract.PortOut, bool) {
	if p.Held == nil {
		return p, false
	}
	p.Held = nil
	return p, true
}
