package bundles

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	bundlestore "selfcare/internal/store/bundle"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

type lineReader interface {
	Get(ctx context.Context, id string) (linestore.Line, error)
}

type waitingReader interface {
	ListScheduled(ctx context.Context, userID, lineID string) ([]contract.Purchase, error)
}

// ListLineBundles shows the past and scheduled bundles of the chosen line, and the one that suits it best.
func (s *BundleHandlers) ListLineBundles(ctx context.Context, _ gen.ListLineBundlesRequestObject) (gen.ListLineBundlesResponseObject, error) {
	current := middleware.RequestOf(ctx)
	bought, holds, err := s.Bundles.OfLine(ctx, current.Line.LineID, s.Now())
	if err != nil {
		return nil, err
	}
	var answer gen.ListLineBundles200JSONResponse
	answer.Data.Bought = optional.OrEmpty(bought)
	if answer.Data.Scheduled, err = s.listScheduled(ctx); err != nil {
		return nil, err
	}
	if answer.Data.Best, err = s.findBest(ctx, holds); err != nil {
		return nil, err
	}
	return answer, nil
}

func (s *BundleHandlers) listScheduled(ctx context.Context) ([]gen.ScheduledBundles, error) {
	current := middleware.RequestOf(ctx)
	found, err := s.Waiting.ListScheduled(ctx, current.User.ID, current.Line.LineID)
	if err != nil {
		return nil, fmt.Errorf("read scheduled purchases: %w", err)
	}
	view := present.In(current.Language)
	shown := make([]gen.ScheduledBundles, len(found))
	for i, p := range found {
		shown[i] = gen.ScheduledBundles{PurchaseId: p.ID, Number: p.Number, Name: present.NamesOf(view, p.Bundles), EffectiveAt: p.EffectiveAt.UTC()}
	}
	return shown, nil
}

// findBest returns the bundle that would have served the line best within the last month, with its three figures; nil if
// there is none.
func (s *BundleHandlers) findBest(ctx context.Context, holds []string) (*gen.BestBundle, error) {
	line, err := s.Lines.Get(ctx, middleware.RequestOf(ctx).Line.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailPurchaseLineEnded)
	}
	if err != nil {
		return nil, fmt.Errorf("read line: %w", err)
	}
	used, err := s.Bundles.ReadUsed(ctx, line.ID, s.Now(), month)
	if err != nil {
		return nil, err
	}
	shop, _, err := s.Bundles.List(ctx, bundlestore.Query{Channel: "web", At: s.Now()})
	if err != nil {
		return nil, err
	}
	fit, found := bundle.Best(used, shop, bundle.Line{Subscription: line.Type, Plan: line.PlanID}, holds)
	if !found {
		return nil, nil //nolint:nilnil // having none is an answer, too
	}
	show, err := s.presenter(ctx)
	if err != nil {
		return nil, err
	}
	shown := gen.BestBundle{Bundle: show(fit.Bundle), Covers: fit.Covers}
	shown.Used.Data, shown.Used.Minutes, shown.Used.Sms, shown.Used.Days = used.DataMB, used.LocalMinutes, used.SMS, used.Days
	return &shown, nil
}
