package site

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/store/plan"
)

// ListOperators shows the operators that a number can be brought from.
func (s *SiteHandlers) ListOperators(ctx context.Context, _ gen.ListOperatorsRequestObject) (gen.ListOperatorsResponseObject, error) {
	donors, err := s.Ports.Donors(ctx)
	if err != nil {
		return nil, fmt.Errorf("read operators: %w", err)
	}
	v := present.In(middleware.RequestOf(ctx).Language)
	items := make([]gen.Operator, len(donors))
	for i, donor := range donors {
		items[i] = gen.Operator{Key: donor.Key, Name: v.Localized(donor.NameAr, donor.NameEn)}
	}
	return gen.ListOperators200JSONResponse{Items: items}, nil
}

// ListMnpPlans shows the plans that take a number from another operator.
func (s *SiteHandlers) ListMnpPlans(ctx context.Context, _ gen.ListMnpPlansRequestObject) (gen.ListMnpPlansResponseObject, error) {
	found, _, err := s.Catalogue.Plans(ctx, plan.Query{Ported: true})
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	return gen.ListMnpPlans200JSONResponse{Items: planViews(ctx, found)}, nil
}

// ListPortWindows shows the days for moving a number.
func (s *SiteHandlers) ListPortWindows(ctx context.Context, _ gen.ListPortWindowsRequestObject) (gen.ListPortWindowsResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Now()
	days, err := s.Ports.Calendar(ctx, settings, now)
	if err != nil {
		return nil, fmt.Errorf("read the calendar: %w", err)
	}
	answer := gen.ListPortWindows200JSONResponse{
		WorkingDays: settings.Site.PortInWorkingDays, AroundTheClock: settings.Port.AroundTheClock, Items: []gen.PortWindow{},
	}
	for _, window := range days.Days(now, settings.Port.DaysAhead) {
		answer.Items = append(answer.Items, gen.PortWindow{
			Date: calendar.Date(window.Start), From: window.Start, Until: window.End,
		})
	}
	return answer, nil
}
