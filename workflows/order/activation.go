package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// activation switches the line on, at the customer's request if a card is posted.
type activation struct {
	*orderRun
	asked *contract.ActivationRequest
}

func (a *activation) isAsked() bool { return a.asked != nil }

// awaitActivation waits for the customer, reminds once, and then escalates to support.
func (a *activation) awaitActivation(ctx workflow.Context) error {
	wait := process.Wait{For: "the customer activates the SIM", Limit: a.settings.ActivationTTL, Then: "the customer is reminded"}
	asked, err := a.Await(ctx, wait, a.isAsked)
	if err != nil || asked {
		return err
	}
	if err := a.remind(ctx, "activation-reminder"); err != nil {
		return err
	}
	return a.RunOrEscalate(ctx, contract.WorkAwaitActivation, func(ctx workflow.Context) error {
		wait := process.Wait{For: "the reminded customer activates the SIM", Limit: a.settings.ActivationTTL, Then: "held for support"}
		asked, err := a.Await(ctx, wait, a.isAsked)
		if err == nil && !asked {
			err = process.Refuse(contract.FailActivationOverdue)
		}
		return err
	})
}

// activate takes the customer's request and answers when the line is active, or when it cannot be switched on now.
func (a *activation) activate(ctx workflow.Context, in contract.ActivationRequest) (contract.Order, error) {
	if err := a.CallLocal(ctx, "Compare the SIM card", nil, orders.CheckCard, a.State, in); err != nil {
		return contract.Order{}, err
	}
	a.asked = &in
	wait := process.Wait{For: "the line is switched on", Owner: "the order: it succeeds or is held"}
	if _, err := a.Await(ctx, wait, func() bool { return a.State.Stage != contract.StageDelivered }); err != nil {
		return contract.Order{}, err
	}
	if a.State.Stage != contract.StageActive {
		return contract.Order{}, process.Refuse(contract.FailActivation)
	}
	return a.State, nil
}

func (a *activation) switchOn(ctx workflow.Context) error {
	return a.RunOrEscalate(ctx, contract.WorkActivate, func(ctx workflow.Context) error {
		return a.Do(process.WithGatewayPolicy(ctx, "Switch the line on"), nil, network.ActivateLine, lineOrder(a.State))
	})
}

// switchOff also works when it is unknown whether the line was switched on.
func (a *activation) switchOff(ctx workflow.Context) error {
	return a.Do(process.WithGatewayPolicy(ctx, "Switch the line off"), nil, network.DeactivateLine, lineOrder(a.State))
}

// lineOrder describes the order's line for the network.
func lineOrder(o contract.Order) contract.LineOrder {
	return contract.LineOrder{Key: o.ID, MSISDN: order.MSISDN(o), ICCID: order.ICCID(o), PlanID: order.PlanID(o)}
}
