package purchases

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/line"
)

type bundleReader interface {
	Shop(ctx context.Context, chosen []bundle.Chosen) (bundle.Shop, error)
}

// BundlePurchaseHandlers sell bundles.
type BundlePurchaseHandlers struct {
	*middleware.Core
	Bundles   bundleReader
	Purchases *PurchaseHandlers
}

// BuyBundles buys bundles for the chosen line, or as a gift: all of them or none.
func (s *BundlePurchaseHandlers) BuyBundles(ctx context.Context, req gen.BuyBundlesRequestObject) (gen.BuyBundlesResponseObject, error) {
	in := *req.Body
	means := gen.PurchasePay{Way: gen.PaymentMethod(contract.PayBalance)}
	if in.Pay != nil {
		means = *in.Pay
	}
	p := contract.Purchase{Kind: contract.PurchaseBundle, Way: contract.PaymentMethod(means.Way)}
	if in.Gift != nil {
		p.Kind = contract.PurchaseGift
	}
	if err := purchase.ValidateWay(p.Kind, p.Way); err != nil {
		return nil, err
	}
	pay, err := payOf(ctx, means)
	if err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.PurchaseStart, nil); err != nil {
		return nil, err
	}
	if p, err = s.priceBundles(ctx, p, in); err != nil {
		return nil, err
	}
	view, err := s.Purchases.start(ctx, p, pay)
	return gen.BuyBundles201JSONResponse{Data: view}, err
}

// priceBundles sets items, receiver and price. A price other than the one that the customer saw is refused.
func (s *BundlePurchaseHandlers) priceBundles(ctx context.Context, p contract.Purchase, in gen.BuyBundles) (contract.Purchase, error) {
	to, err := s.findReceiver(ctx, in)
	if err != nil {
		return p, err
	}
	chosen, err := readChosen(ctx, in)
	if err != nil {
		return p, err
	}
	if p.EffectiveAt, err = s.dayOf(in); err != nil {
		return p, err
	}
	shop, err := s.Bundles.Shop(ctx, chosen)
	if err != nil {
		return p, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return p, err
	}
	bought, net, err := bundle.Sell(shop, chosen, bundle.Line{Subscription: to.Type, Plan: to.PlanID}, s.Now())
	if err != nil {
		return p, err
	}
	p.LineID, p.Bundles = to.ID, bought
	p = purchase.Priced(p, net, figures(settings))
	if in.Total != nil && contract.Halalas(*in.Total) != p.Total {
		return p, contract.Refuse(contract.FailPriceChanged)
	}
	return p, nil
}

// readChosen reads the requested bundles. A custom bundle needs the permission of its page.
func readChosen(ctx context.Context, in gen.BuyBundles) ([]bundle.Chosen, error) {
	chosen := make([]bundle.Chosen, len(in.Bundles))
	for i, b := range in.Bundles {
		chosen[i].ID, chosen[i].Renews = optional.Value(b.Id), optional.Value(in.Renew) && in.Gift == nil
		if b.Build == nil {
			continue
		}
		if !permission.Granted(middleware.PermissionsOf(middleware.RequestOf(ctx).Line), permission.BuildYourBundle) {
			return nil, contract.Refuse(contract.FailForbidden)
		}
		chosen[i].Build = &bundle.Choice{
			DataMB: optional.Value(b.Build.Data), Minutes: optional.Value(b.Build.Minutes), Messages: optional.Value(b.Build.Sms), Days: b.Build.Days,
		}
	}
	return chosen, nil
}

// findReceiver finds the line that gets the bundles.
func (s *BundlePurchaseHandlers) findReceiver(ctx context.Context, in gen.BuyBundles) (line.Line, error) {
	if in.Gift != nil {
		return s.Purchases.findOther(ctx, "gift", *in.Gift)
	}
	own, err := s.Purchases.Lines.Get(ctx, middleware.RequestOf(ctx).Line.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return own, contract.Refuse(contract.FailPurchaseLineEnded)
	}
	if err != nil {
		return own, fmt.Errorf("read line: %w", err)
	}
	return own, nil
}
