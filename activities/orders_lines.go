package activities

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// RequestReplacement takes the line whose SIM is to be replaced, if it is its owner who asks and nothing else changes it.
// A draft's claim on the line ends by itself.
func (a *Orders) RequestReplacement(ctx context.Context, o contract.Order, in contract.ReplacementRequested) (contract.Order, error) {
	told := func(q *store.Tx, next contract.Order) ([]contract.Notice, error) {
		return toHoldersOf(ctx, q, next, "replacement-requested", in.Request.DisputeURL)
	}
	return a.changeTelling(ctx, "request replacement", change{before: o, now: in.Now, told: told}, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		if err := line.MayReplace(o.Kind, in.Request); err != nil {
			return o, nil, err
		}
		if err := q.Lines.Release(ctx, o.ID); err != nil { // another line may have been asked for before
			return o, nil, err
		}
		found, err := changeable(ctx, q, in.Request.LineID, claimOf(o, in.Until, in.Until), in.Now)
		if err != nil {
			return o, nil, err
		}
		if err := mayOrder(ctx, q, found.Person, in.Request.IDNumber); err != nil {
			return o, nil, err
		}
		o = order.WithLine(o, subject(found), found.Person)
		replacement := contract.Replacement{Reason: in.Request.Reason, Fee: settings.ReplacementFee}
		return order.WithReplacement(o, replacement, in.Request.Device, settings.VATPercent), happened("replacement.requested"), nil
	})
}

// DescribeExtraSIM takes the line that gets a further SIM and keeps a place for it.
func (a *Orders) DescribeExtraSIM(ctx context.Context, o contract.Order, in contract.ExtraSIMDescribed) (contract.Order, error) {
	return a.change(ctx, "describe extra sim", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		if err := line.MayAddSIM(o.SIMType, in.Request); err != nil {
			return o, nil, err
		}
		found, err := unclaimed(ctx, q, in.Request.LineID, in.Now)
		if err != nil {
			return o, nil, err
		}
		if err := mayAddToID(ctx, q, settings, found.Person); err != nil {
			return o, nil, err
		}
		extra := contract.ExtraSIM{Name: in.Request.Name, SetupFee: settings.MultiSIMSetupFee, MonthlyFee: settings.MultiSIMMonthlyFee}
		if err := reserve(ctx, q, o, found, extra, settings.MaxMultiSIMs, in.Now); err != nil {
			return o, nil, err
		}
		o = order.WithLine(o, subject(found), found.Person)
		return order.WithExtraSIM(o, extra, in.Request.Device, settings.VATPercent), happened("extra-sim.described"), nil
	})
}

func reserve(ctx context.Context, q *store.Tx, o contract.Order, l store.Line, e contract.ExtraSIM, limit int, now time.Time) error {
	err := q.LineSIMs.Reserve(ctx, store.LineSIM{
		LineID: l.ID, OrderID: o.ID, Name: e.Name, Type: order.SIMTypeOf(o.Kind, o.SIMType), MonthlyFee: e.MonthlyFee, Since: now,
	}, limit)
	if errors.Is(err, store.ErrTooMany) {
		return contract.Refuse(contract.FailMaxMultiSIMs)
	}
	return err
}

// SuspendOldSIM makes the claim on the line last as long as the order, and notes that the line is out of service.
func (a *Orders) SuspendOldSIM(ctx context.Context, o contract.Order, in contract.OldSIMSuspended) (contract.Order, error) {
	return a.change(ctx, "suspend old sim", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := claimLine(ctx, q, claimOf(o, in.Until, time.Time{})); err != nil {
			return o, nil, err
		}
		found, err := lineByID(ctx, q, o.Line.ID)
		if err != nil {
			return o, nil, err
		}
		if found.Status == contract.LineBlocked { // since it was asked for
			return o, nil, contract.Refuse(contract.FailLineBlocked)
		}
		return o, happened("sim.suspended"), q.Lines.Suspend(ctx, o.Line.ID)
	})
}

// RestoreOldSIM undoes SuspendOldSIM and TakeOverLine.
func (a *Orders) RestoreOldSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "restore old sim", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := q.LineSIMs.UndoTakeOver(ctx, o.Line.ID, o.ID, o.Line.OldICCID); err != nil {
			return o, nil, err
		}
		return o, happened("sim.restored"), q.Lines.Resume(ctx, o.Line.ID)
	})
}

// TakeOverLine puts the order's SIM in the place of the old one and guards the line for a while.
func (a *Orders) TakeOverLine(ctx context.Context, o contract.Order, in contract.LineTakenOver) (contract.Order, error) {
	told := func(q *store.Tx, next contract.Order) ([]contract.Notice, error) {
		return toHoldersOf(ctx, q, next, "sim-taken-over", "")
	}
	return a.changeTelling(ctx, "take over line", change{before: o, now: in.Now, told: told}, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		err := q.LineSIMs.TakeOver(ctx, store.LineSIM{
			LineID: o.Line.ID, OrderID: o.ID, ICCID: order.ICCID(o), Type: order.SIMTypeOf(o.Kind, o.SIMType),
		}, in.Now)
		if err != nil {
			return o, nil, err
		}
		if err := q.Lines.Resume(ctx, o.Line.ID); err != nil {
			return o, nil, err
		}
		return o, happened("sim.taken-over"), q.Lines.Guard(ctx, o.Line.ID, in.Now.Add(in.GuardFor))
	})
}

// AddExtraSIM makes the order's SIM a further one of its line.
func (a *Orders) AddExtraSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "add extra sim", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		return o, happened("extra-sim.added"), q.LineSIMs.ActivateReserved(ctx, o.ID, order.ICCID(o), in.Now)
	})
}

// RemoveExtraSIM undoes DescribeExtraSIM and AddExtraSIM.
func (a *Orders) RemoveExtraSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "remove extra sim", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		return o, nil, q.LineSIMs.DropOf(ctx, o.ID)
	})
}

// toHoldersOf tells everybody who holds the order's line, on every channel known: the order's own contact may be a stranger's.
func toHoldersOf(ctx context.Context, q *store.Tx, o contract.Order, template, link string) ([]contract.Notice, error) {
	notice := contract.Notice{
		OrderID: o.ID, Key: order.MessageKey(o, template), Template: template, Language: o.Language,
		Params: order.MessageParams(o, contract.Limits{}),
	}
	if link != "" {
		notice.Params["link"] = link
	}
	return toHolders(ctx, q, o.Line.ID, notice)
}

func subject(l store.Line) contract.Line {
	return contract.Line{ID: l.ID, MSISDN: l.MSISDN, OldICCID: l.ICCID, PlanID: l.PlanID}
}

func claimOf(o contract.Order, until, expires time.Time) store.LineClaim {
	claim := store.LineClaim{Holder: o.ID, OrderNumber: o.Number, Until: until, ExpiresAt: expires}
	if o.Line != nil {
		claim.LineID = o.Line.ID
	}
	return claim
}

// mayAddToID refuses one more SIM to an owner who may not order, or has as many under the ID as there may be.
func mayAddToID(ctx context.Context, q *store.Tx, s store.Settings, owner contract.Person) error {
	if err := mayOrder(ctx, q, owner, owner.IDNumber); err != nil {
		return err
	}
	count, err := q.Lines.CountUnderID(ctx, owner.IDNumber)
	if err != nil {
		return err
	}
	if simLimits(s).Reached(owner.IDNumber, count) {
		return contract.Refuse(contract.FailExtraNumber)
	}
	return nil
}

// mayOrder refuses somebody who is not the line's owner, and an owner who may not order.
func mayOrder(ctx context.Context, q *store.Tx, owner contract.Person, idNumber string) error {
	if owner.IDNumber != idNumber {
		return contract.RefuseField("idNumber", contract.FailIDNotOfNumber)
	}
	blocked, err := q.Lines.BlockedID(ctx, idNumber)
	if err == nil && blocked {
		return contract.RefuseField("idNumber", contract.FailIDBlocked)
	}
	return err
}
