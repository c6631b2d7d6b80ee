package spending

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	creditlimitstore "selfcare/internal/store/creditlimit"
	storeerrors "selfcare/internal/store/errors"
)

// Changes does what customers ask for.
type Changes struct{ Store *store.Store }

// Request says who asks, and on which line.
type Request struct {
	ID     string // of the request: it counts once
	LineID string
	UserID string
	Trace  contract.Trace
	Now    time.Time
}

// Standing is a line of a type with its limits, to be shown. A line without a plan process has its credit limit all the same.
func (d Changes) Standing(ctx context.Context, lineID, kind string, now time.Time) (s Standing, err error) {
	plan, err := d.Store.PlanSubscriptions.Get(ctx, lineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		plan, err = contract.PlanSubscription{LineID: lineID, Type: kind}, nil
	}
	if err != nil {
		return s, err
	}
	return Look(ctx, d.Store.Tx, plan, now)
}

// ChangeCredit changes the credit limit of a postpaid line. seen is the limit that its customer saw; zero where they did not say.
func (d Changes) ChangeCredit(ctx context.Context, in Request, amount, seen contract.Halalas) error {
	return d.Store.InTx(ctx, func(q *store.Tx) error {
		plan, err := q.PlanSubscriptions.GetLocked(ctx, in.LineID)
		if err != nil {
			return unfollowed(err)
		}
		if made, err := q.Limits.IsMade(ctx, in.ID); err != nil || made {
			return err
		}
		change, err := in.change(ctx, q, plan, amount, seen)
		if err != nil {
			return err
		}
		if err := q.Limits.Change(ctx, change); err != nil {
			return err
		}
		if err := in.recordChange(ctx, q, change); err != nil {
			return err
		}
		return follow(ctx, q, plan, in.Now)
	})
}

// change is what is to be written, unless it is refused.
func (in Request) change(ctx context.Context, q *store.Tx, plan contract.PlanSubscription, amount, seen contract.Halalas) (c creditlimitstore.Change, err error) {
	if plan.Type == subscription.Prepaid {
		return c, contract.Refuse(contract.FailForbidden)
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return c, err
	}
	s, err := Look(ctx, q, plan, in.Now)
	if err != nil {
		return c, err
	}
	rules := settings.Spending.Rules()
	before := rules.Limit(s.Account)
	if seen != 0 && seen != before {
		return c, contract.Refuse(contract.FailCreditChanged)
	}
	if err := rules.Validate(s.Account, amount, in.Now); err != nil {
		return c, err
	}
	c = creditlimitstore.Change{ID: in.ID, LineID: in.LineID, UserID: in.UserID, Before: before, Amount: amount, Used: s.Account.Used, At: in.Now}
	c.Lowest, c.Highest = rules.Bounds(s.Account, in.Now)
	return c, nil
}

// recordChange logs the change and tells the holders of the line on every channel, because another person may have made it.
func (in Request) recordChange(ctx context.Context, q *store.Tx, c creditlimitstore.Change) error {
	err := in.note(ctx, q, messageCreditChanged, map[string]string{"before": money.Riyals(c.Before), "amount": money.Riyals(c.Amount)})
	if err != nil {
		return err
	}
	return told{q, in.LineID, messageCreditChanged + ":" + in.ID, messageCreditChanged, in.Now}.queue(ctx, map[string]string{
		"before": money.Riyals(c.Before), "amount": money.Riyals(c.Amount),
	})
}

func (in Request) note(ctx context.Context, q *store.Tx, action string, details map[string]string) error {
	details["id"], details["traceId"], details["client"] = in.LineID, in.Trace.ID, in.Trace.Client
	return q.Audit.Write(ctx, audit.Record{
		Area: audit.Account, Key: action + ":" + in.ID, Actor: in.UserID, Action: action, Details: details,
	})
}

// unfollowed refuses a line without a plan process.
func unfollowed(err error) error {
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Refuse(contract.FailSubscriptionUnknown)
	}
	return err
}

// Actions of the audit log.
const (
	actionCapSet     = "spend-cap-set"
	actionCapRemoved = "spend-cap-removed"
	actionCapLifted  = "spend-cap-lifted"
)

// SetCap sets a cap on a line; none where the amount is zero.
func (d Changes) SetCap(ctx context.Context, in Request, kind creditlimit.Kind, amount contract.Halalas) error {
	return d.cap(ctx, in, kind, func(q *store.Tx, s Standing) error {
		if amount == 0 {
			if _, set := s.Of(kind); !set {
				return contract.Refuse(contract.FailSpendCapNone)
			}
			if err := q.Limits.Remove(ctx, in.LineID, kind); err != nil {
				return err
			}
			return in.note(ctx, q, actionCapRemoved, map[string]string{"kind": string(kind)})
		}
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		if err := creditlimit.ValidateCap(amount, settings.Spending.CapMin, settings.Spending.CapMax); err != nil {
			return err
		}
		if err := q.Limits.Set(ctx, creditlimitstore.Row{LineID: in.LineID, Kind: kind, Amount: amount, UserID: in.UserID}, in.Now); err != nil {
			return err
		}
		return in.note(ctx, q, actionCapSet, map[string]string{"kind": string(kind), "amount": money.Riyals(amount)})
	})
}

// LiftCap has a cap that was reached stop nothing until the next cycle.
func (d Changes) LiftCap(ctx context.Context, in Request, kind creditlimit.Kind) error {
	return d.cap(ctx, in, kind, func(q *store.Tx, s Standing) error {
		l, set := s.Of(kind)
		switch {
		case !set:
			return contract.Refuse(contract.FailSpendCapNone)
		case l.Lifted:
			return nil
		case !l.Reached():
			return contract.Refuse(contract.FailSpendCapOpen)
		}
		if err := q.Limits.Lift(ctx, in.LineID, kind, s.Plan.Cycle); err != nil {
			return err
		}
		return in.note(ctx, q, actionCapLifted, map[string]string{"kind": string(kind), "amount": money.Riyals(l.Amount)})
	})
}

// cap changes a cap of a line, unless another account has set it, because that account pays.
func (d Changes) cap(ctx context.Context, in Request, kind creditlimit.Kind, do func(*store.Tx, Standing) error) error {
	return d.Store.InTx(ctx, func(q *store.Tx) error {
		plan, err := q.PlanSubscriptions.GetLocked(ctx, in.LineID)
		if err != nil {
			return unfollowed(err)
		}
		s, err := Look(ctx, q, plan, in.Now)
		if err != nil {
			return err
		}
		if by := s.SetBy(kind); by != "" && by != in.UserID {
			return contract.Refuse(contract.FailSpendCapOthers)
		}
		if err := do(q, s); err != nil {
			return err
		}
		return follow(ctx, q, plan, in.Now)
	})
}
