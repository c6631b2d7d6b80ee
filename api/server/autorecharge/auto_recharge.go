// Package autorecharge shows and changes automatic recharges.
package autorecharge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/ratelimit"
	autorechargestore "selfcare/internal/store/autorecharge"
	cardstore "selfcare/internal/store/card"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
)

// AutoRechargeHandlers show and change automatic recharges.
type AutoRechargeHandlers struct {
	*middleware.Core
	Rules     rules
	Runs      runs
	Cards     cards
	Purchases purchases
}

type rules interface {
	OfLine(ctx context.Context, lineID string) (contract.AutoRecharge, bool, error)
	Open(ctx context.Context, r contract.AutoRecharge) (bool, error)
	Resume(ctx context.Context, r contract.AutoRecharge) (bool, error)
	End(ctx context.Context, lineID string, reason contract.Code) (bool, error)
}

type runs interface {
	OfRule(ctx context.Context, lineID, ruleID string) (autorechargestore.Last, bool, error)
}

type cards interface {
	Get(ctx context.Context, userID, id string) (cardstore.Card, error)
}

type purchases interface {
	Get(ctx context.Context, id string) (contract.Purchase, error)
}

// GetAutoRecharge shows the auto-recharge of the chosen line.
func (s *AutoRechargeHandlers) GetAutoRecharge(ctx context.Context, _ gen.GetAutoRechargeRequestObject) (gen.GetAutoRechargeResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	place := gen.AutoRechargePlace{Hour: settings.AutoRecharge.Hour}
	rule, known, err := s.Rules.OfLine(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return nil, fmt.Errorf("read auto-recharge: %w", err)
	}
	if known {
		shown, err := s.view(ctx, rule, settings)
		if err != nil {
			return nil, err
		}
		place.AutoRecharge = &shown
	}
	return gen.GetAutoRecharge200JSONResponse{Data: place}, nil
}

// StartAutoRecharge sets up an auto-recharge for a line without one.
func (s *AutoRechargeHandlers) StartAutoRecharge(ctx context.Context, req gen.StartAutoRechargeRequestObject) (gen.StartAutoRechargeResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.PurchaseStart, nil); err != nil {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	rule, err := s.ruleOf(ctx, *req.Body, settings)
	if err != nil {
		return nil, err
	}
	opened, err := s.Rules.Open(ctx, rule)
	if err == nil && !opened {
		err = contract.Refuse(contract.FailAutoRechargeExists)
	}
	if err != nil {
		return nil, fmt.Errorf("open auto-recharge: %w", err)
	}
	shown, err := s.view(ctx, rule, settings)
	return gen.StartAutoRecharge201JSONResponse{Data: shown}, err
}

// ruleOf reads the requested rule and refuses a faulty one.
func (s *AutoRechargeHandlers) ruleOf(ctx context.Context, in gen.StartAutoRecharge, settings setting.Settings) (contract.AutoRecharge, error) {
	current := middleware.RequestOf(ctx)
	rule := contract.AutoRecharge{
		ID: s.Derive.ID("auto-recharge", current.Subject, current.Key), LineID: current.Line.LineID, UserID: current.User.ID, CardID: in.CardId,
		Language: current.Language, Frequency: contract.AutoFrequency(in.Frequency), Weekday: time.Weekday(optional.Value(in.Weekday)),
		Day: optional.Value(in.Day), Hour: settings.AutoRecharge.Hour, Amount: contract.Halalas(in.Amount),
		State: contract.AutoActive, Since: s.Now().UTC().Truncate(time.Millisecond),
	}
	if err := autorecharge.ValidateDay(rule.Frequency, in.Weekday, in.Day); err != nil {
		return rule, err
	}
	figures := purchase.Figures{Minimum: settings.Purchase.RechargeMin, Maximum: settings.Purchase.RechargeMax}
	if err := purchase.ValidateAmount(rule.Amount, figures); err != nil {
		return rule, err
	}
	if in.Total != nil && contract.Halalas(*in.Total) != purchase.WithVAT(rule.Amount, settings.VATPercent) {
		return rule, contract.Refuse(contract.FailPriceChanged)
	}
	return rule, s.validateCard(ctx, rule)
}

// validateCard refuses a postpaid line, and a card that is not the caller's or will have expired by then.
func (s *AutoRechargeHandlers) validateCard(ctx context.Context, rule contract.AutoRecharge) error {
	if err := autorecharge.ValidateLine(middleware.RequestOf(ctx).Line.Type); err != nil {
		return err
	}
	card, err := s.Cards.Get(ctx, rule.UserID, rule.CardID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.RefuseField("cardId", contract.FailCardUnknown)
	}
	if err != nil {
		return fmt.Errorf("read card: %w", err)
	}
	if err := order.ValidateCard(card.ExpiryMonth, card.ExpiryYear, rule.Since); err != nil {
		return err
	}
	return autorecharge.ValidateCard(card.ExpiryMonth, card.ExpiryYear, autorecharge.Next(rule, rule.Since))
}

// EndAutoRecharge ends the auto-recharge of the chosen line.
func (s *AutoRechargeHandlers) EndAutoRecharge(ctx context.Context, _ gen.EndAutoRechargeRequestObject) (gen.EndAutoRechargeResponseObject, error) {
	ended, err := s.Rules.End(ctx, middleware.RequestOf(ctx).Line.LineID, "")
	if err != nil {
		return nil, fmt.Errorf("end auto-recharge: %w", err)
	}
	if !ended {
		return nil, contract.Refuse(contract.FailAutoRechargeUnknown)
	}
	return gen.EndAutoRecharge204Response{}, nil
}

// ResumeAutoRecharge resumes a paused auto-recharge with another card.
func (s *AutoRechargeHandlers) ResumeAutoRecharge(ctx context.Context, req gen.ResumeAutoRechargeRequestObject) (gen.ResumeAutoRechargeResponseObject, error) {
	rule, known, err := s.Rules.OfLine(ctx, middleware.RequestOf(ctx).Line.LineID)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read auto-recharge: %w", err)
	case !known:
		return nil, contract.Refuse(contract.FailAutoRechargeUnknown)
	case rule.UserID != middleware.RequestOf(ctx).User.ID:
		return nil, contract.Refuse(contract.FailAutoRechargeUnknown) // the card belongs to the account that set it up
	}
	rule.CardID, rule.Since = req.Body.CardId, s.Now().UTC().Truncate(time.Millisecond)
	if err := s.validateCard(ctx, rule); err != nil {
		return nil, err
	}
	resumed, err := s.Rules.Resume(ctx, rule)
	if err == nil && !resumed {
		err = contract.Refuse(contract.FailAutoRechargeNotPaused)
	}
	if err != nil {
		return nil, fmt.Errorf("resume auto-recharge: %w", err)
	}
	rule.State, rule.Reason = contract.AutoActive, ""
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	shown, err := s.view(ctx, rule, settings)
	return gen.ResumeAutoRecharge200JSONResponse{Data: shown}, err
}
