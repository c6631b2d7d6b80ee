package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/plan"
	"selfcare/internal/domain/subscription"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/site"
	"selfcare/internal/store/subaccount"
)

// GetDashboard shows balance and consumption of the chosen line.
func (s *AccountHandlers) GetDashboard(ctx context.Context, _ gen.GetDashboardRequestObject) (gen.GetDashboardResponseObject, error) {
	current := middleware.RequestOf(ctx)
	usage, err := s.Lines.Usage(ctx, current.Line.LineID)
	if err != nil {
		return nil, fmt.Errorf("read usage: %w", err)
	}
	widgets, err := middleware.ReadCached(ctx, s.LocalCache, "widgets", s.Widgets.Widgets)
	if err != nil {
		return nil, fmt.Errorf("read widgets: %w", err)
	}
	concerns, err := s.Lines.Concerns(ctx, current.Line.LineID, s.Now())
	if err != nil {
		return nil, fmt.Errorf("read the concerns of a line: %w", err)
	}
	shown := dashboardView(current.Line, usage, widgets, current.Language)
	shown.Alert = alertView(current.Line, concerns)
	return gen.GetDashboard200JSONResponse{Data: shown}, nil
}

// alertView shows the most pressing concern that the chosen line may see; nil if there is none.
func alertView(chosen subaccount.Subscription, concerns line.Concerns) *gen.LineAlert {
	if !permission.Granted(middleware.PermissionsOf(chosen), permission.Bills) {
		concerns.Overdue = 0
	}
	alert := concerns.Alert()
	shown := gen.LineAlert{What: gen.LineAlertWhat(alert)}
	switch alert {
	case line.AlertPortOut:
		shown.Reference, shown.Until = &concerns.PortOut, optional.Time(concerns.LeavesAt)
	case line.AlertSuspended:
		shown.Since = optional.Time(concerns.SuspendedSince)
	case line.AlertEnding:
		shown.Until = optional.Time(concerns.KeepUntil)
	case line.AlertOverdue:
		amount := int64(concerns.Overdue)
		shown.Since, shown.Amount = optional.Time(concerns.DueAt), &amount
	case line.AlertBlocked:
	default:
		return nil
	}
	return &shown
}

func dashboardView(line subaccount.Subscription, usage linestore.Usage, widgets []site.Widget, language string) gen.Dashboard {
	var shown gen.Dashboard
	shown.Proprties.SubscriptionType = gen.DashboardProprtiesSubscriptionType(line.Type)
	shown.Proprties.MobileNumber, shown.Proprties.DataSim = line.MSISDN, line.Kind == linestore.Data
	if line.Nickname != "" {
		shown.Proprties.Nickname = &line.Nickname
	}
	shown.Balance.Amount, shown.Balance.Currency = int64(usage.Balance), gen.DashboardBalanceCurrencySAR
	if line.Type == subscription.Prepaid { // a debt has no such end
		shown.Balance.ValidUntil = inUTC(usage.ValidUntil)
	}
	shown.Consumption = make([]gen.LineAllowance, len(usage.Allowances))
	for i, a := range usage.Allowances {
		shown.Consumption[i] = gen.LineAllowance{
			Type: a.Type, Unit: gen.LineAllowanceUnit(a.Unit), Total: a.Total, Used: a.Used, Unlimited: a.Total == nil,
			ValidUntil: inUTC(a.ValidUntil),
		}
	}
	shown.AdditionalWidgets = widgetViews(line, widgets, language)
	return shown
}

// widgetViews leaves out widgets that the line may not open.
func widgetViews(line subaccount.Subscription, widgets []site.Widget, language string) []gen.DashboardWidget {
	shown := []gen.DashboardWidget{}
	for _, widget := range widgets {
		if widget.Permission != "" && !permission.Granted(middleware.PermissionsOf(line), permission.Key(widget.Permission)) {
			continue
		}
		title := widget.TitleAr
		if language == texts.English {
			title = widget.TitleEn
		}
		shown = append(shown, gen.DashboardWidget{Key: widget.Key, Title: title})
	}
	return shown
}

// GetUserPlan shows the plan of the chosen line, even if it is no longer on sale, with its rates and state.
func (s *AccountHandlers) GetUserPlan(ctx context.Context, _ gen.GetUserPlanRequestObject) (gen.GetUserPlanResponseObject, error) {
	current := middleware.RequestOf(ctx)
	rates, err := middleware.ReadCached(ctx, s.LocalCache, "rates", s.Plans.Rates)
	if err != nil {
		return nil, fmt.Errorf("read rates: %w", err)
	}
	sold, err := s.Plans.PlanSold(ctx, current.Line.PlanID)
	none := errors.Is(err, storeerrors.ErrNotFound)
	if err != nil && !none {
		return nil, fmt.Errorf("read plan: %w", err)
	}
	v := present.In(current.Language)
	var answer gen.GetUserPlan200JSONResponse
	if !none {
		view := v.PlanOnSale(sold)
		answer.Data.Plan = &view
	}
	answer.Data.Rates = v.Rates(plan.RatesOf(sold, rates))
	answer.Data.Subscription, err = s.Followed.Of(ctx, current.Line.LineID)
	return answer, err
}

func inUTC(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	utc := at.UTC()
	return &utc
}
