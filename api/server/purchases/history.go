package purchases

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store/recharge"
)

// historyKeys gate the parts of the history of recharges (specification §2).
var historyKeys = map[string]permission.Key{
	recharge.Balance: permission.RechargeBalance, recharge.Data: permission.RechargeData,
}

// ListRecharges shows one page of the recharges of the chosen line.
func (s *PurchaseHandlers) ListRecharges(ctx context.Context, req gen.ListRechargesRequestObject) (gen.ListRechargesResponseObject, error) {
	kinds, err := middleware.ListPermittedKinds(ctx, historyKeys, string(optional.Value(req.Params.Type)))
	if err != nil {
		return nil, err
	}
	size, err := s.HistoryPage(ctx, req.Params.PerPage)
	if err != nil {
		return nil, err
	}
	page := max(1, optional.Value(req.Params.Page))
	found, total, err := s.Recharges.OfLine(ctx, middleware.RequestOf(ctx).Line.LineID, kinds, page, size)
	if err != nil {
		return nil, fmt.Errorf("read recharges: %w", err)
	}
	return gen.ListRecharges200JSONResponse{Data: gen.RechargePage{Items: rechargeViews(ctx, found), Page: page, PerPage: size, Total: total}}, nil
}

// months is the number of months in the overview.
const months = 6

// GetRechargeOverview sums up the last months.
func (s *PurchaseHandlers) GetRechargeOverview(ctx context.Context, req gen.GetRechargeOverviewRequestObject) (gen.GetRechargeOverviewResponseObject, error) {
	kinds, err := middleware.ListPermittedKinds(ctx, historyKeys, "")
	if err != nil {
		return nil, err
	}
	size, err := s.HistoryPage(ctx, req.Params.PerPage)
	if err != nil {
		return nil, err
	}
	line := middleware.RequestOf(ctx).Line.LineID
	sums, err := s.Recharges.Months(ctx, line, kinds, s.Now(), months)
	if err != nil {
		return nil, fmt.Errorf("sum recharges: %w", err)
	}
	latest, _, err := s.Recharges.OfLine(ctx, line, kinds, 1, size)
	if err != nil {
		return nil, fmt.Errorf("read recharges: %w", err)
	}
	return gen.GetRechargeOverview200JSONResponse{Data: overviewOf(sums, rechargeViews(ctx, latest))}, nil
}

func overviewOf(sums []recharge.Month, latest []gen.Recharge) gen.RechargeOverview {
	shown := gen.RechargeOverview{Latest: latest}
	for _, m := range sums {
		shown.Months = append(shown.Months, struct {
			Amount int64  `json:"amount"`
			Count  int    `json:"count"`
			Month  string `json:"month"`
		}{int64(m.Amount), m.Count, m.Month})
	}
	return shown
}

// rechargeViews name a purchase only to its buyer.
func rechargeViews(ctx context.Context, found []recharge.Recharge) []gen.Recharge {
	user := middleware.RequestOf(ctx).User.ID
	shown := make([]gen.Recharge, len(found))
	for i, r := range found {
		shown[i] = gen.Recharge{
			Number: r.Number, Kind: gen.RechargeKind(r.Kind), Type: gen.RechargeType(r.Type), Amount: int64(r.Amount),
			ByFriend: r.ByFriend, At: r.At.UTC(),
		}
		if r.Buyer == user {
			shown[i].Id = &found[i].ID
		}
		if r.Bonus > 0 {
			bonus := int64(r.Bonus)
			shown[i].Bonus = &bonus
		}
		if r.Megabytes > 0 {
			shown[i].Data = &gen.DataBought{Megabytes: r.Megabytes, ValidUntil: optional.Time(r.ValidUntil)}
		}
	}
	return shown
}
