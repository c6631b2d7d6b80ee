package subscription

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// receiveSwitches registers the updates of an immediate switch: the one that opens its purchase, and the one that the purchase
// then sends.
func (s *subscriptionRun) receiveSwitches(ctx workflow.Context) error {
	anyPurchase := func(contract.PurchaseInput) error { return nil }
	if err := process.RegisterUpdate(s.Process, ctx, contract.UpdateBeginSwitch, anyPurchase, s.beginSwitch); err != nil {
		return err
	}
	anything := func(contract.SwitchOrder) error { return nil }
	return process.RegisterUpdateAlways(ctx, contract.UpdateSwitchNow, anything, s.switchNow)
}

// beginSwitch opens the purchase of an immediate switch and answers once it is written. Then it starts the purchase's
// workflow. If the start fails, the note that was written with the purchase starts it later.
func (s *subscriptionRun) beginSwitch(ctx workflow.Context, in contract.PurchaseInput) (opened contract.Purchase, err error) {
	opening := contract.PurchaseOpening{At: process.At(ctx), Ahead: true}
	err = s.CallLocal(ctx, "Open the purchase of a switch", &opened, bought.OpenPurchase, in.Purchase, opening)
	if err != nil && !process.SavedAhead(err, &opened) {
		return opened, err
	}
	if opened.Seq == 1 { // it has not been started yet
		s.Go(func(ctx workflow.Context) {
			_ = process.DoPromptly(process.WithOneTryPolicy(ctx, "Start the purchase of a switch"), nil, starts.StartPurchase, opened)
		})
	}
	return opened, nil
}

// switchNow puts another plan into force at once. Switches run one after the other, and never while the network is being told
// or the line is being ended. It answers when the new plan is in force, or refused.
func (s *subscriptionRun) switchNow(ctx workflow.Context, in contract.SwitchOrder) (contract.PlanSubscription, error) {
	wait := process.Wait{
		For:   "the previous switch, the network's answer, or the end of the line",
		Owner: "each of them: the first two take minutes, the network is tried for an hour",
	}
	if _, err := s.Await(ctx, wait, func() bool { return !s.switching && !s.telling && !s.releasing }); err != nil {
		return s.State, err
	}
	s.switching = true
	defer func() { s.switching = false }()
	err := s.switchPlan(ctx, in)
	return s.State, err
}

// switchPlan tells the network first, because the network can be told again; our books come last, in one transaction. If the
// books refuse, or the network's outcome is unknown, the network is told the old plan again.
func (s *subscriptionRun) switchPlan(ctx workflow.Context, in contract.SwitchOrder) error {
	in.At = process.At(ctx)
	var check contract.SwitchCheck
	if err := s.CallLocal(ctx, "Check whether the plan may be switched", &check, plans.CheckSwitch, s.State, in); err != nil || check.Done {
		return err
	}
	wanted := contract.NetworkService{PlanID: in.Switch.PlanID, Level: contract.ServiceFull}
	if err := s.tell(ctx, "switch:"+in.PurchaseID, wanted); err != nil {
		return s.refuseSwitch(ctx, wanted, err)
	}
	in.At = process.At(ctx)
	err := s.Apply(ctx, "Switch the plan", plans.SwitchNow, in)
	if err != nil {
		if err := s.recordAhead(ctx, wanted); err != nil {
			return err
		}
	}
	return err
}

// refuseSwitch ends a switch that the network refused. Without an answer, the network may have made the switch.
func (s *subscriptionRun) refuseSwitch(ctx workflow.Context, wanted contract.NetworkService, err error) error {
	if process.CodeOf(err) != contract.FailNetworkRefused {
		if err := s.recordAhead(ctx, wanted); err != nil {
			return err
		}
	}
	return process.Refuse(contract.FailSwitchFailed)
}

// recordAhead records that the network has a plan that is not in force. The network is told the right one until it agrees.
func (s *subscriptionRun) recordAhead(ctx workflow.Context, wanted contract.NetworkService) error {
	return s.Apply(ctx, "Record the other plan in the network", plans.RecordService, contract.ServiceSet{At: process.At(ctx), Service: wanted})
}

// awaitSwitch waits while a switch is under way: the due steps of the old plan come after it.
func (s *subscriptionRun) awaitSwitch(ctx workflow.Context) error {
	wait := process.Wait{For: "the running switch", Owner: "the switch: it takes minutes at most"}
	_, err := s.Await(ctx, wait, func() bool { return !s.switching })
	return err
}
