package server

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/store"
)

// loginHandlers prove who somebody is: by password, by code, through another provider, or by registering.
type loginHandlers struct {
	*core
	access      *lineAccess
	audit       *auditLog
	codes       *codes
	sessions    *sessionHandlers
	userNotices *userNotices
	cache       noteCache
	social      Social
	users       userStore
	passwords   Passwords
	publicURL   string
}

type userStore interface {
	ByEmail(ctx context.Context, email string) ([]store.User, error)
	ByMobile(ctx context.Context, mobile string) (store.User, error)
	BySocial(ctx context.Context, provider, subject string) (store.User, error)
	EmailTaken(ctx context.Context, email string) (bool, error)
	Register(ctx context.Context, user store.User, lineID string) (store.User, error)
}

// Limits of password guessing: by address and by account.
var (
	signInsByClient  = cache.Limit{Max: 50, Window: 5 * time.Minute}
	signInsByAccount = cache.Limit{Max: 10, Window: 15 * time.Minute}
)

// absentHash is compared with where there is no such user, so that both cases take the same time.
const absentHash = "$argon2id$v=19$m=19456,t=2,p=1$c2VsZmNhcmUtYWJzZW50IQ$mWjQWkM0Yx2q0m0o6bYw1vVq0n4o8G3r5b6pJt8c1Zs"

// SignIn exchanges a password for a session, which takes the place of the device's.
func (s *loginHandlers) SignIn(ctx context.Context, req gen.SignInRequestObject) (gen.SignInResponseObject, error) {
	login, password, ok := basicCredentials(req.Params.Authorization)
	if !ok {
		return nil, contract.Refuse(contract.FailLoginWrong)
	}
	token, user, err := s.signIn(ctx, login, password, valueOf(req.Params.XDeviceSession))
	if err != nil {
		return nil, err
	}
	var answer gen.SignIn200JSONResponse
	answer.Data.AuthToken, answer.Data.Roles = token, emptied(user.Roles)
	return answer, nil
}

func (s *loginHandlers) signIn(ctx context.Context, login, password, deviceToken string) (token string, user store.User, err error) {
	login = normalised(login)
	account := sha256.Sum256([]byte(login))
	if err := s.permit(ctx, "sign-in:"+requestOf(ctx).client, signInsByClient); err != nil {
		return "", user, err
	}
	if err := s.permit(ctx, "sign-in-account:"+hex.EncodeToString(account[:]), signInsByAccount); err != nil {
		return "", user, err
	}
	user, err = s.authenticate(ctx, login, password)
	if err != nil {
		return "", user, err
	}
	replaced, device, err := s.sessions.sessionOf(ctx, deviceToken)
	var none *contract.Refusal
	if err != nil && !errors.As(err, &none) { // a device session that is over replaces nothing
		return "", user, err
	}
	token, err = s.sessions.openUserSession(ctx, user, providerPassword, replaced, device.DeviceID)
	return token, user, err
}

// normalised writes a login the way it is stored: e-mails in lower case, numbers in national format.
func normalised(login string) string {
	login = strings.ToLower(strings.TrimSpace(login))
	if msisdn, err := number.ParseAny(login); err == nil {
		return msisdn
	}
	return login
}

// authenticate gives every failure the same answer after the same work.
func (s *loginHandlers) authenticate(ctx context.Context, login, password string) (store.User, error) {
	candidates, err := s.usersOf(ctx, login)
	if err != nil {
		return store.User{}, err
	}
	if len(candidates) == 0 {
		if _, err := s.passwords.Verify(ctx, password, absentHash); err != nil { // for the time it takes
			return store.User{}, fmt.Errorf("compare password: %w", err)
		}
		s.audit.writeFailedSignIn(ctx, providerPassword, unknownActor)
		return store.User{}, contract.Refuse(contract.FailLoginWrong)
	}
	for _, candidate := range candidates {
		matches, err := s.passwords.Verify(ctx, password, candidate.PasswordHash)
		if err != nil {
			return store.User{}, fmt.Errorf("compare password: %w", err)
		}
		switch {
		case matches && len(candidates) > 1: // who knows the password may know why
			return store.User{}, contract.Refuse(contract.FailEmailMultiple)
		case matches:
			return candidate, nil
		}
	}
	s.audit.writeFailedSignIn(ctx, providerPassword, candidates[0].ID)
	return store.User{}, contract.Refuse(contract.FailLoginWrong)
}

func (s *loginHandlers) usersOf(ctx context.Context, login string) ([]store.User, error) {
	if strings.Contains(login, "@") {
		users, err := s.users.ByEmail(ctx, login)
		if err != nil {
			return nil, fmt.Errorf("read users: %w", err)
		}
		return users, nil
	}
	user, err := s.users.ByMobile(ctx, login)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read user: %w", err)
	}
	return []store.User{user}, nil
}

func basicCredentials(header string) (login, password string, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(header, "Basic "))
	if err != nil || !printable(string(raw)) {
		return "", "", false
	}
	login, password, ok = strings.Cut(string(raw), ":")
	return login, password, ok && login != "" && password != ""
}
