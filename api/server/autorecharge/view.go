package autorecharge

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/purchase"
	autorechargestore "selfcare/internal/store/autorecharge"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
)

// view shows a rule with its next and its last recharge.
func (s *AutoRechargeHandlers) view(ctx context.Context, r contract.AutoRecharge, settings setting.Settings) (gen.AutoRecharge, error) {
	total := purchase.WithVAT(r.Amount, settings.VATPercent)
	shown := gen.AutoRecharge{
		Id: r.ID, Frequency: gen.AutoFrequency(r.Frequency), Hour: r.Hour, Amount: int64(r.Amount), Total: int64(total),
		Vat: int64(total - r.Amount), State: gen.AutoRechargeState(r.State), Reason: reason(ctx, r.Reason), ServerTime: s.Now().UTC(),
	}
	weekday, day := int(r.Weekday), r.Day
	if r.Frequency == contract.AutoWeekly {
		shown.Weekday = &weekday
	} else {
		shown.Day = &day
	}
	if r.State == contract.AutoActive {
		next := autorecharge.Next(r, s.Now()).UTC()
		shown.NextRun = &next
	}
	if err := s.addCard(ctx, r, &shown); err != nil {
		return shown, err
	}
	return shown, s.addLastRun(ctx, r, &shown)
}

// addCard shows the card to its owner, not to other holders of the line.
func (s *AutoRechargeHandlers) addCard(ctx context.Context, r contract.AutoRecharge, shown *gen.AutoRecharge) error {
	if r.CardID == "" || r.UserID != middleware.RequestOf(ctx).User.ID {
		return nil
	}
	card, err := s.Cards.Get(ctx, r.UserID, r.CardID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read card: %w", err)
	}
	view := present.SavedCard(card, s.Now())
	shown.Card = &view
	return nil
}

func (s *AutoRechargeHandlers) addLastRun(ctx context.Context, r contract.AutoRecharge, shown *gen.AutoRecharge) error {
	last, known, err := s.Runs.OfRule(ctx, r.LineID, r.ID)
	if err != nil || !known {
		return err
	}
	run := gen.AutoRechargeRun{Status: gen.AutoRechargeRunStatus(last.Run.Stage), Reason: reason(ctx, last.Run.Code), At: last.At}
	if err := run.Date.UnmarshalText([]byte(last.Run.Date)); err != nil {
		return fmt.Errorf("read date: %w", err)
	}
	if !last.Run.NextTry.IsZero() {
		run.NextTry = &last.Run.NextTry
	}
	if err := s.addLastPurchase(ctx, r, last, &run); err != nil {
		return err
	}
	shown.LastRun = &run
	return nil
}

// addLastPurchase shows the purchase of the last try to its buyer, with a waiting step at the bank.
func (s *AutoRechargeHandlers) addLastPurchase(ctx context.Context, r contract.AutoRecharge, last autorechargestore.Last, run *gen.AutoRechargeRun) error {
	if last.PurchaseID == "" || r.UserID != middleware.RequestOf(ctx).User.ID {
		return nil
	}
	p, err := s.Purchases.Get(ctx, last.PurchaseID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read purchase: %w", err)
	}
	run.PurchaseId = &p.ID
	if last.Run.Stage == contract.AutoTrying && p.Payment != nil && p.Payment.Status == contract.PaymentChallenge {
		run.Status = "confirm"
	}
	return nil
}

func reason(ctx context.Context, code contract.Code) *gen.AutoRechargeReason {
	if code == "" {
		return nil
	}
	return &gen.AutoRechargeReason{Code: string(code), Message: texts.Text(middleware.RequestOf(ctx).Language, string(code), nil)}
}
