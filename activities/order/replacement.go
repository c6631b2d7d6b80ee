package order

import (
	"context"
	"time"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/linesim"
)

// Lines changes the SIMs of a line in service.
type Lines struct{ writer }

// RequestReplacement takes the line whose SIM is to be replaced, if its owner asks and no other change is under way. A draft's
// claim on the line expires by itself.
func (a *Lines) RequestReplacement(ctx context.Context, o contract.Order, in contract.ReplacementRequested) (contract.Order, error) {
	notify := func(q *store.Tx, next contract.Order) ([]contract.Notice, error) {
		return toHoldersOf(ctx, q, next, "replacement-requested", in.Request.DisputeURL)
	}
	return a.changeNotifying(ctx, "request replacement", change{before: o, at: in.At, notify: notify}, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		if err := line.ValidateReplacement(o.Kind, in.Request); err != nil {
			return o, nil, err
		}
		if err := q.Lines.Release(ctx, o.ID); err != nil { // the customer may have chosen another line before
			return o, nil, err
		}
		found, err := lines.Replaceable(ctx, q, in.Request.LineID, claimOf(o, in.Until, in.Until), in.Now)
		if err != nil {
			return o, nil, err
		}
		if err := validateOwner(ctx, q, found.Person, in.Request.IDNumber); err != nil {
			return o, nil, err
		}
		o = order.WithLine(o, subject(found), found.Person)
		replacement := contract.Replacement{Reason: in.Request.Reason, Fee: settings.ReplacementFee}
		return order.WithReplacement(o, replacement, in.Request.Device, settings.VATPercent), happened("replacement.requested"), nil
	})
}

// SuspendOldSIM makes the claim on the line last as long as the order, and records that the line is out of service.
func (a *Lines) SuspendOldSIM(ctx context.Context, o contract.Order, in contract.OldSIMSuspended) (contract.Order, error) {
	return a.change(ctx, "suspend old sim", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := lines.Claim(ctx, q, claimOf(o, in.Until, time.Time{})); err != nil {
			return o, nil, err
		}
		found, err := lines.ByID(ctx, q, o.Line.ID)
		if err != nil {
			return o, nil, err
		}
		if found.Status == contract.LineBlocked { // blocked after the request
			return o, nil, contract.Refuse(contract.FailLineBlocked)
		}
		if isTakenOver(found, o) {
			return o, nil, nil
		}
		return order.WithClaim(o, true), happened("sim.suspended"), q.Lines.Suspend(ctx, o.Line.ID)
	})
}

// RestoreOldSIM undoes SuspendOldSIM and TakeOverLine. A line that its owner had suspended is suspended again, because a thief
// may have the old SIM.
func (a *Lines) RestoreOldSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "restore old sim", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := suspendAgain(ctx, q, o); err != nil {
			return o, nil, err
		}
		if err := q.LineSIMs.UndoTakeOver(ctx, o.Line.ID, o.ID, o.Line.OldICCID); err != nil {
			return o, nil, err
		}
		return order.WithClaim(o, false), happened("sim.restored"), q.Lines.Resume(ctx, o.Line.ID)
	})
}

// isTakenOver reports whether the order's SIM already has the line: a worker did this and died, and the steps before are
// repeated.
func isTakenOver(l linestore.Line, o contract.Order) bool {
	return order.ICCID(o) != "" && l.ICCID == order.ICCID(o)
}

// TakeOverLine replaces the old SIM with the order's SIM and guards the line for a while. A line that its owner had suspended
// is restored, because the lost SIM no longer works.
func (a *Lines) TakeOverLine(ctx context.Context, o contract.Order, in contract.LineTakenOver) (contract.Order, error) {
	again := false
	notify := func(q *store.Tx, next contract.Order) ([]contract.Notice, error) {
		if again {
			return nil, nil
		}
		return toHoldersOf(ctx, q, next, "sim-taken-over", "")
	}
	return a.changeNotifying(ctx, "take over line", change{before: o, at: in.At, notify: notify}, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		found, err := lines.ByID(ctx, q, o.Line.ID)
		if err != nil {
			return o, nil, err
		}
		if again = isTakenOver(found, o); again {
			return o, nil, nil
		}
		o, err := restoreLine(ctx, q, o)
		if err != nil {
			return o, nil, err
		}
		err = q.LineSIMs.TakeOver(ctx, linesim.SIM{
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

// restoreLine ends the owner's suspension of an order's line, and records in the order when it began.
func restoreLine(ctx context.Context, q *store.Tx, o contract.Order) (contract.Order, error) {
	_, err := lines.Rest(ctx, q, o.Line.ID, func(s contract.PlanSubscription) contract.PlanSubscription {
		if subscription.IsSuspended(s) {
			replacement := *o.Replacement
			replacement.SuspendedSince = s.SuspendedSince
			o.Replacement = &replacement
		}
		return subscription.Returned(s)
	})
	return o, err
}

// suspendAgain undoes restoreLine. It locks the plan's row before the line's, as every other transaction does.
func suspendAgain(ctx context.Context, q *store.Tx, o contract.Order) error {
	since := o.Replacement.SuspendedSince
	if since.IsZero() {
		return nil
	}
	_, err := lines.Rest(ctx, q, o.Line.ID, func(s contract.PlanSubscription) contract.PlanSubscription {
		return subscription.Suspended(s, since)
	})
	return err
}

// toHoldersOf tells all who hold the order's line, on every known channel, because the order's own contact may be a
// stranger's.
func toHoldersOf(ctx context.Context, q *store.Tx, o contract.Order, template, link string) ([]contract.Notice, error) {
	notice := contract.Notice{
		OrderID: o.ID, Key: order.MessageKey(o, template), Template: template, Language: o.Language,
		Params: order.MessageParams(o, contract.Limits{}),
	}
	if link != "" {
		notice.Params["link"] = link
	}
	return lines.HolderNotices(ctx, q, o.Line.ID, notice)
}

func subject(l linestore.Line) contract.Line {
	return contract.Line{ID: l.ID, MSISDN: l.MSISDN, OldICCID: l.ICCID, PlanID: l.PlanID}
}

func claimOf(o contract.Order, until, expires time.Time) linestore.Claim {
	claim := linestore.Claim{Holder: o.ID, OrderNumber: o.Number, Until: until, ExpiresAt: expires}
	if o.Line != nil {
		claim.LineID = o.Line.ID
	}
	return claim
}

// validateOwner refuses a person who is not the line's owner, and an owner who may not order.
func validateOwner(ctx context.Context, q *store.Tx, owner contract.Person, idNumber string) error {
	if owner.IDNumber != idNumber {
		return contract.RefuseField("idNumber", contract.FailIDNotOfNumber)
	}
	blocked, err := q.Lines.IsIDBlocked(ctx, idNumber)
	if err == nil && blocked {
		return contract.RefuseField("idNumber", contract.FailIDBlocked)
	}
	return err
}
