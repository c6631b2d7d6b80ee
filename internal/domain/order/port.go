package order

import (
	"slices"

	"selfcare/internal/contract"
)

// WithRequestedPort takes the number the customer brings along. The price must be confirmed again.
func WithRequestedPort(o contract.Order, p contract.Port, vatPercent int) contract.Order {
	o.Port = &p
	return Priced(o, vatPercent)
}

// WithPort takes what became of the port; a held order goes on from where the number is by then.
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

// PortTrouble is why a number brought along does not come, for the customer to read; empty where there is nothing to say.
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

// stageAfterPort: once the switch has begun there is no way back for the customer, unless it is rolled back.
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
