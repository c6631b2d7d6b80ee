// Package creditlimit shows and changes credit limits, and the spending caps of an account.
package creditlimit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	domain "selfcare/internal/domain/creditlimit"
	"selfcare/internal/spending"
	"selfcare/internal/store/creditlimit"
)

// CreditLimitHandlers show and change credit limits and spending caps.
type CreditLimitHandlers struct {
	*middleware.Core
	Changes changes
}

type changes interface {
	ChangeCredit(ctx context.Context, in spending.Request, amount, seen contract.Halalas) error
	LiftCap(ctx context.Context, in spending.Request, kind domain.Kind) error
	SetCap(ctx context.Context, in spending.Request, kind domain.Kind, amount contract.Halalas) error
	Standing(ctx context.Context, lineID, kind string, now time.Time) (spending.Standing, error)
}

// GetCreditLimit shows the credit limit of the chosen line, and its possible values.
func (s *CreditLimitHandlers) GetCreditLimit(ctx context.Context, _ gen.GetCreditLimitRequestObject) (gen.GetCreditLimitResponseObject, error) {
	shown, err := s.credit(ctx)
	return gen.GetCreditLimit200JSONResponse{Data: shown}, err
}

// ChangeCreditLimit changes the credit limit of the chosen line.
func (s *CreditLimitHandlers) ChangeCreditLimit(ctx context.Context, req gen.ChangeCreditLimitRequestObject) (gen.ChangeCreditLimitResponseObject, error) {
	in := s.readAsked(ctx, middleware.RequestOf(ctx).Line.LineID, "credit-limit")
	err := s.Changes.ChangeCredit(ctx, in, contract.Halalas(req.Body.Amount), contract.Halalas(optional.Value(req.Body.Current)))
	if err != nil {
		return nil, err
	}
	shown, err := s.credit(ctx)
	return gen.ChangeCreditLimit200JSONResponse{Data: shown}, err
}

func (s *CreditLimitHandlers) readAsked(ctx context.Context, lineID, what string) spending.Request {
	current := middleware.RequestOf(ctx)
	return spending.Request{
		ID: s.Derive.ID(what, current.Subject, current.Key), LineID: lineID, UserID: current.User.ID,
		Trace: contract.Trace{ID: current.TraceID, Client: current.Network()}, Now: s.Now(),
	}
}

func (s *CreditLimitHandlers) credit(ctx context.Context) (shown gen.CreditLimit, err error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return shown, err
	}
	current, now := middleware.RequestOf(ctx), s.Now()
	standing, err := s.Changes.Standing(ctx, current.Line.LineID, current.Line.Type, now)
	if err != nil {
		return shown, fmt.Errorf("read credit limit: %w", err)
	}
	return creditView(standing, settings.Spending, current.Language, now)
}

func creditView(s spending.Standing, f creditlimit.Figures, language string, now time.Time) (shown gen.CreditLimit, err error) {
	rules := f.Rules()
	limit, _ := s.Of(domain.Credit)
	lowest, highest := rules.Bounds(s.Account, now)
	shown = gen.CreditLimit{
		Limit: int64(limit.Amount), Used: int64(limit.Used), Left: int64(max(limit.Amount-limit.Used, 0)), Lowest: int64(lowest), Highest: int64(highest),
		Presets: []int64{}, Percent: limit.Percent(), WarnPercent: f.WarnPercent, State: gen.SpendState(limit.State(f.WarnPercent)), Currency: gen.CreditLimitCurrencySAR,
	}
	for _, preset := range rules.Offered(s.Account, now) {
		shown.Presets = append(shown.Presets, int64(preset))
	}
	var refusal *contract.Refusal
	if errors.As(rules.ValidateRaise(s.Account, now), &refusal) {
		shown.RaiseRefused = &gen.RaiseRefused{
			Code: gen.RaiseRefusedCode(refusal.Code), Message: texts.Text(language, string(refusal.Code), refusal.Params),
		}
	}
	return shown, nil
}
