package plans

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/proofs"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
)

// SwitchPlan has another plan take the place of the present one: when its cycle ends, or now, by a purchase.
func (s *PlanHandlers) SwitchPlan(ctx context.Context, req gen.SwitchPlanRequestObject) (gen.SwitchPlanResponseObject, error) {
	wanted := *req.Body
	now, err := s.present(ctx)
	if err != nil {
		return nil, err
	}
	look, err := s.look(ctx, now, wanted.PlanId)
	if err != nil {
		return nil, err
	}
	if optional.Value(wanted.Start) == gen.Now {
		return s.switchNow(ctx, look, wanted)
	}
	if err := look.later(); err != nil {
		return nil, err
	}
	if err := s.hasCode(ctx, look, wanted.Otp); err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	next, err := s.chosen(ctx, now.LineID, func(ctx context.Context) (contract.PlanSubscription, error) {
		return s.Flow.ScheduleSwitch(ctx, now, current.Key, contract.SwitchChoice{UserID: current.Subject, PlanID: wanted.PlanId})
	})
	if err != nil {
		return nil, err
	}
	shown, err := s.view(ctx, next)
	return gen.SwitchPlan200JSONResponse{Data: shown}, err
}

// switchNow starts the purchase that switches. Everything that can be refused is, before a code is used or money moves.
func (s *PlanHandlers) switchNow(ctx context.Context, look look, wanted gen.SwitchPlanJSONRequestBody) (gen.SwitchPlanResponseObject, error) {
	if wanted.Pay == nil || wanted.Total == nil {
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{missingOf(wanted): "field.required"}}
	}
	if err := look.now(); err != nil {
		return nil, err
	}
	look, err := s.priced(ctx, look)
	if err != nil {
		return nil, err
	}
	draft := look.draft(contract.PayWay(wanted.Pay.Way))
	if contract.Halalas(*wanted.Total) != draft.Total {
		return nil, contract.Refuse(contract.FailPriceChanged)
	}
	if err := s.hasCode(ctx, look, wanted.Otp); err != nil {
		return nil, err
	}
	bought, err := s.Till.StartSwitch(ctx, draft, *wanted.Pay)
	if err != nil {
		return nil, err
	}
	after, err := s.present(ctx)
	if err != nil {
		return nil, err
	}
	shown, err := s.view(ctx, after)
	return gen.SwitchPlan200JSONResponse{Data: shown, Purchase: &bought}, err
}

func missingOf(wanted gen.SwitchPlanJSONRequestBody) string {
	if wanted.Pay == nil {
		return "pay"
	}
	return "total"
}

// hasCode takes the code that was sent to the line, or what the session has shown of it before.
func (s *PlanHandlers) hasCode(ctx context.Context, look look, typed *string) error {
	source := string(gen.OtpSourceSwitchPlan)
	if typed == nil {
		return s.Access.CodeShown(ctx, source, look.line.ID)
	}
	return s.Codes.UseCode(ctx, proofs.PinFor(source), look.line.MSISDN, *typed)
}

// goes is the refusal for a line that is about to go; nil for one that stays.
func (s *PlanHandlers) goes(ctx context.Context, lineID string) (refusal, err error) {
	by, err := s.Lines.ClaimOf(ctx, lineID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read claim on line: %w", err)
	}
	return line.Goes(by.Change()), nil
}

// look is all that counts when a line is to have a plan.
func (s *PlanHandlers) look(ctx context.Context, now contract.PlanSubscription, planID string) (look, error) {
	found := look{present: now, at: s.Now()}
	var err error
	if found.line, err = s.Lines.Get(ctx, now.LineID); err != nil {
		return found, fmt.Errorf("read line: %w", err)
	}
	if found.goes, err = s.goes(ctx, now.LineID); err != nil {
		return found, err
	}
	if found.plan, err = s.Plans.Terms(ctx, planID); err != nil {
		return found, fmt.Errorf("read plan: %w", err)
	}
	if found.settings, err = s.Settings(ctx); err != nil {
		return found, err
	}
	if found.usage, err = s.Lines.Usage(ctx, now.LineID); err != nil {
		return found, fmt.Errorf("read balance: %w", err)
	}
	return found, nil
}

// priced adds what the switch costs.
func (s *PlanHandlers) priced(ctx context.Context, found look) (look, error) {
	var err error
	if found.sims, found.commitment, err = s.Plans.Extras(ctx, found.line.ID, found.at); err != nil {
		return found, fmt.Errorf("read what a line pays for: %w", err)
	}
	found.items = subscription.SwitchBill(found.plan, found.sims, found.commitment, found.at, found.settings.VATPercent)
	return found, nil
}
