package customer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"selfcare/api/gen"
)

// MayHave checks whether the line of the last order may have a plan, by the plan's external id.
func (c Buyer) MayHave(ctx context.Context, externalID string) (gen.SwitchEligibility, error) {
	var answer struct{ Data gen.SwitchEligibility }
	query := url.Values{"mobile_number": {*c.Order.Msisdn}, "plan_external_id": {externalID}}
	err := c.Call(ctx, http.MethodGet, "/plans/validate-subscriber-eligibilty?"+query.Encode(), nil, &answer)
	return answer.Data, err
}

// ShowSwitchCode requests a code for the line, and shows it.
func (c Buyer) ShowSwitchCode(ctx context.Context) error {
	msisdn := *c.Order.Msisdn
	code, err := c.ReceiveCode(ctx, msisdn, gen.OtpSourceSwitchPlan)
	if err != nil {
		return err
	}
	otp := map[string]any{"otp": map[string]string{"mobile_number": msisdn, "source": string(gen.OtpSourceSwitchPlan), "otp": code}}
	return c.Call(ctx, http.MethodPost, "/auth/otp/validate", otp, nil)
}

// SwitchNow switches the plan now, paid by a typed card, and waits for the result.
func (c Buyer) SwitchNow(ctx context.Context, planID string, total int64, card string) (gen.Purchase, error) {
	token, err := c.cards.Token(ctx, card)
	if err != nil {
		return gen.Purchase{}, err
	}
	begun, err := c.BeginSwitch(ctx, planID, total, gen.PurchasePay{Way: gen.PaymentMethodCard, CardToken: &token})
	if err != nil {
		return begun, err
	}
	return c.Follow(ctx, begun)
}

// BeginSwitch begins the purchase of a switch now.
func (c Buyer) BeginSwitch(ctx context.Context, planID string, total int64, pay gen.PurchasePay) (gen.Purchase, error) {
	start := gen.Now
	in := gen.SwitchPlanJSONRequestBody{PlanId: planID, Start: &start, Total: &total, Pay: &pay}
	var answer gen.SwitchPlan200JSONResponse
	if err := c.Call(ctx, http.MethodPut, "/users/switch-plan", in, &answer); err != nil {
		return gen.Purchase{}, err
	}
	if answer.Purchase == nil {
		return gen.Purchase{}, fmt.Errorf("switch to %s: no purchase was started", planID)
	}
	return *answer.Purchase, nil
}

// ScheduleSwitch schedules a switch for the end of the cycle.
func (c Buyer) ScheduleSwitch(ctx context.Context, planID string) (gen.PlanSubscription, error) {
	var answer gen.SwitchPlan200JSONResponse
	err := c.Call(ctx, http.MethodPut, "/users/switch-plan", gen.SwitchPlanJSONRequestBody{PlanId: planID}, &answer)
	return answer.Data, err
}

// CancelSwitch keeps the present plan.
func (c Buyer) CancelSwitch(ctx context.Context) (gen.PlanSubscription, error) {
	var answer struct{ Data gen.PlanSubscription }
	err := c.Call(ctx, http.MethodDelete, "/users/switch-plan", nil, &answer)
	return answer.Data, err
}

// PlanStands returns the state of the main line's plan.
func (c Buyer) PlanStands(ctx context.Context) (gen.PlanSubscription, error) {
	var answer struct {
		Data struct{ Subscription *gen.PlanSubscription }
	}
	if err := c.Call(ctx, http.MethodGet, "/users/plan", nil, &answer); err != nil {
		return gen.PlanSubscription{}, err
	}
	if answer.Data.Subscription == nil {
		return gen.PlanSubscription{}, errors.New("the plan of the line has no workflow yet")
	}
	return *answer.Data.Subscription, nil
}

// Plan is the id of the main line's plan.
func (c Buyer) Plan(ctx context.Context) (string, error) {
	var answer struct {
		Data struct{ Plan gen.Plan }
	}
	err := c.Call(ctx, http.MethodGet, "/users/plan", nil, &answer)
	return answer.Data.Plan.Id, err
}
