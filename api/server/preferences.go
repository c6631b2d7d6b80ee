package server

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/store"
)

// GetCommunicationPreferences shows how the user wants to be written to.
func (s *accountHandlers) GetCommunicationPreferences(ctx context.Context, _ gen.GetCommunicationPreferencesRequestObject) (gen.GetCommunicationPreferencesResponseObject, error) {
	current := requestOf(ctx)
	chosen, err := s.users.Preferences(ctx, current.user.ID)
	if err != nil {
		return nil, fmt.Errorf("read preferences: %w", err)
	}
	return gen.GetCommunicationPreferences200JSONResponse{Data: gen.CommunicationPreferences{
		Language: gen.CommunicationPreferencesLanguage(orDefault(chosen.Language, current.language)),
		Sms:      chosen.SMS, Email: chosen.Email, Promotions: chosen.Promotions,
	}}, nil
}

// SetCommunicationPreferences keeps what the user chose.
func (s *accountHandlers) SetCommunicationPreferences(ctx context.Context, req gen.SetCommunicationPreferencesRequestObject) (gen.SetCommunicationPreferencesResponseObject, error) {
	in := *req.Body
	err := s.users.SetPreferences(ctx, requestOf(ctx).user.ID, store.Preferences{
		Language: string(in.Language), SMS: in.Sms, Email: in.Email, Promotions: in.Promotions,
	})
	if err != nil {
		return nil, fmt.Errorf("keep preferences: %w", err)
	}
	return gen.SetCommunicationPreferences200JSONResponse{Data: in}, nil
}
