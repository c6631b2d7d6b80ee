package order

import (
	"slices"

	"selfcare/internal/contract"
)

// WithRequestedPort sets the number that the customer ports in. The price must be confirmed again.
func WithRequestedPort(o contract.Order, p contract.Port, vatPercent int) contract.Order {
	o.Port = &p
	return Priced(o, vatPercent)
}

// WithPort sets the state of the port; a held order will resume from the stage that the number has reached.
func WithPort(o contract.Order, p contract.Port) contract.Order {
	o.Port = &p
	if o.Stage == contract.StageHeld && o.Held != nil {
		held := *o.Held
		held.From = stageAfterPort(held.From, p.Status)
		o.Held = &held
		return o
	}
	o.Stage = stageAfterPort(o.Stage, p.Status)
	return o
}

// PortTrouble returns why a port fails, for the customer; empty without trouble.
func PortTrouble(o contract.Order) contract.Code {
	switch {
	case o.Port == nil:
		return ""
	case o.Port.Rejection == "" && (o.Port.Status == contract.PortWithdrawn || o.Port.Status == contract.PortFailed):
		return contract.FailPortWithdrawn
	default:
		return o.Port.Rejection
	}
}

// stageAfterPort moves the stage with the port. Once the cut-over has begun, the customer cannot cancel, unless it is rolled
// back.
func stageAfterPort(stage contract.Stage, status contract.PortStatus) contract.Stage {
	paid := slices.Index(forward, stage) >= slices.Index(forward, contract.StagePlaced)
	switch {
	case status == contract.PortCutOver && paid && stage != contract.StageActive:
		return contract.StagePorting
	case status != contract.PortCutOver && status != contract.PortCompleted && stage == contract.StagePorting:
		return contract.StageDelivered
	default:
		return stage
	}
}
