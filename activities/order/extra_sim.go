package order

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/linesim"
	"selfcare/internal/store/setting"
)

// DescribeExtraSIM takes the line that gets a further SIM, claims it as a draft does, and reserves a place for the SIM.
func (a *Lines) DescribeExtraSIM(ctx context.Context, o contract.Order, in contract.ExtraSIMDescribed) (contract.Order, error) {
	return a.change(ctx, "describe extra sim", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		if err := line.ValidateNewSIM(o.SIMType, in.Request); err != nil {
			return o, nil, err
		}
		if err := q.Lines.Release(ctx, o.ID); err != nil { // the customer may have chosen another line before
			return o, nil, err
		}
		ends := o.CreatedAt.Add(settings.DraftTTL)
		found, err := lines.Changeable(ctx, q, in.Request.LineID, claimOf(o, ends, ends), in.Now)
		if err != nil {
			return o, nil, err
		}
		if err := validateName(ctx, q, o, found, in.Request.Name); err != nil {
			return o, nil, err
		}
		if err := validateIDLimit(ctx, q, settings, found.Person); err != nil {
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

func validateName(ctx context.Context, q *store.Tx, o contract.Order, l linestore.Line, name string) error {
	others, err := q.LineSIMs.OtherNames(ctx, l.ID, o.ID)
	if err != nil {
		return err
	}
	return line.ValidateName(name, others)
}

func reserve(ctx context.Context, q *store.Tx, o contract.Order, l linestore.Line, e contract.ExtraSIM, limit int, now time.Time) error {
	err := q.LineSIMs.Reserve(ctx, linesim.SIM{
		LineID: l.ID, OrderID: o.ID, Name: e.Name, Type: order.SIMTypeOf(o.Kind, o.SIMType), MonthlyFee: e.MonthlyFee, Since: now,
	}, limit)
	if errors.Is(err, storeerrors.ErrTooMany) {
		return contract.Refuse(contract.FailMaxMultiSIMs)
	}
	return err
}

// ClaimLine makes the claim of a paid order on its line last as long as the order.
func (a *Lines) ClaimLine(ctx context.Context, o contract.Order, in contract.LineClaimed) (contract.Order, error) {
	return a.change(ctx, "claim line", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		return o, nil, lines.Claim(ctx, q, claimOf(o, in.Until, time.Time{}))
	})
}

// AddExtraSIM makes the order's SIM a further one of its line.
func (a *Lines) AddExtraSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "add extra sim", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		err := q.LineSIMs.ActivateReserved(ctx, o.ID, order.ICCID(o), in.Now)
		if errors.Is(err, storeerrors.ErrNotFound) { // the line has ended since, and its places with it
			return o, nil, contract.Refuse(contract.FailNumberAbsent)
		}
		return o, happened("extra-sim.added"), err
	})
}

// RemoveExtraSIM undoes DescribeExtraSIM and AddExtraSIM.
func (a *Lines) RemoveExtraSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "remove extra sim", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		return o, nil, q.LineSIMs.DropOf(ctx, o.ID)
	})
}

// validateIDLimit refuses one more SIM to an owner who may not order, or whose ID has reached its limit.
func validateIDLimit(ctx context.Context, q *store.Tx, s setting.Settings, owner contract.Person) error {
	if err := validateOwner(ctx, q, owner, owner.IDNumber); err != nil {
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
