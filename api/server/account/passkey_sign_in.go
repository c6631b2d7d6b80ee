package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/passkey"
)

const providerPasskey = "passkey"

// BeginPasskeySignIn asks for any passkey of this site: the passkey itself names its user.
func (s *PasskeyHandlers) BeginPasskeySignIn(ctx context.Context, _ gen.BeginPasskeySignInRequestObject) (gen.BeginPasskeySignInResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.PasskeyChallenge, nil); err != nil {
		return nil, err
	}
	options, session, err := s.Site.rules.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, fmt.Errorf("begin a sign-in by passkey: %w", err)
	}
	shown, err := s.Site.beginCeremony(ctx, signingPasskey, session, options.Response)
	return gen.BeginPasskeySignIn200JSONResponse{Data: shown}, err
}

// SignInWithPasskey opens a session that replaces the shown one.
func (s *PasskeyHandlers) SignInWithPasskey(ctx context.Context, req gen.SignInWithPasskeyRequestObject) (gen.SignInWithPasskeyResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.PasskeySignIn, nil); err != nil {
		return nil, err
	}
	owner, used, err := s.verifySignature(ctx, req.Body)
	if err != nil {
		return nil, err
	}
	if err := s.validateCounter(ctx, owner, used); err != nil {
		return nil, err
	}
	s.ForgiveFailures(ctx, ratelimit.PasskeySignIn, nil)
	current := middleware.RequestOf(ctx)
	token, err := s.Sessions.openUserSession(ctx, owner.user, providerPasskey, current.Token, current.Session.DeviceID)
	if err != nil {
		return nil, err
	}
	var answer gen.SignInWithPasskey200JSONResponse
	answer.Data.AuthToken, answer.Data.Roles = token, optional.OrEmpty(owner.user.Roles)
	return answer, nil
}

// verifySignature checks a signature, and returns the owner of the passkey.
func (s *PasskeyHandlers) verifySignature(ctx context.Context, body *gen.PasskeySignature) (owner passkeyOwner, used *webauthn.Credential, err error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return owner, nil, fmt.Errorf("write a signature: %w", err)
	}
	signed, err := protocol.ParseCredentialRequestResponseBytes(raw)
	if err != nil {
		return owner, nil, s.Site.logRefusal(ctx, err)
	}
	session, err := s.Site.takeCeremony(ctx, signingPasskey, signed.Response.CollectedClientData, signed.Response.AuthenticatorData)
	if err != nil {
		return owner, nil, err
	}
	owner, err = s.ownerOf(ctx, signed.RawID)
	if err != nil {
		return owner, nil, err
	}
	of := func(_, _ []byte) (webauthn.User, error) { return owner, nil }
	used, err = s.Site.rules.ValidateDiscoverableLogin(of, session, signed)
	if err != nil {
		s.Audit.writeFailedSignIn(ctx, providerPasskey, owner.user.ID)
		return owner, nil, s.Site.logRefusal(ctx, err)
	}
	return owner, used, nil
}

func (s *PasskeyHandlers) ownerOf(ctx context.Context, id []byte) (owner passkeyOwner, err error) {
	key, err := s.Passkeys.Get(ctx, id)
	if err == nil {
		owner.keys = []passkey.Passkey{key}
		owner.user, err = s.Users.Get(ctx, key.UserID)
	}
	if errors.Is(err, storeerrors.ErrNotFound) {
		s.Audit.writeFailedSignIn(ctx, providerPasskey, unknownActor)
		return owner, contract.Refuse(contract.FailPasskeyUnknown)
	}
	if err != nil {
		return owner, fmt.Errorf("read passkey: %w", err)
	}
	return owner, nil
}

// validateCounter refuses a passkey whose signature counter does not go up: the passkey was cloned.
func (s *PasskeyHandlers) validateCounter(ctx context.Context, owner passkeyOwner, used *webauthn.Credential) error {
	err := error(storeerrors.ErrConflict)
	if !used.Authenticator.CloneWarning {
		err = s.Passkeys.Use(ctx, used.ID, used.Authenticator.SignCount, s.Now())
	}
	if !errors.Is(err, storeerrors.ErrConflict) {
		return err
	}
	s.LogFailure(ctx, "audit a copied passkey", s.Audit.Entries.Write(ctx, passkeyCopied.of(passkeyID(used.ID)).entry(ctx, owner.user.ID)))
	s.Audit.writeFailedSignIn(ctx, providerPasskey, owner.user.ID)
	return contract.Refuse(contract.FailPasskeyCopied)
}
