package account

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// offerLink lets this session link the account that it has just proven.
func (s *LoginHandlers) offerLink(ctx context.Context, provider string, identity contract.SocialIdentity) (gen.FinishSocialSignInResponseObject, error) {
	if err := s.validateLink(ctx, identity); err != nil {
		return nil, err
	}
	token, _ := middleware.NewToken()
	if err := s.Cache.Note(ctx, socialSlot(ctx, "link", provider), linkNote(token, identity.Subject), socialFor); err != nil {
		s.LogFailure(ctx, "keep a social link", err)
		return nil, contract.Refuse(contract.FailUnavailable)
	}
	var answer gen.FinishSocialSignIn200JSONResponse
	reason := gen.NotLinked
	answer.Data.Reason, answer.Data.Uid, answer.Data.Token = &reason, &identity.Subject, &token
	return answer, nil
}

// validateLink refuses an e-mail that the provider has not verified, and one that several of our accounts claim.
func (s *LoginHandlers) validateLink(ctx context.Context, identity contract.SocialIdentity) error {
	if identity.Email == "" {
		return nil
	}
	if !identity.EmailVerified {
		return contract.Refuse(contract.FailEmailUnverified)
	}
	claimants, err := s.Users.ByEmail(ctx, strings.ToLower(identity.Email))
	if err != nil {
		return fmt.Errorf("read users: %w", err)
	}
	if len(claimants) > 1 {
		return contract.Refuse(contract.FailEmailMultiple)
	}
	return nil
}

// linkNote binds the issued token to the account; only a hash of both is stored.
func linkNote(token, subject string) string {
	sum := sha256.Sum256([]byte(token + "\n" + subject))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// LinkSocialAccount links the account that this session has proven to the customer whose number got the code.
func (s *LoginHandlers) LinkSocialAccount(ctx context.Context, req gen.LinkSocialAccountRequestObject) (gen.LinkSocialAccountResponseObject, error) {
	in := req.Body
	mobile, err := inputs.Number("mobile_number", in.MobileNumber)
	if err != nil {
		return nil, err
	}
	provider, subject := string(in.SocialAuth.Provider), in.SocialAuth.Uid
	note, err := s.Cache.ReadNote(ctx, socialSlot(ctx, "link", provider))
	if err != nil {
		s.LogFailure(ctx, "read a social link", err)
		return nil, contract.Refuse(contract.FailUnavailable)
	}
	if subtle.ConstantTimeCompare([]byte(note), []byte(linkNote(in.SocialAuth.Credentials.Token, subject))) != 1 {
		return nil, contract.Refuse(contract.FailSocial)
	}
	if err := s.Codes.UseCode(ctx, verification.PinFor(socialPin), mobile, in.Otp); err != nil {
		return nil, err
	}
	return s.link(ctx, provider, subject, mobile)
}

func (s *LoginHandlers) link(ctx context.Context, provider, subject, mobile string) (gen.LinkSocialAccountResponseObject, error) {
	user, err := s.registerUser(ctx, mobile)
	if err != nil {
		return nil, err
	}
	link := func(q *store.Tx) error { return q.Users.LinkSocial(ctx, provider, subject, user.ID) }
	err = s.Audit.changeAudited(ctx, socialLinked.by(provider), user.ID, link)
	if errors.Is(err, storeerrors.ErrConflict) {
		return nil, contract.Refuse(contract.FailSocial)
	}
	if err != nil {
		return nil, fmt.Errorf("link social account: %w", err)
	}
	s.UserNotices.notify(ctx, user, "social-linked")
	current := middleware.RequestOf(ctx)
	token, err := s.Sessions.openUserSession(ctx, user, provider, current.Token, current.Session.DeviceID)
	if err != nil {
		return nil, err
	}
	var answer gen.LinkSocialAccount200JSONResponse
	answer.Data.AuthToken, answer.Data.Roles = token, optional.OrEmpty(user.Roles)
	return answer, nil
}
