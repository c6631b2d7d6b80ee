package process

import (
	"errors"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Desk records that a process needs support, unless it is behind (Process.Hold), and the decision of support.
type Desk interface {
	Hold(ctx workflow.Context, work contract.Work, code contract.Code) error
	Resume(ctx workflow.Context, decision contract.Resolution) error
}

// RunOrEscalate repeats a piece of work until it succeeds. When it cannot succeed by itself, the process is held, not lost:
// support retries it, corrects data, skips it or cancels the process. Work that failed while the process was behind the saved
// state runs again with that state, because a partner may have refused work that is already done.
func (p *Process[S]) RunOrEscalate(ctx workflow.Context, work contract.Work, do func(workflow.Context) error) error {
	for {
		err := do(WithTaker(ctx))
		if CodeOf(err) != contract.FailUnavailable {
			p.away = 0
		}
		if err == nil || IsEnding(err) || temporal.IsCanceledError(err) {
			return err
		}
		action, err := p.escalate(ctx, work, CodeOf(err), never)
		if errors.Is(err, errBehind) {
			continue
		}
		p.amended = action == contract.ResolveAmend
		switch {
		case err != nil:
			return err
		case action == contract.ResolveSkip:
			return nil
		case action == contract.ResolveCancel:
			return Ending(contract.EndedBySupport)
		}
	}
}

// Escalate holds the process until support has decided. Other work that fails meanwhile waits its turn.
func (p *Process[S]) Escalate(ctx workflow.Context, work contract.Work, code contract.Code) (action string, err error) {
	return p.EscalateUntil(ctx, work, code, never)
}

// EscalateUntil is Escalate for a hold that also ends by itself, once settled is true: then the action is empty.
func (p *Process[S]) EscalateUntil(ctx workflow.Context, work contract.Work, code contract.Code, settled func() bool) (action string, err error) {
	for {
		if action, err = p.escalate(ctx, work, code, settled); !errors.Is(err, errBehind) {
			return action, err
		}
	}
}

func never() bool { return false }

// escalate is EscalateUntil; it returns errBehind when a later state was saved.
func (p *Process[S]) escalate(ctx workflow.Context, work contract.Work, code contract.Code, settled func() bool) (action string, err error) {
	if err := p.interventions.Lock(ctx); err != nil {
		return "", err
	}
	defer p.interventions.Unlock()
	if err := p.desk.Hold(withDesk(ctx), work, code); err != nil {
		return "", err
	}
	decision, waitErr := p.awaitDecision(ctx, code, settled)
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	err = errors.Join(waitErr, p.desk.Resume(withDesk(ctx), decision))
	return decision.Action, errors.Join(err, p.Flush(ctx)) // the next step may take long
}

// awaitDecision waits for support. Work that failed only because of our database is also retried by itself.
func (p *Process[S]) awaitDecision(ctx workflow.Context, code contract.Code, settled func() bool) (decision contract.Resolution, err error) {
	p.decision = nil
	decided := func() bool { return p.decision != nil || settled() }
	wait := Wait{For: "support decides", Owner: "support; NeedsAttention and DueAt are set"}
	if code == contract.FailUnavailable {
		wait = Wait{For: "support decides, or the database answers", Limit: PauseBefore(p.away), Then: "the work is tried again; NeedsAttention is set"}
		p.away++
		decision.Action = contract.ResolveRetry
	}
	if _, err := p.Await(ctx, wait, decided); err != nil {
		return contract.Resolution{}, err
	}
	if p.decision != nil {
		decision = *p.decision
	}
	return decision, nil
}

// TakeAmended reports, once, that support corrected data since the last try.
func (p *Process[S]) TakeAmended() bool {
	amended := p.amended
	p.amended = false
	return amended
}

// Decide records support's decision; it returns false if one is already recorded.
func (p *Process[S]) Decide(decision contract.Resolution) bool {
	if p.decision != nil {
		return false
	}
	p.decision = &decision
	return true
}

// Compensation undoes one piece of work. It is registered before the work starts and does nothing if the work had no effect.
type Compensation struct {
	Work contract.Work
	Undo func(workflow.Context) error
}

// CompensateWith registers the compensation of work that is about to start.
func (p *Process[S]) CompensateWith(c ...Compensation) {
	p.compensations = append(p.compensations, c...)
}

// Compensations returns the registered compensations, newest first.
func (p *Process[S]) Compensations() []Compensation {
	newest := make([]Compensation, 0, len(p.compensations))
	for i := len(p.compensations) - 1; i >= 0; i-- {
		newest = append(newest, p.compensations[i])
	}
	return newest
}

// Compensate runs all compensations, newest first. A failed compensation is held for support.
func (p *Process[S]) Compensate(ctx workflow.Context) error {
	for _, c := range p.Compensations() {
		if err := p.RunOrEscalate(ctx, c.Work, c.Undo); err != nil {
			return err
		}
	}
	return nil
}
