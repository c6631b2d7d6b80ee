package plans

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/plan"
	storeerrors "selfcare/internal/store/errors"
	planstore "selfcare/internal/store/plan"
)

type usageReader interface {
	ByType(ctx context.Context, lineID string, at time.Time, days int) (map[allowance.Type]int64, error)
}

// GetBestPlan shows the plan that suits the usage of the chosen line best, with the figure behind it.
func (s *PlanHandlers) GetBestPlan(ctx context.Context, _ gen.GetBestPlanRequestObject) (gen.GetBestPlanResponseObject, error) {
	line := middleware.RequestOf(ctx).Line
	var answer gen.GetBestPlan200JSONResponse
	present, err := s.Sold.PlanSold(ctx, line.PlanID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return answer, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read plan: %w", err)
	}
	used, err := s.readUsed(ctx, present)
	if err != nil {
		return nil, err
	}
	shop, _, err := s.Sold.Plans(ctx, planstore.Query{Kind: present.Kind, Subscription: present.SubscriptionType})
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	best, why, found := plan.Best(used, present, shop)
	if !found {
		return answer, nil
	}
	shown := gen.BestPlan{PlanId: best.ID}
	shown.Used.Type, shown.Used.Unit = string(why.Type), gen.AllowanceUnit(why.Unit)
	shown.Used.Amount, shown.Used.Included, shown.Used.Days = why.Amount, why.Included, used.Days
	answer.Data.Best = &shown
	return answer, nil
}

// readUsed reads the usage of the chosen line for a cycle of its plan, or since its holder has it.
func (s *PlanHandlers) readUsed(ctx context.Context, present plan.Plan) (plan.Used, error) {
	line, now := middleware.RequestOf(ctx).Line, s.Now()
	const day = 24 * time.Hour
	used := plan.Used{Days: min(present.Days(), int(now.Sub(line.Since)/day))}
	var err error
	if used.ByType, err = s.Usage.ByType(ctx, line.LineID, now, used.Days); err != nil {
		return used, fmt.Errorf("read usage: %w", err)
	}
	return used, nil
}
