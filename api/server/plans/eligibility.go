package plans

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	presentserver "selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store/plan"
	"selfcare/internal/store/subaccount"
)

// ValidateSubscriberEligibility tells whether a number may have a plan. For a foreign number it reports only facts of
// the number itself: it reads no line.
func (s *PlanHandlers) ValidateSubscriberEligibility(
	ctx context.Context, req gen.ValidateSubscriberEligibilityRequestObject,
) (gen.ValidateSubscriberEligibilityResponseObject, error) {
	msisdn, err := inputs.Number("mobile_number", req.Params.MobileNumber)
	if err != nil {
		return nil, err
	}
	shown, err := s.checkEligibility(ctx, msisdn, req.Params.PlanExternalId)
	var no *contract.Refusal
	if errors.As(err, &no) {
		shown, err = gen.SwitchEligibility{Plan: shown.Plan, Present: shown.Present, Reason: s.reason(ctx, no)}, nil
	}
	return gen.ValidateSubscriberEligibility200JSONResponse{Data: shown}, err
}

// checkEligibility refuses if a switch is possible neither now nor later.
func (s *PlanHandlers) checkEligibility(ctx context.Context, msisdn, externalID string) (shown gen.SwitchEligibility, err error) {
	lineID, err := s.findOwnLine(ctx, msisdn)
	if err != nil {
		return shown, err
	}
	found, _, err := s.Sold.Plans(ctx, plan.Query{ExternalIDs: []string{externalID}, Page: 1, PerPage: 1})
	if err != nil {
		return shown, fmt.Errorf("find plan: %w", err)
	}
	if len(found) == 0 {
		return shown, contract.Refuse(contract.FailPlanNotFound)
	}
	view := presentserver.In(middleware.RequestOf(ctx).Language)
	wanted := view.PlanOnSale(found[0])
	shown.Plan = &wanted
	look, err := s.readLook(ctx, lineID, found[0].ID)
	if err == nil && look.Present.LineID == "" {
		err = contract.Refuse(contract.FailSwitchNoPlan)
	}
	if err != nil {
		return shown, err
	}
	present, err := s.Sold.PlanSold(ctx, look.Present.PlanID)
	if err != nil {
		return shown, fmt.Errorf("read plan: %w", err)
	}
	has := view.PlanOnSale(present)
	shown.Present = &has
	return s.addTerms(ctx, shown, look)
}

// findOwnLine finds the line of a number among the caller's own.
func (s *PlanHandlers) findOwnLine(ctx context.Context, msisdn string) (lineID string, err error) {
	user := middleware.RequestOf(ctx).User.ID
	if user != "" {
		lines, err := s.Owned.Of(ctx, user)
		if err != nil {
			return "", fmt.Errorf("read lines: %w", err)
		}
		if at := slices.IndexFunc(lines, func(l subaccount.Subscription) bool { return l.MSISDN == msisdn }); at >= 0 {
			return lines[at].LineID, nil
		}
	}
	if !number.IsOurs(msisdn) && !number.IsDataSIM(msisdn) {
		return "", contract.Refuse(contract.FailSwitchForeign)
	}
	return "", contract.Refuse(contract.FailSwitchSignIn)
}

// addTerms returns the price of the plan now and later; of two refusals that of now counts.
func (s *PlanHandlers) addTerms(ctx context.Context, shown gen.SwitchEligibility, l look) (gen.SwitchEligibility, error) {
	notNow, notLater := l.validateNow(), l.validateLater()
	var refused, refusedLater *contract.Refusal
	if errors.As(notNow, &refused) && errors.As(notLater, &refusedLater) {
		return shown, notNow
	}
	shown.Eligible = true
	if shown.NotNow = s.reason(ctx, refused); refused == nil {
		terms := nowTerms(l)
		shown.Now = &terms
	}
	if errors.As(notLater, &refusedLater) {
		shown.NotLater = s.reason(ctx, refusedLater)
		return shown, nil
	}
	costs := l.laterCosts()
	shown.Renewal = &gen.SwitchLaterTerms{
		StartsAt: l.Present.Until.UTC(), ChangeableUntil: subscription.CutOff(l.Present, l.settings.Subscription.Rules()).UTC(),
		Amount: int64(costs), PaidBy: gen.SwitchLaterTermsPaidByBalance, Covered: l.Balance >= costs,
	}
	if l.billed() {
		shown.Renewal.PaidBy, shown.Renewal.Covered = gen.SwitchLaterTermsPaidByInvoice, true
	}
	return shown, nil
}

func nowTerms(l look) gen.SwitchNowTerms {
	total, vat := subscription.SwitchTotal(l.items, false)
	terms := gen.SwitchNowTerms{Items: presentserver.SwitchItems(l.items), Total: int64(total), Vat: int64(vat), PaidBy: gen.SwitchNowTermsPaidByInvoice}
	if !l.billed() {
		net, _ := subscription.SwitchTotal(l.items, true)
		price, left := int64(net), int64(l.Balance)
		terms.PaidBy, terms.FromBalance, terms.Balance = gen.SwitchNowTermsPaidByPurchase, &price, &left
	}
	if l.Present.Stage == contract.SubscriptionActive {
		const day = 24 * time.Hour
		lost := int((l.Present.Until.Sub(l.at) + day - 1) / day)
		terms.DaysLost = &lost
	}
	return terms
}

// reason puts a refusal into the caller's words.
func (s *PlanHandlers) reason(ctx context.Context, no *contract.Refusal) *gen.SwitchReason {
	if no == nil {
		return nil
	}
	code := no.Code
	if code == contract.FailPlanUnknown {
		code = contract.FailPlanNotFound
	}
	return &gen.SwitchReason{Code: string(code), Message: texts.Text(middleware.RequestOf(ctx).Language, string(code), no.Params)}
}
