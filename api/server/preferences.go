package server

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/contract/texts"
	"selfcare/internal/store"
)

// GetCommunicationPreferences shows how the user wants to be written to.
func (s *Server) GetCommunicationPreferences(ctx context.Context, _ gen.GetCommunicationPreferencesRequestObject) (gen.GetCommunicationPreferencesResponseObject, error) {
	asked := callOf(ctx)
	chosen, err := s.Store.Preferences(ctx, asked.user.ID)
	if err != nil {
		return nil, fmt.Errorf("read preferences: %w", err)
	}
	return gen.GetCommunicationPreferences200JSONResponse{Data: gen.CommunicationPreferences{
		Language: gen.CommunicationPreferencesLanguage(orDefault(chosen.Language, asked.language)),
		Sms:      chosen.SMS, Email: chosen.Email, Promotions: chosen.Promotions,
	}}, nil
}

// SetCommunicationPreferences keeps what the user chose.
func (s *Server) SetCommunicationPreferences(ctx context.Context, req gen.SetCommunicationPreferencesRequestObject) (gen.SetCommunicationPreferencesResponseObject, error) {
	in := *req.Body
	err := s.Store.SetPreferences(ctx, callOf(ctx).user.ID, store.Preferences{
		Language: string(in.Language), SMS: in.Sms, Email: in.Email, Promotions: in.Promotions,
	})
	if err != nil {
		return nil, fmt.Errorf("keep preferences: %w", err)
	}
	return gen.SetCommunicationPreferences200JSONResponse{Data: in}, nil
}

// noticeLanguage is what a user is written to in: the language chosen, else the one of the page.
func (s *Server) noticeLanguage(ctx context.Context, userID string) string {
	chosen, err := s.Store.Preferences(ctx, userID)
	if err != nil { // better in the language of the page than not at all
		s.noted(ctx, "read preferences", err)
	}
	return texts.Spoken(orDefault(chosen.Language, callOf(ctx).language))
}
