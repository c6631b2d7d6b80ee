package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	storeerrors "selfcare/internal/store/errors"
	referralstore "selfcare/internal/store/referral"
)

const (
	referralLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" // 32 letters and digits, without similar ones
	referralLength  = 8
	referralTries   = 5
)

// GetReferral shows the code of the chosen line; the first call creates it.
func (s *AccountHandlers) GetReferral(ctx context.Context, _ gen.GetReferralRequestObject) (gen.GetReferralResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	referral, err := s.referral(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return nil, err
	}
	var answer gen.GetReferral200JSONResponse
	answer.Data.Code, answer.Data.Friends = referral.Code, referral.Friends
	answer.Data.Reward, answer.Data.Earned = int64(settings.ReferralReward), int64(referral.Earned)
	return answer, nil
}

func (s *AccountHandlers) referral(ctx context.Context, lineID string) (referralstore.Referral, error) {
	for range referralTries {
		found, err := s.Referrals.Of(ctx, lineID, newReferralCode())
		if err == nil {
			return found, nil
		}
		if !errors.Is(err, storeerrors.ErrConflict) {
			return found, fmt.Errorf("read referral: %w", err)
		}
	}
	return referralstore.Referral{}, fmt.Errorf("no free referral code in %d tries", referralTries)
}

func newReferralCode() string {
	code := make([]byte, referralLength)
	_, _ = rand.Read(code) // never fails
	for i := range code {
		code[i] = referralLetters[int(code[i])%len(referralLetters)]
	}
	return string(code)
}
