package account

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/store/card"
)

type cardReader interface {
	Of(ctx context.Context, userID string) ([]card.Card, error)
}

// ListCards shows the customer's saved cards, the default first.
func (s *AccountHandlers) ListCards(ctx context.Context, _ gen.ListCardsRequestObject) (gen.ListCardsResponseObject, error) {
	kept, err := s.Cards.Of(ctx, middleware.RequestOf(ctx).User.ID)
	if err != nil {
		return nil, fmt.Errorf("read cards: %w", err)
	}
	shown := make([]gen.SavedCard, len(kept))
	for i, c := range kept {
		shown[i] = present.SavedCard(c, s.Now())
	}
	return gen.ListCards200JSONResponse{Data: shown}, nil
}
