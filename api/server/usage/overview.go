package usage

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/domain/usage"
	usagestore "selfcare/internal/store/usage"
)

// Numbers of the shown top entries.
const (
	partiesShown   = 10
	costliestShown = 5
)

// GetUsageOverview sums up a period.
func (s *UsageHandlers) GetUsageOverview(ctx context.Context, req gen.GetUsageOverviewRequestObject) (gen.GetUsageOverviewResponseObject, error) {
	in := req.Params
	asked, err := s.readAskedPeriod(ctx, req.Type, in.Place, in.From, in.To)
	if err != nil {
		return nil, err
	}
	if asked.Size, err = s.HistoryPage(ctx, in.PerPage); err != nil {
		return nil, err
	}
	days, err := s.Details.Days(ctx, asked)
	parties, partyErr := s.Details.Parties(ctx, asked, partiesShown)
	costliest, costErr := s.Details.Costliest(ctx, asked, costliestShown)
	latest, _, pageErr := s.Details.Page(ctx, asked)
	if err := errors.Join(err, partyErr, costErr, pageErr); err != nil {
		return nil, fmt.Errorf("sum usage: %w", err)
	}
	view := gen.UsageOverview{
		Unit: gen.UnitUsed(usage.UnitOfKind(asked.Kind)), Days: []gen.UsageDay{}, Parties: []gen.UsageParty{},
		Costliest: shown(costliest), Latest: shown(latest),
	}
	view.From, view.To = asked.Period.Days()
	for _, d := range days {
		view.Days = append(view.Days, gen.UsageDay{Day: d.Of, Count: d.Count, Amount: d.Amount, Charged: int64(d.Charged)})
		view.Total.Count, view.Total.Amount, view.Total.Charged = view.Total.Count+d.Count, view.Total.Amount+d.Amount, view.Total.Charged+int64(d.Charged)
	}
	for _, p := range parties {
		view.Parties = append(view.Parties, gen.UsageParty{Party: p.Of, Count: p.Count, Amount: p.Amount, Charged: int64(p.Charged)})
	}
	return gen.GetUsageOverview200JSONResponse{Data: view}, nil
}

// readAskedPeriod requires a period that is short enough to sum up. A period before the holder had the line is empty.
func (s *UsageHandlers) readAskedPeriod(ctx context.Context, kind gen.UsageKind, place *gen.UsagePlace, first, last *string) (a usagestore.Asked, err error) {
	if a, err = s.readAsked(ctx, kind, place, first, last); err != nil {
		return a, err
	}
	if a.Period, err = a.Period.Bounded(); err != nil {
		return a, err
	}
	since := middleware.RequestOf(ctx).Line.Since
	if since.Before(a.Period.Until) {
		a.Period = a.Period.Since(since)
	} else {
		a.Period.From = a.Period.Until.Add(-1) // its last moment: empty
	}
	return a, nil
}
