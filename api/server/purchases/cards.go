package purchases

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
)

type cardKeeper interface {
	MakeDefault(ctx context.Context, userID, id string) error
	Remove(ctx context.Context, userID, id string) error
}

// AddCard saves a card after a small 3-D Secure payment, refunded at once, has shown that it is the customer's.
func (s *PurchaseHandlers) AddCard(ctx context.Context, req gen.AddCardRequestObject) (gen.AddCardResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.PurchaseStart, nil); err != nil {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	draft := contract.Purchase{Kind: contract.PurchaseCard, Way: contract.PayCard, LineID: current.Line.LineID}
	draft = purchase.Priced(draft, 0, figures(settings))
	view, err := s.start(ctx, draft, contract.OpenPurchase{
		CardToken: req.Body.CardToken, Kept: &contract.SavedCard{UserID: current.User.ID, Keep: true},
	})
	if err != nil {
		return nil, err
	}
	return gen.AddCard201JSONResponse{Data: view}, nil
}

// MakeCardDefault makes a card the first one of every form.
func (s *PurchaseHandlers) MakeCardDefault(ctx context.Context, req gen.MakeCardDefaultRequestObject) (gen.MakeCardDefaultResponseObject, error) {
	err := s.Cards.MakeDefault(ctx, middleware.RequestOf(ctx).User.ID, req.CardId)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailCardUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("make card the default: %w", err)
	}
	return gen.MakeCardDefault204Response{}, nil
}

// RemoveCard deletes a card; a deleted card is a success, too.
func (s *PurchaseHandlers) RemoveCard(ctx context.Context, req gen.RemoveCardRequestObject) (gen.RemoveCardResponseObject, error) {
	if err := s.Cards.Remove(ctx, middleware.RequestOf(ctx).User.ID, req.CardId); err != nil {
		return nil, fmt.Errorf("remove card: %w", err)
	}
	return gen.RemoveCard204Response{}, nil
}
