package subscription

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/process"
)

// restAgain is the pause before a network that refused is told again while a line's owner suspends it, or has just restored
// it.
const restAgain = time.Minute

// receiveSuspensions registers the owner's suspension of a line whose phone is lost, and its restoration. The network is told at
// once, even after an earlier refusal.
func (s *subscriptionRun) receiveSuspensions(ctx workflow.Context) error {
	if err := s.registerSuspension(ctx, contract.UpdateSuspendLine, "Suspend the line", plans.RecordSuspension); err != nil {
		return err
	}
	return s.registerSuspension(ctx, contract.UpdateReturnLine, "End the suspension of the line", plans.EndSuspension)
}

func (s *subscriptionRun) registerSuspension(ctx workflow.Context, name, summary string, activity any) error {
	anything := func(contract.SuspensionChoice) error { return nil }
	return process.RegisterUpdate(s.Process, ctx, name, anything, func(ctx workflow.Context, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
		in.At = process.At(ctx)
		err := s.Apply(ctx, summary, activity, in)
		if err == nil && !s.behind.IsZero() {
			s.behind = process.Now(ctx)
		}
		return s.State, err
	})
}

// retryPause is the pause after a refusal of the network. It is short if the owner waits for it or has paid.
func (s *subscriptionRun) retryPause() time.Duration {
	if subscription.IsSuspended(s.State) || s.State.Bills != nil || s.State.Spend != nil || s.State.Service.Level == contract.ServiceNone {
		return restAgain
	}
	return networkAgain
}
