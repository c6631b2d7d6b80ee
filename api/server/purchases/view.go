package purchases

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
)

// view shows a purchase to its buyer: a friend's number with the middle hidden, and only the chosen line's balance.
func (s *PurchaseHandlers) view(ctx context.Context, p contract.Purchase) (gen.Purchase, error) {
	current := middleware.RequestOf(ctx)
	shown, err := s.readShown(ctx, p)
	if err != nil || p.LineID != current.Line.LineID || !p.Stage.Closed() {
		return shown, err
	}
	usage, err := s.Lines.Usage(ctx, p.LineID)
	if err != nil {
		return shown, fmt.Errorf("read balance: %w", err)
	}
	balance := int64(usage.Balance)
	shown.Balance = &balance
	return shown, nil
}

func (s *PurchaseHandlers) readShown(ctx context.Context, p contract.Purchase) (gen.Purchase, error) {
	msisdn, err := s.Lines.MSISDN(ctx, p.LineID)
	if err != nil {
		return gen.Purchase{}, fmt.Errorf("read line of purchase: %w", err)
	}
	if p.Friend() {
		msisdn = notice.Masked(msisdn)
	}
	view := present.In(middleware.RequestOf(ctx).Language)
	shown := view.Purchase(p, msisdn, s.Now())
	if p.Switch == nil {
		return shown, nil
	}
	names, err := s.Sold.PlanNames(ctx, p.Switch.PlanID, p.Switch.FromPlanID)
	if err != nil {
		return shown, fmt.Errorf("read plans: %w", err)
	}
	shown.Switch = view.Switch(*p.Switch, names[p.Switch.PlanID], names[p.Switch.FromPlanID])
	return shown, nil
}
