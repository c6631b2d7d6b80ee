package account

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/typed"
	storeerrors "selfcare/internal/store/errors"
	userstore "selfcare/internal/store/user"
)

// LoginHandlers sign people in: by password, by code, through another provider, or by registering.
type LoginHandlers struct {
	*middleware.Core
	Access      *verification.LineAccess
	Audit       *AuditLog
	Codes       *verification.Codes
	Sessions    *SessionHandlers
	Lookup      *middleware.Sessions
	UserNotices *UserNotices
	Cache       verification.NoteCache
	Social      Social
	Users       userStore
	Passwords   Passwords
	PublicURL   string
}

type userStore interface {
	ByEmail(ctx context.Context, email string) ([]userstore.User, error)
	ByMobile(ctx context.Context, mobile string) (userstore.User, error)
	BySocial(ctx context.Context, provider, subject string) (userstore.User, error)
	EmailTaken(ctx context.Context, email string) (bool, error)
	Register(ctx context.Context, user userstore.User, lineID string) (userstore.User, error)
}

// Passwords are slow on purpose. With too many waiting calls, both refuse with password.CrowdedError.
type Passwords interface {
	// Verify tells whether password belongs to hash.
	Verify(ctx context.Context, password, hash string) (bool, error)
	// Hash returns the stored form of a password.
	Hash(ctx context.Context, password string) (string, error)
}

// absentHash is verified when the user does not exist, so that both cases take the same time.
const absentHash = "$argon2id$v=19$m=19456,t=2,p=1$c2VsZmNhcmUtYWJzZW50IQ$mWjQWkM0Yx2q0m0o6bYw1vVq0n4o8G3r5b6pJt8c1Zs"

// SignIn exchanges a password for a session that replaces the device's.
func (s *LoginHandlers) SignIn(ctx context.Context, req gen.SignInRequestObject) (gen.SignInResponseObject, error) {
	login, password, ok := basicCredentials(req.Params.Authorization)
	if !ok {
		return nil, contract.Refuse(contract.FailLoginWrong)
	}
	replaced, device, err := s.Lookup.Of(ctx, optional.Value(req.Params.XDeviceSession))
	var none *contract.Refusal
	if err != nil && !errors.As(err, &none) { // an expired device session replaces nothing
		return nil, err
	}
	token, user, err := s.SignInByPassword(ctx, login, password, replaced, device.DeviceID)
	if err != nil {
		return nil, err
	}
	var answer gen.SignIn200JSONResponse
	answer.Data.AuthToken, answer.Data.Roles = token, optional.OrEmpty(user.Roles)
	return answer, nil
}

// SignInByPassword opens a session for the right password; it replaces the device's session, if there is one.
func (s *LoginHandlers) SignInByPassword(
	ctx context.Context, login, password string, replaced []byte, deviceID string,
) (token string, user userstore.User, err error) {
	login, err = readLogin(login)
	if err != nil {
		return "", user, err
	}
	row, about := s.Sessions.limitOf(ctx, login, deviceID), ratelimit.About{ratelimit.Account: login, ratelimit.Device: deviceID}
	if err := s.Permit(ctx, row, about); err != nil {
		return "", user, err
	}
	user, err = s.authenticate(ctx, login, password)
	if err != nil {
		return "", user, err
	}
	s.ForgiveFailures(ctx, row, about)
	token, err = s.Sessions.openUserSession(ctx, user, providerPassword, replaced, deviceID)
	return token, user, err
}

// readLogin normalizes a login: e-mails in lower case, numbers in national format. An unreadable number gets its own
// refusal: the customer would take it for a wrong password.
func readLogin(login string) (string, error) {
	if msisdn, err := number.ParseAny(login); err == nil {
		return msisdn, nil
	}
	if number.LooksTyped(login) {
		return "", &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"login": "field.login"}}
	}
	return strings.ToLower(typed.Email(login)), nil
}

// authenticate gives every failure the same answer after the same work.
func (s *LoginHandlers) authenticate(ctx context.Context, login, password string) (userstore.User, error) {
	candidates, err := s.usersOf(ctx, login)
	if err != nil {
		return userstore.User{}, err
	}
	if len(candidates) == 0 {
		if _, err := s.Passwords.Verify(ctx, password, absentHash); err != nil { // takes the same time as a real check
			return userstore.User{}, fmt.Errorf("compare password: %w", err)
		}
		s.Audit.writeFailedSignIn(ctx, providerPassword, unknownActor)
		return userstore.User{}, contract.Refuse(contract.FailLoginWrong)
	}
	for _, candidate := range candidates {
		matches, err := s.Passwords.Verify(ctx, password, candidate.PasswordHash)
		if err != nil {
			return userstore.User{}, fmt.Errorf("compare password: %w", err)
		}
		switch {
		case matches && len(candidates) > 1: // the right password may learn the reason
			return userstore.User{}, contract.Refuse(contract.FailEmailMultiple)
		case matches:
			return candidate, nil
		}
	}
	s.Audit.writeFailedSignIn(ctx, providerPassword, candidates[0].ID)
	return userstore.User{}, contract.Refuse(contract.FailLoginWrong)
}

func (s *LoginHandlers) usersOf(ctx context.Context, login string) ([]userstore.User, error) {
	if strings.Contains(login, "@") {
		users, err := s.Users.ByEmail(ctx, login)
		if err != nil {
			return nil, fmt.Errorf("read users: %w", err)
		}
		return users, nil
	}
	user, err := s.Users.ByMobile(ctx, login)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read user: %w", err)
	}
	return []userstore.User{user}, nil
}

func basicCredentials(header string) (login, password string, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(header, "Basic "))
	if err != nil {
		return "", "", false
	}
	login, password, ok = strings.Cut(string(raw), ":")
	if login = typed.Text(login); !middleware.Printable(login + password) {
		return "", "", false
	}
	return login, password, ok && login != "" && password != ""
}
