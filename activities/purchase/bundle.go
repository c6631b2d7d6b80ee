package purchase

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/store"
	"selfcare/internal/store/bundling"
)

// mayHave refuses bundles that a line may not have now, or that are not what they were when they were priced.
func mayHave(ctx context.Context, q *store.Tx, p contract.Purchase, line store.Line, now time.Time) error {
	chosen := make([]string, len(p.Bundles))
	for i, b := range p.Bundles {
		chosen[i] = b.BundleID
	}
	shop, err := q.Bundles.ByID(ctx, chosen...)
	if err != nil {
		return err
	}
	present, _, err := bundle.Sell(shop, chosen, bundle.Line{Subscription: line.Type, Plan: line.PlanID}, now)
	if err == nil && !bundle.Same(present, p.Bundles) {
		err = contract.Refuse(contract.FailPriceChanged)
	}
	return err
}

// takeBundles has the line hold what is bought, all of it or nothing, from the moment it is opened: the last one of a bundle is sold once,
// however many ask for it. They are taken in one order, so that two purchases never wait for each other.
func takeBundles(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	order := make([]int, len(p.Bundles))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.Bundles[a].BundleID, p.Bundles[b].BundleID) })
	for _, n := range order {
		b := p.Bundles[n]
		err := q.Bundles.Take(ctx, bundling.Held{
			PurchaseID: p.ID, Item: n, LineID: p.LineID, BundleID: b.BundleID, From: now, Until: now.AddDate(0, 0, b.ValidityDays),
		})
		switch {
		case errors.Is(err, bundling.ErrSoldOut):
			return bundle.Refuse(n, contract.FailBundleSoldOut)
		case errors.Is(err, bundling.ErrHeld):
			return bundle.Refuse(n, contract.FailBundleHeld)
		case err != nil:
			return err
		}
	}
	return nil
}

// bundlesGoBack takes away what the line of a purchase holds, once that ends with nothing bought.
func bundlesGoBack(ctx context.Context, q *store.Tx, before, next contract.Purchase) error {
	if next.Bundles == nil || next.Stage != contract.PurchaseFailed || before.Stage == contract.PurchaseFailed {
		return nil
	}
	return q.Bundles.GiveBack(ctx, next.ID)
}

// withEnds are the things that were bought with the moment each of them ends.
func withEnds(p contract.Purchase, from time.Time) contract.Purchase {
	if p.Data != nil {
		data := *p.Data
		data.ValidUntil = from.AddDate(0, 0, data.ValidityDays)
		p.Data = &data
	}
	p.Bundles = slices.Clone(p.Bundles)
	for n := range p.Bundles {
		p.Bundles[n].ValidUntil = from.AddDate(0, 0, p.Bundles[n].ValidityDays)
	}
	return p
}
