// Package ending takes lines out of service for good.
package ending

import (
	"context"
	"errors"
	"slices"
	"time"

	"selfcare/activities/internal/bill"
	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	billdomain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/gateway/network"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	endingstore "selfcare/internal/store/ending"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	subscriptionstore "selfcare/internal/store/subscription"
)

// Templates of the messages to the holders of a line that has ended. The last two are for ends by rule, which carry no link.
const (
	messageEnded    = "line-ended"
	messageReleased = "line-released"
	messageUnpaid   = "line-unpaid"
)

func messageOf(cause contract.EndingCause) string {
	switch cause {
	case contract.CauseInactive:
		return messageReleased
	case contract.CauseUnpaid:
		return messageUnpaid
	case contract.CauseDeactivated, contract.CausePortedOut:
	}
	return messageEnded
}

// Activities end lines in our books.
type Activities struct{ store *store.Store }

// New takes the database.
func New(s *store.Store) *Activities { return &Activities{s} }

// Network ends lines in the mobile network.
type Network struct {
	lines   linestore.Lines
	network network.Gateway
}

// NewNetwork takes the lines and the network's port.
func NewNetwork(lines linestore.Lines, n network.Gateway) *Network { return &Network{lines, n} }

// SwitchLineOff takes a line and all its SIMs out of the network. It sets a state, so it may be repeated. If our books say
// that the line has ended it does nothing, because the number may belong to another customer by then.
func (n *Network) SwitchLineOff(ctx context.Context, in contract.LineEnding) error {
	line, err := n.lines.Get(ctx, in.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return failure.Map("find line", err)
	}
	err = n.network.Deactivate(ctx, "end:"+in.ID, line.MSISDN)
	return failure.MapPartner("switch line off", err, contract.FailNetworkRefused)
}

// EndLine writes the end of a line with all its effects in one transaction, and returns the final statement. It is idempotent:
// a repeat by any process returns the same statement.
func (a *Activities) EndLine(ctx context.Context, in contract.LineEndingAt) (s contract.FinalStatement, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		if err := q.PlanSubscriptions.Lock(ctx, in.Ending.LineID); err != nil { // lock the plan before its line and the balance
			return err
		}
		line, inService, err := q.Endings.Lock(ctx, in.Ending.LineID)
		if err != nil {
			return err
		}
		if !inService {
			s, err = endLine(ctx, q, in.Ending.LineID)
			return err
		}
		s, err = end{q, in.Ending, line, in.Now}.writeAll(ctx)
		return err
	})
	return s, failure.Map("end line", err)
}

func endLine(ctx context.Context, q *store.Tx, lineID string) (contract.FinalStatement, error) {
	s, known, err := q.Endings.OfLine(ctx, lineID)
	if err == nil && !known {
		return s, contract.Refuse(contract.FailNumberAbsent)
	}
	return s, err
}

// end is the end of one line, within a transaction.
type end struct {
	q    *store.Tx
	in   contract.LineEnding
	line endingstore.Line
	now  time.Time
}

// writeAll writes every effect. It reads the recipients of messages before they lose the line.
func (e end) writeAll(ctx context.Context) (s contract.FinalStatement, err error) {
	if _, err := e.q.PlanSubscriptions.LockBalance(ctx, e.line.LineID); err != nil { // money on its way is seen; none comes or goes later
		return s, err
	}
	if err := e.validateCause(ctx); err != nil {
		return s, err
	}
	notices, err := e.notices(ctx)
	if err != nil {
		return s, err
	}
	if s, err = e.settle(ctx); err != nil {
		return s, err
	}
	for _, effect := range []func(context.Context) error{
		e.wakePlan,
		func(ctx context.Context) error {
			_, err := e.q.AutoRecharges.End(ctx, e.line.LineID, contract.FailPurchaseLineEnded)
			return err
		},
		func(ctx context.Context) error { return e.q.Endings.EndSIMs(ctx, e.line.LineID, e.now) },
		func(ctx context.Context) error { return e.q.Endings.EndAccounts(ctx, e.line.LineID, e.now) },
		func(ctx context.Context) error { return e.releaseNumber(ctx, s) },
		func(ctx context.Context) error { return e.q.Endings.EndLine(ctx, e.line.LineID, e.now) },
		func(ctx context.Context) error { return e.q.Endings.Release(ctx, e.line.LineID) },
		func(ctx context.Context) error { return e.q.Endings.Write(ctx, e.in, s) },
		func(ctx context.Context) error { return e.q.Outbox.Queue(ctx, addAmounts(notices, s)...) },
	} {
		if err := effect(ctx); err != nil {
			return s, err
		}
	}
	return s, nil
}

// settle closes the books of the line. Cycles that began after its end was requested are waived, the rest of a prepaid
// balance is forfeited, a negative balance is written off, and leaving a commitment early is charged.
func (e end) settle(ctx context.Context) (s contract.FinalStatement, err error) {
	waived, err := e.q.Endings.Waive(ctx, e.line.LineID, e.in.RequestedAt, e.now)
	if err != nil {
		return s, err
	}
	facts, err := e.q.Endings.Facts(ctx, e.line)
	if err != nil {
		return s, err
	}
	settings, err := e.q.Settings.Get(ctx)
	if err != nil {
		return s, err
	}
	s = ending.Statement(e.in, facts, settings.Ending.Rules(), waived, e.now)
	if s.BalanceLost > 0 {
		if err := e.q.Ledger.Post(ctx, ledger.ForfeitPosting(s.LineID, s.BalanceLost)); err != nil {
			return s, err
		}
	}
	if facts.Balance < 0 {
		if err := e.q.Ledger.Post(ctx, ledger.WriteOffPosting(s.LineID, -facts.Balance)); err != nil {
			return s, err
		}
	}
	if err := e.chargeLeaving(ctx, s, settings.VATPercent); err != nil || e.line.Type == subscription.Prepaid {
		return s, err
	}
	_, _, err = bill.Final(ctx, e.q, e.line.LineID, e.now)
	return s, err
}

// validateCause refuses to end a line by a rule that no longer holds. The network may have taken an hour to release the line.
func (e end) validateCause(ctx context.Context) error {
	switch e.in.Cause {
	case contract.CauseUnpaid:
		return e.validateUnpaid(ctx)
	case contract.CauseInactive:
		return e.validateUnused(ctx)
	case contract.CauseDeactivated, contract.CausePortedOut:
	}
	return nil
}

func (e end) validateUnused(ctx context.Context) error {
	plan, err := e.q.PlanSubscriptions.GetLocked(ctx, e.line.LineID)
	if err != nil {
		return err
	}
	if plan.Inactive == nil {
		return subscription.ValidateRelease(plan, time.Time{})
	}
	active, err := e.q.PlanSubscriptions.Active(ctx, e.line.LineID, plan.Inactive.Since)
	if err != nil {
		return err
	}
	return subscription.ValidateRelease(plan, active)
}

func (e end) validateUnpaid(ctx context.Context) error {
	steps, err := e.q.Invoices.Steps(ctx, e.line.LineID)
	if err == nil && !slices.Contains(steps, billdomain.StepEnd) {
		return contract.Refuse(contract.FailInvoicePaid)
	}
	return err
}

func (e end) chargeLeaving(ctx context.Context, s contract.FinalStatement, vatPercent int) error {
	if s.Leaving == 0 || s.Cycle == 0 {
		return nil
	}
	return e.q.PlanSubscriptions.AddCharges(ctx, subscriptionstore.ChargedCycle{
		LineID: s.LineID, Cycle: s.Cycle, PlanID: s.PlanID, PaidBy: subscriptionstore.PaidByInvoice, From: s.From, Until: s.Until, At: e.now,
		Items: []subscription.Charge{ending.LeavingCharge(s.Leaving, vatPercent)},
	})
}

// wakePlan calls the plan, which finds its line gone and ends.
func (e end) wakePlan(ctx context.Context) error {
	plan, err := e.q.PlanSubscriptions.Get(ctx, e.line.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return lines.SavePlan(ctx, e.q, ending.WithoutScheduledSwitch(plan))
}

func (e end) releaseNumber(ctx context.Context, s contract.FinalStatement) error {
	switch {
	case s.Fate == contract.OutcomeQuarantine && number.IsOurs(e.line.MSISDN):
		return e.q.Endings.Quarantine(ctx, e.line.MSISDN, e.line.LineID, s.FreeAt)
	case s.Fate == contract.OutcomeLeft && number.IsOurs(e.line.MSISDN):
		return e.q.Endings.Leave(ctx, e.line.MSISDN, e.line.LineID, s.Operator, e.now)
	}
	if owed, goesBack := ending.ReturnOf(e.in, e.line.MSISDN); goesBack {
		return e.q.NumberReturns.Owe(ctx, owed, e.now)
	}
	return nil // the number of a data SIM was never in our stock
}

// notices are for all who hold the line, on every channel except the number that ends: it can no longer receive messages.
func (e end) notices(ctx context.Context) ([]contract.Notice, error) {
	all, err := lines.HolderNotices(ctx, e.q, e.line.LineID, contract.Notice{
		OrderID: e.in.ID, Key: messageEnded, Template: messageOf(e.in.Cause), Language: e.in.Language,
		Params: map[string]string{"msisdn": e.line.MSISDN, "link": e.in.Link},
	})
	var reached []contract.Notice
	for _, notice := range all {
		if notice.Mobile != e.line.MSISDN {
			reached = append(reached, notice)
		}
	}
	return reached, err
}

// addAmounts puts the final amounts into each notice.
func addAmounts(notices []contract.Notice, s contract.FinalStatement) []contract.Notice {
	for i := range notices {
		notices[i].Params["owed"], notices[i].Params["lost"] = money.Riyals(s.Owed()), money.Riyals(s.BalanceLost)
	}
	return notices
}
