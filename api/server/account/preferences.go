package account

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/store"
	"selfcare/internal/store/user"
)

// GetCommunicationPreferences shows language and channels of the user's messages.
func (s *AccountHandlers) GetCommunicationPreferences(ctx context.Context, _ gen.GetCommunicationPreferencesRequestObject) (gen.GetCommunicationPreferencesResponseObject, error) {
	current := middleware.RequestOf(ctx)
	chosen, err := s.Users.Preferences(ctx, current.User.ID)
	if err != nil {
		return nil, fmt.Errorf("read preferences: %w", err)
	}
	return gen.GetCommunicationPreferences200JSONResponse{Data: gen.CommunicationPreferences{
		Language: gen.CommunicationPreferencesLanguage(cmp.Or(chosen.Language, current.Language)),
		Sms:      chosen.SMS, Email: chosen.Email, Promotions: chosen.Promotions,
	}}, nil
}

// SetCommunicationPreferences saves the user's choice.
func (s *AccountHandlers) SetCommunicationPreferences(ctx context.Context, req gen.SetCommunicationPreferencesRequestObject) (gen.SetCommunicationPreferencesResponseObject, error) {
	in, userID := *req.Body, middleware.RequestOf(ctx).User.ID
	change := preferencesChanged.with("language", string(in.Language))
	for name, chosen := range map[string]bool{"sms": in.Sms, "email": in.Email, "promotions": in.Promotions} {
		change = change.with(name, strconv.FormatBool(chosen))
	}
	err := s.Audit.changeAudited(ctx, change, userID, func(tx *store.Tx) error {
		return tx.Users.SetPreferences(ctx, userID, user.Preferences{
			Language: string(in.Language), SMS: in.Sms, Email: in.Email, Promotions: in.Promotions,
		})
	})
	if err != nil {
		return nil, fmt.Errorf("keep preferences: %w", err)
	}
	return gen.SetCommunicationPreferences200JSONResponse{Data: in}, nil
}
