package portin

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// maxSwitches is how often a cut-over is tried before a person must act.
const maxSwitches = 2

// moveNumber waits for a window and switches the number over. A failed switch is rolled back, so that the old SIM keeps
// working, and tried again in another window.
func (p *portRun) moveNumber(ctx workflow.Context) error {
	if p.State.Status != contract.PortCutOver { // a switch that stopped half-way is finished at once
		if err := p.awaitWindow(ctx); err != nil {
			return err
		}
	}
	for {
		err := p.cutOver(ctx)
		if err == nil {
			return nil
		}
		if rollBackErr := p.rollBack(ctx); rollBackErr != nil {
			return rollBackErr
		}
		if p.failures++; p.failures == maxSwitches {
			return process.Refuse(contract.FailCutOver)
		}
		if err := p.awaitNextWindow(ctx); err != nil {
			return err
		}
	}
}

// awaitWindow tells the customer the time of the switch, tells them again shortly before it, and ends within a window.
func (p *portRun) awaitWindow(ctx workflow.Context) error {
	return p.awaitWindowAfter(ctx, workflow.Now(ctx).Add(p.in.Settings.Notice))
}

// awaitNextWindow skips the present window, because the switch would fail there again.
func (p *portRun) awaitNextWindow(ctx workflow.Context) error {
	notBefore := workflow.Now(ctx)
	times, err := p.plan(ctx, notBefore)
	if err != nil {
		return err
	}
	if times.CutOverAt.Equal(notBefore) { // still open
		notBefore = times.CutOverEnd
	}
	p.State.Window = contract.WindowEarliest
	return p.awaitWindowAfter(ctx, notBefore)
}

func (p *portRun) awaitWindowAfter(ctx workflow.Context, notBefore time.Time) error {
	p.notBefore = notBefore
	for {
		p.rescheduled = false
		times, err := p.plan(ctx, p.notBefore)
		if err != nil {
			return err
		}
		if err := p.schedule(ctx, times); err != nil {
			return err
		}
		now := workflow.Now(ctx)
		if !p.rescheduled && now.Before(times.CutOverEnd) {
			return nil
		}
		p.notBefore = p.noticeAfter(now) // another window was chosen, or no worker ran while this one was open
	}
}

// noticeAfter leaves time to tell the customer, and skips a window in which a switch failed.
func (p *portRun) noticeAfter(now time.Time) time.Time {
	earliest := now.Add(p.in.Settings.Notice)
	if earliest.Before(p.notBefore) {
		return p.notBefore
	}
	return earliest
}

func (p *portRun) schedule(ctx workflow.Context, times contract.PortTimes) error {
	p.State.Status, p.State.CutOverAt, p.State.ExpectedAt = contract.PortScheduled, times.CutOverAt, times.CutOverAt
	p.notifyOrder(ctx)
	if err := p.sleepUntil(ctx, times.CutOverAt.Add(-p.in.Settings.Notice)); err != nil {
		return err
	}
	if p.rescheduled {
		return nil
	}
	p.notify(ctx, contract.PortProgress{Port: p.State, Soon: true})
	if err := p.sleepUntil(ctx, times.CutOverAt); err != nil {
		return err
	}
	// A choice that is still on its way to the clearing house counts.
	done, err := p.TakeTurn(ctx)
	if err != nil {
		return err
	}
	done()
	return nil
}

// sleepUntil ends at once when the customer chooses another window.
func (p *portRun) sleepUntil(ctx workflow.Context, at time.Time) error {
	wait := process.Wait{For: "the window for the switch, and a moment before it", Limit: at.Sub(workflow.Now(ctx)), Then: "the customer is told; the number is switched"}
	if wait.Limit <= 0 || p.rescheduled {
		return ctx.Err()
	}
	_, err := p.Await(ctx, wait, func() bool { return p.rescheduled })
	return err
}

// cutOver takes the number from the donor, switches it on in our network and tells all networks. Cancellation does not stop it
// half-way, because the customer would be without service.
func (p *portRun) cutOver(ctx workflow.Context) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	p.State.Status, p.State.ExpectedAt = contract.PortCutOver, workflow.Now(ctx).Add(p.in.Settings.CutOverFor)
	p.State.Switches++
	p.notifyOrder(ctx)
	err := process.DoPromptly(process.WithSwitchPolicy(ctx, "Take the number from the old operator"), nil, portability.ReleaseFromDonor, p.id())
	if process.CodeOf(err) == contract.FailPortWithdrawn {
		p.State.Status = contract.PortWithdrawn
		p.notifyOrder(ctx)
		return nil
	}
	if err != nil {
		return err
	}
	if err := process.DoPromptly(process.WithSwitchPolicy(ctx, "Switch the number on"), nil, network.ActivateLine, p.line()); err != nil {
		return err
	}
	err = process.DoPromptly(process.WithSwitchPolicy(ctx, "Inform all networks"), nil, portability.BroadcastRouting, p.id())
	if err != nil {
		return err
	}
	p.State.Status = contract.PortCompleted
	p.notifyOrder(ctx)
	return nil
}

// rollBack gives the number back to the donor, also when it is unknown how far the switch came.
func (p *portRun) rollBack(ctx workflow.Context) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	err := process.DoPromptly(process.WithGatewayPolicy(ctx, "Switch the number off"), nil, network.DeactivateLine, p.line())
	if err != nil {
		return err
	}
	err = process.DoPromptly(process.WithGatewayPolicy(ctx, "Return the number to the old operator"), nil, portability.RollBackPort, p.id())
	if err != nil {
		return err
	}
	p.State.Status = contract.PortRolledBack
	p.notifyOrder(ctx)
	return nil
}

func (p *portRun) id() string { return contract.PortID(p.in.OrderID, p.State.Tries) }

// line gives each switch of the order its own key, also after a retry by support: the network must not take it for a repeat of
// an earlier switch.
func (p *portRun) line() contract.LineOrder {
	return contract.LineOrder{
		Key: fmt.Sprintf("%s-%d", p.id(), p.State.Switches), MSISDN: p.State.MSISDN, ICCID: p.iccid, PlanID: p.in.PlanID,
	}
}
