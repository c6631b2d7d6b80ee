package workflows

import (
	"errors"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// see does a piece of work until it succeeds. When it cannot go on, the order is held, not lost: support retries it,
// corrects it, skips it, or calls the order off.
func (o *orderRun) see(ctx workflow.Context, work contract.Work, do func(workflow.Context) error) error {
	for {
		err := do(ctx)
		if err == nil || isEnding(err) || temporal.IsCanceledError(err) {
			return err
		}
		action, err := o.holdAndAsk(ctx, work, failureCode(err))
		o.amended = action == contract.ResolveAmend
		switch {
		case err != nil:
			return err
		case action == contract.ResolveSkip:
			return nil
		case action == contract.ResolveCancel:
			return ending(contract.EndedBySupport)
		}
	}
}

// holdAndAsk parks the order until somebody decides. One work is held at a time; another that fails meanwhile waits its turn.
func (o *orderRun) holdAndAsk(ctx workflow.Context, work contract.Work, code contract.Code) (string, error) {
	if err := o.holds.Lock(ctx); err != nil {
		return "", err
	}
	defer o.holds.Unlock()
	held := contract.OrderHeld{At: o.at(ctx), FailureCode: code, Work: work, CanSkip: order.CanSkip(work)}
	if err := o.advance(ctx, "Hold the order", orders.HoldOrder, held); err != nil {
		return "", err
	}
	o.tellCustomer(ctx, "order-held")
	o.decision = nil
	waitErr := workflow.Await(ctx, func() bool { return o.decision != nil })
	decision := contract.Resolution{}
	if waitErr == nil {
		decision = *o.decision
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	err := o.advance(ctx, "Resume the order", orders.ResumeOrder, contract.OrderResumed{At: o.at(ctx), Resolution: decision})
	return decision.Action, errors.Join(waitErr, err)
}

func (o *orderRun) mayResolve(in contract.Resolution) error {
	return refusal(order.MayResolve(o.state, in))
}

// resolve takes support's decision and answers when the order has moved on from it. An order that an operator cancelled
// is undone in a disconnected context, so its decisions are too.
func (o *orderRun) resolve(ctx workflow.Context, in contract.Resolution) (contract.Order, error) {
	if err := o.mayResolve(in); err != nil || o.decision != nil {
		return contract.Order{}, refusal(contract.Refuse(contract.FailNotHeld))
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	since := o.state.Held.Since
	o.decision = &in
	err := workflow.Await(ctx, func() bool { return o.state.Held == nil || o.state.Held.Since != since })
	return o.state, err
}

func isEnding(err error) bool {
	var planned *ended
	return errors.As(err, &planned)
}
