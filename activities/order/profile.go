package order

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// Profiles records the eSIM profile of an order.
type Profiles struct{ writer }

// PromiseProfile sets by when the profile will be ready.
func (a *Profiles) PromiseProfile(ctx context.Context, o contract.Order, in contract.ProfilePromised) (contract.Order, error) {
	return a.changeAlone(ctx, "promise profile", in.At, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		if o.Profile != nil {
			return o, nil, nil
		}
		return order.Promised(o, in.Now.Add(in.Within)), happened("profile.ordered"), nil
	})
}

// RecordProfile records the progress of the profile; the issued code and the download move the order's stage.
func (a *Profiles) RecordProfile(ctx context.Context, o contract.Order, in contract.ProfileMoved) (contract.Order, error) {
	return a.changeNotifying(ctx, "record profile", change{before: o, at: in.At, limits: in.Limits}, func(q *store.Tx) (contract.Order, []contract.Event, error) {
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
