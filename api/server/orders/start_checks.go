package orders

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store/line"
	"selfcare/internal/store/subaccount"
)

// GetInvitation shows the reward of an invitation code.
func (s *WizardHandlers) GetInvitation(ctx context.Context, req gen.GetInvitationRequestObject) (gen.GetInvitationResponseObject, error) {
	if err := s.checkReferral(ctx, req.Code); err != nil {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	var answer gen.GetInvitation200JSONResponse
	answer.Data.Reward = int64(settings.ReferralReward)
	return answer, nil
}

// checkReferral refuses an unknown invitation, and one whose owner has left. Repeated guesses are limited.
func (s *WizardHandlers) checkReferral(ctx context.Context, code string) error {
	if code == "" {
		return nil
	}
	if err := s.Permit(ctx, ratelimit.Invitation, nil); err != nil {
		return err
	}
	known, err := s.Referrals.IsKnown(ctx, code)
	if err != nil {
		return fmt.Errorf("find referral: %w", err)
	}
	if !known {
		return contract.RefuseField("referralCode", contract.FailReferralUnknown)
	}
	s.ForgiveFailures(ctx, ratelimit.Invitation, nil)
	return nil
}

// validateMultiSIM refuses a further SIM for any line but the main line of the signed-in user.
func (s *WizardHandlers) validateMultiSIM(ctx context.Context, kind contract.Kind, subAccount string) error {
	if kind != contract.KindMultiSIM {
		return nil
	}
	if subAccount != "" && subAccount != middleware.MainAccount {
		return contract.Refuse(contract.FailMainLineOnly)
	}
	_, err := s.mainVoiceLine(ctx)
	return err
}

// mainVoiceLine finds the line that further SIMs belong to; a data SIM has no number to share.
func (s *WizardHandlers) mainVoiceLine(ctx context.Context) (subaccount.Subscription, error) {
	chosen, err := s.Access.AccountLine(ctx, middleware.MainAccount)
	if err == nil && chosen.Kind == line.Data {
		return chosen, contract.Refuse(contract.FailKindNotOffered)
	}
	return chosen, err
}
