package activities

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// PromiseProfile says by when the profile will be ready.
func (a *Orders) PromiseProfile(ctx context.Context, o contract.Order, in contract.ProfilePromised) (contract.Order, error) {
	return a.change(ctx, "promise profile", in.Now, func(*store.Queries) (contract.Order, []contract.Event, error) {
		return order.Promised(o, in.Now.Add(in.Within)), happened("profile.ordered"), nil
	})
}

// RecordProfile writes what became of the profile; the code being out and the download move the order's stage.
func (a *Orders) RecordProfile(ctx context.Context, o contract.Order, in contract.ProfileMoved) (contract.Order, error) {
	return a.change(ctx, "record profile", in.Now, func(q *store.Queries) (contract.Order, []contract.Event, error) {
		if err := q.MoveProfile(ctx, o.ID, in.Profile.ICCID, in.Profile.State); err != nil {
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
