package creditlimit

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/creditlimit"
	"selfcare/internal/store/subaccount"
)

// GetSpendControl shows the lines of the account with their caps.
func (s *CreditLimitHandlers) GetSpendControl(ctx context.Context, _ gen.GetSpendControlRequestObject) (gen.GetSpendControlResponseObject, error) {
	shown, err := s.control(ctx)
	return gen.GetSpendControl200JSONResponse{Data: shown}, err
}

// SetSpendCap sets or removes a cap on a line of the account.
func (s *CreditLimitHandlers) SetSpendCap(ctx context.Context, req gen.SetSpendCapRequestObject) (gen.SetSpendCapResponseObject, error) {
	line, err := ownLine(ctx, req.Body.SubscriptionId)
	if err != nil {
		return nil, err
	}
	amount := contract.Halalas(optional.Value(req.Body.Amount))
	if err := s.Changes.SetCap(ctx, s.readAsked(ctx, line.LineID, "spend-cap"), domain.Kind(req.Body.Kind), amount); err != nil {
		return nil, err
	}
	shown, err := s.control(ctx)
	return gen.SetSpendCap200JSONResponse{Data: shown}, err
}

// LiftSpendCap lifts a reached cap until the next cycle.
func (s *CreditLimitHandlers) LiftSpendCap(ctx context.Context, req gen.LiftSpendCapRequestObject) (gen.LiftSpendCapResponseObject, error) {
	line, err := ownLine(ctx, req.Body.SubscriptionId)
	if err != nil {
		return nil, err
	}
	if err := s.Changes.LiftCap(ctx, s.readAsked(ctx, line.LineID, "spend-cap"), domain.Kind(req.Body.Kind)); err != nil {
		return nil, err
	}
	shown, err := s.control(ctx)
	return gen.LiftSpendCap200JSONResponse{Data: shown}, err
}

// ownLine finds a line of the account.
func ownLine(ctx context.Context, subscriptionID string) (subaccount.Subscription, error) {
	line, ok := middleware.ChosenLine(middleware.RequestOf(ctx).Lines, subscriptionID)
	if !ok {
		return line, contract.Refuse(contract.FailAccountUnknown)
	}
	return line, nil
}

func named(line subaccount.Subscription) string {
	if line.Main {
		return middleware.MainAccount
	}
	return line.ID
}

func (s *CreditLimitHandlers) control(ctx context.Context) (shown gen.SpendControl, err error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return shown, err
	}
	f := settings.Spending
	shown = gen.SpendControl{
		Lines: []gen.SpendLine{}, Minimum: int64(f.CapMin), Maximum: int64(f.CapMax), WarnPercent: f.WarnPercent, Currency: gen.SpendControlCurrencySAR,
	}
	for _, line := range middleware.RequestOf(ctx).Lines {
		of, err := s.line(ctx, line, f.WarnPercent)
		if err != nil {
			return shown, err
		}
		shown.Lines = append(shown.Lines, of)
	}
	return shown, nil
}

func (s *CreditLimitHandlers) line(ctx context.Context, line subaccount.Subscription, warnPercent int) (shown gen.SpendLine, err error) {
	standing, err := s.Changes.Standing(ctx, line.LineID, line.Type, s.Now())
	if err != nil {
		return shown, fmt.Errorf("read caps: %w", err)
	}
	shown = gen.SpendLine{
		SubscriptionId: named(line), Msisdn: line.MSISDN, IsMain: line.Main, Nickname: line.Nickname, Caps: []gen.SpendCap{},
		Until: optional.Time(standing.Plan.Until),
	}
	for _, kind := range domain.Caps() {
		if l, set := standing.Of(kind); set {
			shown.Caps = append(shown.Caps, gen.SpendCap{
				Kind: gen.SpendKind(kind), Amount: int64(l.Amount), Used: int64(l.Used), Percent: l.Percent(), State: gen.SpendState(l.State(warnPercent)),
				Mine: standing.SetBy(kind) == middleware.RequestOf(ctx).User.ID,
			})
		}
	}
	return shown, nil
}
