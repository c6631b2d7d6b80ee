package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// extraSIM is a further SIM of a line.
type extraSIM struct{ *orderRun }

func (e extraSIM) describe(ctx workflow.Context, in contract.ExtraSIMRequest) (contract.Order, error) {
	return e.applyStep(ctx, contract.StepPurchaseType, "Reserve a place for the extra SIM", orders.DescribeExtraSIM,
		contract.ExtraSIMDescribed{At: process.At(ctx), Request: in})
}

// claimLine claims the line for this order alone. A draft's claim expires; if another change came first, the order ends.
func (e extraSIM) claimLine(ctx workflow.Context) error {
	until := workflow.Now(ctx).Add(e.settings.ShipmentTTL + e.settings.ActivationTTL)
	err := e.Apply(ctx, "Claim the line", orders.ClaimLine, contract.LineClaimed{At: process.At(ctx), Until: until})
	if err != nil {
		return orLineBusy(err)
	}
	return e.replacement.guardLine(ctx)
}

func (e extraSIM) addToLine(ctx workflow.Context) error {
	return e.RunOrEscalate(ctx, contract.WorkAddExtraSIM, func(ctx workflow.Context) error {
		err := e.Do(process.WithGatewayPolicy(ctx, "Add the SIM in the network"), nil, network.AddSIM, simOrder(e.State))
		if err != nil {
			return err
		}
		return e.ApplyUnlessHeld(ctx, "Record the extra SIM on the line", orders.AddExtraSIM, process.At(ctx))
	})
}

func (e extraSIM) remove(ctx workflow.Context) error {
	err := e.Do(process.WithGatewayPolicy(ctx, "Remove the SIM from the line"), nil, network.RemoveSIM, simOrder(e.State))
	if err != nil {
		return err
	}
	return e.Apply(ctx, "Remove the SIM from the line", orders.RemoveExtraSIM, process.At(ctx))
}
