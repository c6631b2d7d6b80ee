package orders

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/server/middleware"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// permitStart bounds the orders one address or device begins, each of which may hold a number. Orders outlive Redis: where
// nothing can be counted they go on.
func (s *WizardHandlers) permitStart(ctx context.Context) error {
	current := middleware.RequestOf(ctx)
	settings, err := s.Settings(ctx)
	if err != nil {
		return err
	}
	limits := map[string]int{"order-start:" + current.Client: settings.OrderStartsByAddress}
	if current.Session.DeviceID != "" {
		limits["order-start-device:"+current.Session.DeviceID] = settings.OrderStartsByDevice
	}
	for key, most := range limits {
		err := s.RateLimit(ctx, key, cache.Limit{Max: int64(most), Window: settings.OrderStartsWindow})
		var often *middleware.Limited
		if errors.As(err, &often) {
			often.Code = contract.FailTooManyOrders
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkReferral refuses an invitation nobody gave out.
func (s *WizardHandlers) checkReferral(ctx context.Context, code string) error {
	if code == "" {
		return nil
	}
	known, err := s.Referrals.Known(ctx, code)
	if err != nil {
		return fmt.Errorf("find referral: %w", err)
	}
	if !known {
		return contract.RefuseField("referralCode", contract.FailReferralUnknown)
	}
	return nil
}

// mayOrderMultiSIM refuses a further SIM for anything but the main line of the signed-in user.
func (s *WizardHandlers) mayOrderMultiSIM(ctx context.Context, kind contract.Kind, subAccount string) error {
	if kind != contract.KindMultiSIM {
		return nil
	}
	if subAccount != "" && subAccount != middleware.MainAccount {
		return contract.Refuse(contract.FailMainLineOnly)
	}
	_, err := s.mainVoiceLine(ctx)
	return err
}

// mainVoiceLine is the line further SIMs belong to; a data SIM has no number to share.
func (s *WizardHandlers) mainVoiceLine(ctx context.Context) (store.Subscription, error) {
	chosen, err := s.Access.AccountLine(ctx, middleware.MainAccount)
	if err == nil && chosen.Kind == store.LineData {
		return chosen, contract.Refuse(contract.FailKindNotOffered)
	}
	return chosen, err
}
