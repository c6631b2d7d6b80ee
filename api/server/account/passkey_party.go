package account

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/store/passkey"
	userstore "selfcare/internal/store/user"
)

// PasskeySite is the site of the public address: passkeys are made for it and count only on it.
type PasskeySite struct {
	*middleware.Core
	Notes  verification.NoteCache
	origin string
	rules  *webauthn.WebAuthn
}

// passkeyWithin is the customer's time to show a face, a finger or a PIN.
const passkeyWithin = 5 * time.Minute

// NewPasskeySite fails for an address without a name: browsers keep no passkeys for those.
func NewPasskeySite(core *middleware.Core, notes verification.NoteCache, publicURL string) (*PasskeySite, error) {
	address, err := url.Parse(publicURL)
	if err != nil {
		return nil, fmt.Errorf("read the public address: %w", err)
	}
	origin := address.Scheme + "://" + address.Host
	rules, err := webauthn.New(&webauthn.Config{
		RPID: address.Hostname(), RPDisplayName: issuer, RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set up passkeys for %s: %w", origin, err)
	}
	return &PasskeySite{Core: core, Notes: notes, origin: origin, rules: rules}, nil
}

// Kinds of ceremonies: a challenge of one kind cannot end the other kind.
const (
	addingPasskey  = "passkey-added:"
	signingPasskey = "passkey-shown:"
)

// slot binds a challenge to the session that asked for it.
func (s *PasskeySite) slot(ctx context.Context, kind, challenge string) string {
	return kind + hex.EncodeToString(middleware.RequestOf(ctx).Token) + ":" + challenge
}

// beginCeremony stores a ceremony until its end or expiry, and answers with the browser's options.
func (s *PasskeySite) beginCeremony(ctx context.Context, kind string, session *webauthn.SessionData, options any) (gen.PasskeyOptions, error) {
	kept, err := json.Marshal(session)
	if err != nil {
		return nil, fmt.Errorf("write a ceremony: %w", err)
	}
	if err := s.Notes.Note(ctx, s.slot(ctx, kind, session.Challenge), string(kept), passkeyWithin); err != nil {
		s.LogFailure(ctx, "keep a ceremony", err)
		return nil, contract.Refuse(contract.FailUnavailable)
	}
	raw, err := json.Marshal(options)
	if err != nil {
		return nil, fmt.Errorf("write passkey options: %w", err)
	}
	var shown gen.PasskeyOptions
	err = json.Unmarshal(raw, &shown)
	return shown, err
}

// takeCeremony takes a begun ceremony, once. A response from another site gets its own refusal first.
func (s *PasskeySite) takeCeremony(ctx context.Context, kind string, client protocol.CollectedClientData, device protocol.AuthenticatorData) (session webauthn.SessionData, err error) {
	site := sha256.Sum256([]byte(s.rules.Config.RPID))
	if client.Origin != s.origin || !bytes.Equal(device.RPIDHash, site[:]) {
		return session, contract.Refuse(contract.FailPasskeySite)
	}
	kept, err := s.Notes.TakeNote(ctx, s.slot(ctx, kind, client.Challenge))
	switch {
	case err != nil:
		s.LogFailure(ctx, "find a ceremony", err)
		return session, contract.Refuse(contract.FailUnavailable)
	case kept == "":
		return session, contract.Refuse(contract.FailPasskeyExpired)
	}
	return session, json.Unmarshal([]byte(kept), &session)
}

// logRefusal writes the authenticator's fault only to our logs.
func (s *PasskeySite) logRefusal(ctx context.Context, err error) error {
	var ours *contract.Refusal
	if errors.As(err, &ours) {
		return ours
	}
	var wrong *protocol.Error
	if errors.As(err, &wrong) {
		err = fmt.Errorf("%w: %s", err, wrong.DevInfo)
	}
	s.LogFailure(ctx, "accept a passkey", err)
	return contract.Refuse(contract.FailPasskeyRefused)
}

// passkeyOwner is a user as WebAuthn sees them.
type passkeyOwner struct {
	user userstore.User
	keys []passkey.Passkey
}

func (o passkeyOwner) WebAuthnID() []byte {
	id, _ := uuid.Parse(o.user.ID) // user ids in the database are UUIDs
	return id[:]
}

func (o passkeyOwner) WebAuthnName() string        { return o.user.Email }
func (o passkeyOwner) WebAuthnDisplayName() string { return o.user.Email }

func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential {
	known := make([]webauthn.Credential, len(o.keys))
	for i, key := range o.keys {
		known[i] = webauthn.Credential{
			ID: key.ID, PublicKey: key.PublicKey, Flags: webauthn.CredentialFlags{BackupEligible: key.BackupEligible},
			Authenticator: webauthn.Authenticator{SignCount: key.SignCount},
		}
	}
	return known
}
