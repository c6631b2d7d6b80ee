package purchase

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
	bundlestore "selfcare/internal/store/bundle"
	linestore "selfcare/internal/store/line"
)

// validateBundles refuses bundles that a line may not have now, or that have changed since they were priced.
func validateBundles(ctx context.Context, q *store.Tx, p contract.Purchase, line linestore.Line, now time.Time) error {
	chosen := make([]bundle.Chosen, len(p.Bundles))
	for i, b := range p.Bundles {
		chosen[i].ID, chosen[i].Renews = b.BundleID, b.Renews
		if b.BundleID == "" {
			own := bundle.ChoiceOf(b)
			chosen[i].Build = &own
		}
	}
	shop, err := q.Bundles.Shop(ctx, chosen)
	if err != nil {
		return err
	}
	if err := validateDay(ctx, q, p.LineID, p.EffectiveAt, now); err != nil {
		return err
	}
	present, _, err := bundle.Sell(shop, chosen, bundle.Line{Subscription: line.Type, Plan: line.PlanID}, now)
	if err == nil && !bundle.Same(present, p.Bundles) {
		err = contract.Refuse(contract.FailPriceChanged)
	}
	return err
}

// takeBundles reserves all bundles of a purchase for its line, or none, when the purchase is opened: the last item of a bundle is sold once.
// They are taken in the order of their ids, so that two purchases never deadlock.
func takeBundles(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	order := make([]int, len(p.Bundles))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.Bundles[a].BundleID, p.Bundles[b].BundleID) })
	from := now
	if !p.EffectiveAt.IsZero() {
		from = p.EffectiveAt
	}
	for _, n := range order {
		b := p.Bundles[n]
		if b.BundleID == "" { // a bundle that the customer put together has no stock
			continue
		}
		err := q.Bundles.Take(ctx, bundlestore.Held{
			PurchaseID: p.ID, Item: n, LineID: p.LineID, BundleID: b.BundleID, From: from, Until: from.AddDate(0, 0, b.ValidityDays),
		})
		switch {
		case errors.Is(err, bundlestore.ErrSoldOut):
			return bundle.Refuse(n, contract.FailBundleSoldOut)
		case errors.Is(err, bundlestore.ErrHeld):
			return bundle.Refuse(n, contract.FailBundleHeld)
		case err != nil:
			return err
		}
	}
	return nil
}

// validateDay refuses a day that has come, that is too far ahead, or on which the line has ended.
func validateDay(ctx context.Context, q *store.Tx, lineID string, day, now time.Time) error {
	if day.IsZero() {
		return nil
	}
	ending, known, err := q.Deactivations.Latest(ctx, lineID)
	if err != nil {
		return err
	}
	var ends time.Time
	if known && ending.Stage == contract.DeactivationWaiting {
		ends = ending.UndoUntil
	}
	return bundle.ValidateDay(day, now, ends)
}

// MoveActivation writes another day for a purchase that waits for its day. A bundle that a line has once at a time stays so.
func (a *Activities) MoveActivation(ctx context.Context, p contract.Purchase, in contract.PurchaseMoved) (contract.Purchase, error) {
	if p.EffectiveAt.Equal(in.EffectiveAt) {
		return p, nil
	}
	return a.change(ctx, "move activation", p, func(q *store.Tx) (contract.Purchase, error) {
		if err := purchase.ValidateActivationChange(p); err != nil {
			return p, err
		}
		if err := validateDay(ctx, q, p.LineID, in.EffectiveAt, in.Now); err != nil {
			return p, err
		}
		p.EffectiveAt = in.EffectiveAt
		err := q.Bundles.Move(ctx, p.ID, in.EffectiveAt)
		if errors.Is(err, bundlestore.ErrHeld) {
			err = contract.Refuse(contract.FailBundleHeld)
		}
		if err != nil {
			return p, err
		}
		return p, tellDay(ctx, q, p)
	})
}

// tellDay tells the payer of a purchase that waits for its day.
func tellDay(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	if p.Stage != contract.PurchaseScheduled {
		return nil
	}
	return tell(ctx, q, p)
}

// returnBundles takes the reserved bundles away once a purchase fails.
func returnBundles(ctx context.Context, q *store.Tx, before, next contract.Purchase) error {
	if next.Bundles == nil || next.Stage != contract.PurchaseFailed || before.Stage == contract.PurchaseFailed {
		return nil
	}
	return q.Bundles.GiveBack(ctx, next.ID)
}

// withEnds is a purchase with the moment at which each of its items ends.
func withEnds(p contract.Purchase, from time.Time) contract.Purchase {
	if p.Data != nil {
		data := *p.Data
		data.ValidUntil = from.AddDate(0, 0, data.ValidityDays)
		if data.Free != nil {
			free := *data.Free
			free.ValidUntil = from.AddDate(0, 0, free.ValidityDays)
			data.Free = &free
		}
		p.Data = &data
	}
	p.Bundles = slices.Clone(p.Bundles)
	for n := range p.Bundles {
		p.Bundles[n].ValidUntil = from.AddDate(0, 0, p.Bundles[n].ValidityDays)
	}
	return p
}
