package account

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
)

const (
	socialFor = 10 * time.Minute // time for the provider's page, and again for linking
	socialPin = "social"
)

// Social reaches the sign-in providers.
type Social interface {
	Address(ctx context.Context, in contract.SocialRequest) (string, error)
	Identity(ctx context.Context, in contract.SocialExchange) (contract.SocialIdentity, error)
}

// StartSocialSignIn binds a sign-in to this session and answers with the provider's page.
func (s *LoginHandlers) StartSocialSignIn(ctx context.Context, req gen.StartSocialSignInRequestObject) (gen.StartSocialSignInResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.SocialSignIn, nil); err != nil {
		return nil, err
	}
	secret, _ := middleware.NewToken()
	address, err := s.Social.Address(ctx, s.socialRequest(ctx, string(req.Provider), secret))
	if err != nil {
		return nil, err
	}
	if err := s.Cache.Note(ctx, socialSlot(ctx, "sign-in", string(req.Provider)), secret, socialFor); err != nil {
		s.LogFailure(ctx, "keep a social sign-in", err)
		return nil, contract.Refuse(contract.FailUnavailable)
	}
	var answer gen.StartSocialSignIn200JSONResponse
	answer.Data.Url = address
	return answer, nil
}

// socialRequest derives from one secret every value that must come back or be shown later.
func (s *LoginHandlers) socialRequest(ctx context.Context, provider, secret string) contract.SocialRequest {
	return contract.SocialRequest{
		Provider: provider, State: s.Derive.Token("social state", secret), Nonce: s.Derive.Token("social nonce", secret),
		Verifier:    s.Derive.Token("social verifier", secret),
		RedirectURL: strings.TrimSuffix(s.PublicURL, "/") + "/" + middleware.RequestOf(ctx).Language + "/social/" + provider,
	}
}

func socialSlot(ctx context.Context, step, provider string) string {
	return "social-" + step + ":" + provider + ":" + hex.EncodeToString(middleware.RequestOf(ctx).Token)
}

// FinishSocialSignIn signs a linked customer in, and gives an unlinked one the credentials for linking.
func (s *LoginHandlers) FinishSocialSignIn(ctx context.Context, req gen.FinishSocialSignInRequestObject) (gen.FinishSocialSignInResponseObject, error) {
	provider := string(req.Provider)
	secret, err := s.takeNote(ctx, socialSlot(ctx, "sign-in", provider))
	if err != nil {
		return nil, err
	}
	expected := s.socialRequest(ctx, provider, secret)
	if secret == "" || subtle.ConstantTimeCompare([]byte(expected.State), []byte(req.Body.State)) != 1 {
		return nil, contract.Refuse(contract.FailSocial)
	}
	identity, err := s.Social.Identity(ctx, contract.SocialExchange{SocialRequest: expected, Code: req.Body.Code})
	if err != nil {
		return nil, err
	}
	user, err := s.Users.BySocial(ctx, provider, identity.Subject)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return s.offerLink(ctx, provider, identity)
	}
	if err != nil {
		return nil, fmt.Errorf("find social link: %w", err)
	}
	current := middleware.RequestOf(ctx)
	token, err := s.Sessions.openUserSession(ctx, user, provider, current.Token, current.Session.DeviceID)
	if err != nil {
		return nil, err
	}
	var answer gen.FinishSocialSignIn200JSONResponse
	roles := optional.OrEmpty(user.Roles)
	answer.Data.AuthToken, answer.Data.Roles = &token, &roles
	return answer, nil
}

func (s *LoginHandlers) takeNote(ctx context.Context, slot string) (string, error) {
	value, err := s.Cache.TakeNote(ctx, slot)
	if err != nil {
		s.LogFailure(ctx, "take a note", err)
		return "", contract.Refuse(contract.FailUnavailable)
	}
	return value, nil
}
