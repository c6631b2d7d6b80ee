package plans

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store/setting"
	subscriptionstore "selfcare/internal/store/subscription"
)

// SwitchPlan replaces the present plan: at the end of its cycle, or now, by a purchase.
func (s *PlanHandlers) SwitchPlan(ctx context.Context, req gen.SwitchPlanRequestObject) (gen.SwitchPlanResponseObject, error) {
	wanted, current := *req.Body, middleware.RequestOf(ctx)
	look, err := s.readLook(ctx, current.Line.LineID, wanted.PlanId)
	if err == nil && look.Present.LineID == "" {
		err = contract.Refuse(contract.FailSubscriptionUnknown)
	}
	if err != nil {
		return nil, err
	}
	if optional.Value(wanted.Start) == gen.Now {
		return s.switchNow(ctx, look, wanted)
	}
	if !subscription.IsRepeated(look.Present, current.Key) { // otherwise it is done, and its answer got lost
		if err := s.validateLater(ctx, look, wanted.Otp); err != nil {
			return nil, err
		}
	}
	shown, err := s.choose(ctx, func(ctx context.Context) (contract.PlanSubscription, error) {
		return s.Flow.ScheduleSwitch(ctx, look.Present, current.Key, contract.SwitchChoice{UserID: current.Subject, PlanID: wanted.PlanId})
	})
	return gen.SwitchPlan200JSONResponse{Data: shown}, err
}

func (s *PlanHandlers) validateLater(ctx context.Context, look look, typed *string) error {
	if err := look.validateLater(); err != nil {
		return err
	}
	return s.takeCode(ctx, look, typed)
}

// switchNow begins the purchase of a switch. It makes every check before a code is used or money moves.
func (s *PlanHandlers) switchNow(ctx context.Context, look look, wanted gen.SwitchPlanJSONRequestBody) (gen.SwitchPlanResponseObject, error) {
	if wanted.Pay == nil || wanted.Total == nil {
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{missingOf(wanted): "field.required"}}
	}
	if err := look.validateNow(); err != nil {
		return nil, err
	}
	draft := look.draft(contract.PaymentMethod(wanted.Pay.Way))
	if contract.Halalas(*wanted.Total) != draft.Total {
		return nil, contract.Refuse(contract.FailPriceChanged)
	}
	if err := s.takeCode(ctx, look, wanted.Otp); err != nil {
		return nil, err
	}
	seen, err := s.readView(ctx, look.Line.ID)
	if err != nil {
		return nil, err
	}
	bought, err := s.Purchases.StartSwitch(ctx, look.Present, draft, *wanted.Pay)
	if err != nil {
		return nil, err
	}
	if seen, err = s.viewAfterwards(ctx, seen, bought, look); err != nil {
		return nil, err
	}
	return s.showSwitch(ctx, seen, look.settings)
}

// viewAfterwards returns the earlier read plan with the new switch: opening it took money and changed nothing else. A plan that
// has moved on by itself is read again.
func (s *PlanHandlers) viewAfterwards(ctx context.Context, seen subscriptionstore.PlanView, bought contract.Purchase, look look) (subscriptionstore.PlanView, error) {
	to, from := look.Name, seen.Present
	if bought.Seq > 1 {
		var err error
		if seen, err = s.readView(ctx, look.Line.ID); err != nil {
			return seen, err
		}
		if seen.LastSwitch != nil && seen.LastSwitch.ID == bought.ID {
			to, from = seen.To, seen.From
		}
	} else if bought.Way == contract.PayBalance {
		seen.Balance -= bought.Total
	}
	seen.LastSwitch, seen.To, seen.From = &bought, to, from
	return seen, nil
}

// showSwitch shows the progress of a switch now, together with the plan.
func (s *PlanHandlers) showSwitch(ctx context.Context, seen subscriptionstore.PlanView, settings setting.Settings) (gen.SwitchPlanResponseObject, error) {
	current, p := middleware.RequestOf(ctx), *seen.LastSwitch
	words := present.In(current.Language)
	bought := words.Purchase(p, current.Line.MSISDN, s.Now())
	bought.Switch = words.Switch(*p.Switch, seen.To, seen.From)
	if p.Stage.Closed() {
		balance := int64(seen.Balance)
		bought.Balance = &balance
	}
	return gen.SwitchPlan200JSONResponse{Data: s.presentPlan(ctx, seen, settings), Purchase: &bought}, nil
}

func missingOf(wanted gen.SwitchPlanJSONRequestBody) string {
	if wanted.Pay == nil {
		return "pay"
	}
	return "total"
}

// takeCode takes the code that was sent to the line, or the earlier proof of this session.
func (s *PlanHandlers) takeCode(ctx context.Context, look look, typed *string) error {
	source := string(gen.OtpSourceSwitchPlan)
	if typed == nil {
		return s.Access.ValidateProvenCode(ctx, source, look.Line.ID)
	}
	return s.Codes.UseCode(ctx, verification.PinFor(source), look.Line.MSISDN, *typed)
}

// readLook reads all facts for giving a plan to a line, and the price of a switch now.
func (s *PlanHandlers) readLook(ctx context.Context, lineID, planID string) (look, error) {
	found := look{at: s.Now()}
	var err error
	if found.settings, err = s.Settings(ctx); err != nil {
		return found, err
	}
	if found.PlanLook, err = s.Plans.Look(ctx, lineID, planID, found.at); err != nil {
		return found, fmt.Errorf("look at line: %w", err)
	}
	found.items = subscription.SwitchBill(found.Plan, found.SIMs, found.Commitment, found.at, found.settings.VATPercent)
	return found, nil
}
