package account

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	passkeystore "selfcare/internal/store/passkey"
	userstore "selfcare/internal/store/user"
)

// PasskeyHandlers sign users in with a passkey, and manage their passkeys.
type PasskeyHandlers struct {
	*middleware.Core
	Audit       *AuditLog
	Site        *PasskeySite
	Sessions    *SessionHandlers
	UserNotices *UserNotices
	Passkeys    passkeyStore
	Users       userByID
	Passwords   Passwords
}

type passkeyStore interface {
	Get(ctx context.Context, id []byte) (passkeystore.Passkey, error)
	Of(ctx context.Context, userID string) ([]passkeystore.Passkey, error)
	Use(ctx context.Context, id []byte, count uint32, at time.Time) error
}

type userByID interface {
	Get(ctx context.Context, id string) (userstore.User, error)
}

const (
	// freshFor is how long after a sign-in a passkey can be added without a further proof.
	freshFor    = 10 * time.Minute
	maxPasskeys = 10
)

// ListPasskeys shows the user's passkeys.
func (s *PasskeyHandlers) ListPasskeys(ctx context.Context, _ gen.ListPasskeysRequestObject) (gen.ListPasskeysResponseObject, error) {
	keys, err := s.Passkeys.Of(ctx, middleware.RequestOf(ctx).User.ID)
	if err != nil {
		return nil, fmt.Errorf("read passkeys: %w", err)
	}
	listed := make([]gen.Passkey, len(keys))
	for i, key := range keys {
		listed[i] = gen.Passkey{Id: passkeyID(key.ID), Name: key.Name, AddedAt: key.AddedAt.UTC(), UsedAt: key.UsedAt}
	}
	return gen.ListPasskeys200JSONResponse{Data: listed}, nil
}

// BeginPasskey answers the options for a new passkey to a user with a fresh proof.
func (s *PasskeyHandlers) BeginPasskey(ctx context.Context, req gen.BeginPasskeyRequestObject) (gen.BeginPasskeyResponseObject, error) {
	current := middleware.RequestOf(ctx)
	if err := s.validateFreshness(ctx, req.Body.Password); err != nil {
		return nil, err
	}
	keys, err := s.Passkeys.Of(ctx, current.User.ID)
	if err != nil {
		return nil, fmt.Errorf("read passkeys: %w", err)
	}
	if len(keys) >= maxPasskeys {
		return nil, contract.Refuse(contract.FailPasskeysFull)
	}
	owner := passkeyOwner{current.User, keys}
	options, session, err := s.Site.rules.BeginRegistration(owner, webauthn.WithExclusions(webauthn.Credentials(owner.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return nil, fmt.Errorf("begin a passkey: %w", err)
	}
	shown, err := s.Site.beginCeremony(ctx, addingPasskey, session, options.Response)
	return gen.BeginPasskey200JSONResponse{Data: shown}, err
}

// validateFreshness asks for the password after an older sign-in by password or code: a stranger at an open page must
// not add a passkey of their own.
func (s *PasskeyHandlers) validateFreshness(ctx context.Context, password *string) error {
	session := middleware.RequestOf(ctx).Session
	if s.Now().Sub(session.BegunAt) < freshFor {
		return nil
	}
	if password == nil {
		return contract.Refuse(contract.FailPasskeyProof)
	}
	if err := s.Permit(ctx, ratelimit.PasswordChange, nil); err != nil {
		return err
	}
	matches, err := s.Passwords.Verify(ctx, *password, session.User.PasswordHash)
	if err != nil {
		return fmt.Errorf("compare password: %w", err)
	}
	if !matches {
		return contract.RefuseField("password", contract.FailLoginWrong)
	}
	return nil
}

// AddPasskey saves the device's passkey, under the name of the device.
func (s *PasskeyHandlers) AddPasskey(ctx context.Context, req gen.AddPasskeyRequestObject) (gen.AddPasskeyResponseObject, error) {
	user := middleware.RequestOf(ctx).User
	made, err := s.verifyCreation(ctx, user, req.Body)
	if err != nil {
		return nil, err
	}
	key := passkeystore.Passkey{
		ID: made.ID, UserID: user.ID, PublicKey: made.PublicKey, SignCount: made.Authenticator.SignCount,
		BackupEligible: made.Flags.BackupEligible, Name: nameOfDevice(ctx), AddedAt: s.Now(),
	}
	err = s.Audit.changeAudited(ctx, passkeyAdded.of(passkeyID(key.ID)).from(originOf(ctx)), user.ID, func(q *store.Tx) error {
		return q.Passkeys.Add(ctx, key)
	})
	if errors.Is(err, storeerrors.ErrConflict) {
		return nil, contract.Refuse(contract.FailPasskeyKnown)
	}
	if err != nil {
		return nil, fmt.Errorf("add passkey: %w", err)
	}
	s.UserNotices.notify(ctx, user, "passkey-added")
	return gen.AddPasskey200JSONResponse{Data: gen.Passkey{Id: passkeyID(key.ID), Name: key.Name, AddedAt: key.AddedAt.UTC()}}, nil
}

// verifyCreation checks that the device made a passkey for this site, for this user and now.
func (s *PasskeyHandlers) verifyCreation(ctx context.Context, user userstore.User, body *gen.NewPasskey) (*webauthn.Credential, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("write a passkey: %w", err)
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes(raw)
	if err != nil {
		return nil, s.Site.logRefusal(ctx, err)
	}
	session, err := s.Site.takeCeremony(ctx, addingPasskey, answer.Response.CollectedClientData, answer.Response.AttestationObject.AuthData)
	if err != nil {
		return nil, err
	}
	made, err := s.Site.rules.CreateCredential(passkeyOwner{user: user}, session, answer)
	if err != nil {
		return nil, s.Site.logRefusal(ctx, err)
	}
	return made, nil
}

// nameOfDevice names a passkey until its owner renames it.
func nameOfDevice(ctx context.Context) string {
	device := originOf(ctx)
	return cmp.Or(strings.Join(strings.Fields(device.Browser+" "+device.System), " "), "Passkey")
}

// RenamePasskey renames a passkey.
func (s *PasskeyHandlers) RenamePasskey(ctx context.Context, req gen.RenamePasskeyRequestObject) (gen.RenamePasskeyResponseObject, error) {
	err := s.change(ctx, passkeyRenamed, req.PasskeyId, func(q *store.Tx, user string, id []byte) error {
		return q.Passkeys.Rename(ctx, user, id, strings.TrimSpace(req.Body.Name))
	})
	return gen.RenamePasskey204Response{}, err
}

// RemovePasskey deletes a passkey, which then signs in no more.
func (s *PasskeyHandlers) RemovePasskey(ctx context.Context, req gen.RemovePasskeyRequestObject) (gen.RemovePasskeyResponseObject, error) {
	err := s.change(ctx, passkeyRemoved, req.PasskeyId, func(q *store.Tx, user string, id []byte) error {
		return q.Passkeys.Remove(ctx, user, id)
	})
	return gen.RemovePasskey204Response{}, err
}

func (s *PasskeyHandlers) change(ctx context.Context, what event, passkey string, change func(q *store.Tx, user string, id []byte) error) error {
	user := middleware.RequestOf(ctx).User.ID
	id, err := base64.RawURLEncoding.DecodeString(passkey)
	if err != nil {
		return contract.Refuse(contract.FailPasskeyUnknown)
	}
	err = s.Audit.changeAudited(ctx, what.of(passkey), user, func(q *store.Tx) error { return change(q, user, id) })
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Refuse(contract.FailPasskeyUnknown)
	}
	return err
}

func passkeyID(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }
