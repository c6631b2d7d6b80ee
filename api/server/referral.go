package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

const (
	referralLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" // 32, without those that look alike
	referralLength  = 8
	referralTries   = 5
)

// GetReferral shows the code of the line chosen; the first look makes one.
func (s *accountHandlers) GetReferral(ctx context.Context, _ gen.GetReferralRequestObject) (gen.GetReferralResponseObject, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return nil, err
	}
	referral, err := s.referral(ctx, requestOf(ctx).line.LineID)
	if err != nil {
		return nil, err
	}
	var answer gen.GetReferral200JSONResponse
	answer.Data.Code, answer.Data.Friends = referral.Code, referral.Friends
	answer.Data.Reward, answer.Data.Earned = int64(settings.ReferralReward), int64(referral.Earned)
	return answer, nil
}

func (s *accountHandlers) referral(ctx context.Context, lineID string) (store.Referral, error) {
	for range referralTries {
		found, err := s.referrals.Of(ctx, lineID, newReferralCode())
		if err == nil {
			return found, nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return found, fmt.Errorf("read referral: %w", err)
		}
	}
	return store.Referral{}, fmt.Errorf("no free referral code in %d tries", referralTries)
}

func newReferralCode() string {
	code := make([]byte, referralLength)
	_, _ = rand.Read(code) // never fails
	for i := range code {
		code[i] = referralLetters[int(code[i])%len(referralLetters)]
	}
	return string(code)
}

// checkReferral refuses an invitation nobody gave out.
func (s *wizardHandlers) checkReferral(ctx context.Context, code string) error {
	if code == "" {
		return nil
	}
	known, err := s.referrals.Known(ctx, code)
	if err != nil {
		return fmt.Errorf("find referral: %w", err)
	}
	if !known {
		return contract.RefuseField("referralCode", contract.FailReferralUnknown)
	}
	return nil
}
