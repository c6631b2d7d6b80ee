package activities

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// PromiseProfile says by when the profile will be ready.
func (a *Orders) PromiseProfile(ctx context.Context, o contract.Order, in contract.ProfilePromised) (contract.Order, error) {
	return a.changeAlone(ctx, "promise profile", in.Now, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		return order.Promised(o, in.Now.Add(in.Within)), happened("profile.ordered"), nil
	})
}

// RecordProfile writes what became of the profile; the code being out and the download move the order's stage.
func (a *Orders) RecordProfile(ctx context.Context, o contract.Order, in contract.ProfileMoved) (contract.Order, error) {
	return a.changeTelling(ctx, "record profile", change{before: o, now: in.Now, limits: in.Limits}, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := q.Profiles.Move(ctx, o.ID, in.Profile.ICCID, in.Profile.State); err != nil {
			return o, nil, err
		}
		return order.WithProfile(o, in.Profile), happened(profileEvent(in.Profile)), nil
	})
}

func profileEvent(p contract.Profile) string {
	if p.State == contract.ProfileReleased && p.Issued > 1 {
		return "profile.reissued"
	}
	return "profile." + string(p.State)
}

// RemindCustomer sends a message that no change of the order causes.
func (a *Orders) RemindCustomer(ctx context.Context, o contract.Order, in contract.Reminder) (contract.Order, error) {
	told := func(_ *store.Tx, next contract.Order) ([]contract.Notice, error) {
		return order.Notices(next, contract.Limits{}, in.Template), nil
	}
	return a.changeTelling(ctx, "remind customer", change{before: o, now: in.Now, told: told}, func(*store.Tx) (contract.Order, []contract.Event, error) {
		return o, nil, nil
	})
}
