package purchases

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store/game"
)

type gameShelf interface {
	OnSale(ctx context.Context) ([]game.Game, error)
	Get(ctx context.Context, id string) (game.Game, bool, error)
}

// readGame reads the requested game code, and its price without VAT. A code without a refund needs the customer's
// consent. A line needs the permission of the entertainment page.
func (s *PurchaseHandlers) readGame(ctx context.Context, in *gen.GameWanted) (*contract.GameBought, contract.Halalas, error) {
	if !permission.Granted(middleware.PermissionsOf(middleware.RequestOf(ctx).Line), permission.Entertainment) {
		return nil, 0, contract.Refuse(contract.FailForbidden)
	}
	if in == nil {
		return nil, 0, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"game": "field.required"}}
	}
	mobile, err := inputs.Mobile("game.mobile", in.Mobile)
	if err != nil {
		return nil, 0, err
	}
	found, known, err := s.Games.Get(ctx, in.DenominationId)
	switch {
	case err != nil:
		return nil, 0, err
	case !known:
		return nil, 0, contract.RefuseField("game.denominationId", contract.FailGameUnknown)
	case !found.Refundable && !optional.Value(in.AcceptsNoRefund):
		return nil, 0, contract.RefuseField("game.acceptsNoRefund", contract.FailGameTerms)
	}
	v := present.In(middleware.RequestOf(ctx).Language)
	return &contract.GameBought{
		BrandID: found.Brand, DenominationID: found.ID, Name: v.Localized(found.BrandAr, found.BrandEn) + " " + v.Localized(found.NameAr, found.NameEn),
		PartnerCode: found.PartnerCode, Cost: found.Cost, Refundable: found.Refundable, Email: in.Email, Mobile: mobile,
	}, found.Price, nil
}

// ListGames shows the games on sale.
func (s *PurchaseHandlers) ListGames(ctx context.Context, _ gen.ListGamesRequestObject) (gen.ListGamesResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.Games.OnSale(ctx)
	if err != nil {
		return nil, err
	}
	return gen.ListGames200JSONResponse{Data: gameViews(found, middleware.RequestOf(ctx).Language, settings.VATPercent)}, nil
}

// gameViews show brands with their denominations, in the order of both.
func gameViews(found []game.Game, language string, vatPercent int) []gen.Game {
	v, shown := present.In(language), []gen.Game{}
	for _, g := range found {
		if len(shown) == 0 || shown[len(shown)-1].Id != g.Brand {
			shown = append(shown, gen.Game{
				Id: g.Brand, Name: v.Localized(g.BrandAr, g.BrandEn), Redeem: v.Localized(g.RedeemAr, g.RedeemEn), Refundable: g.Refundable,
			})
		}
		brand := &shown[len(shown)-1]
		brand.Denominations = append(brand.Denominations, struct {
			Id    gen.GameDenominationId `json:"id"`
			Name  string                 `json:"name"`
			Price int64                  `json:"price"`
			Total int64                  `json:"total"`
		}{g.ID, v.Localized(g.NameAr, g.NameEn), int64(g.Price), int64(purchase.WithVAT(g.Price, vatPercent))})
	}
	return shown
}

// gamesPage is the default page size of game codes.
const gamesPage = 10

// ListGamePurchases shows the game codes of the account, masked.
func (s *PurchaseHandlers) ListGamePurchases(ctx context.Context, req gen.ListGamePurchasesRequestObject) (gen.ListGamePurchasesResponseObject, error) {
	page, size := cmp.Or(optional.Value(req.Params.Page), 1), cmp.Or(optional.Value(req.Params.PerPage), gamesPage)
	found, total, err := s.Purchases.Games(ctx, middleware.RequestOf(ctx).User.ID, page, size)
	if err != nil {
		return nil, fmt.Errorf("read codes: %w", err)
	}
	shown := gen.GamePurchasePage{Items: make([]gen.Purchase, len(found)), Page: page, PerPage: size, Total: total}
	for i, p := range found {
		if shown.Items[i], err = s.readShown(ctx, p); err != nil {
			return nil, err
		}
	}
	return gen.ListGamePurchases200JSONResponse{Data: shown}, nil
}
