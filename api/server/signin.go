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
	"selfcare/internal/store"
)

const (
	sessionIdle     = 30 * time.Minute
	sessionAbsolute = 12 * time.Hour
)

// Limits of password guessing: by address and by account.
var (
	signInsByClient  = cache.Limit{Max: 50, Window: 5 * time.Minute}
	signInsByAccount = cache.Limit{Max: 10, Window: 15 * time.Minute}
)

// absentHash is compared with where there is no such user, so that both cases take the same time.
const absentHash = "$argon2id$v=19$m=19456,t=2,p=1$c2VsZmNhcmUtYWJzZW50IQ$mWjQWkM0Yx2q0m0o6bYw1vVq0n4o8G3r5b6pJt8c1Zs"

// SignIn exchanges a password for a session token.
func (s *Server) SignIn(ctx context.Context, req gen.SignInRequestObject) (gen.SignInResponseObject, error) {
	login, password, ok := basicCredentials(req.Params.Authorization)
	if !ok {
		return nil, contract.Refuse(contract.FailLoginWrong)
	}
	token, user, err := s.signIn(ctx, login, password)
	if err != nil {
		return nil, err
	}
	var answer gen.SignIn200JSONResponse
	answer.Data.AuthToken, answer.Data.Roles = token, emptied(user.Roles)
	return answer, nil
}

func (s *Server) signIn(ctx context.Context, login, password string) (token string, user store.User, err error) {
	account := sha256.Sum256([]byte(strings.ToLower(login)))
	if err := s.permit(ctx, "sign-in:"+callOf(ctx).client, signInsByClient); err != nil {
		return "", user, err
	}
	if err := s.permit(ctx, "sign-in-account:"+hex.EncodeToString(account[:]), signInsByAccount); err != nil {
		return "", user, err
	}
	user, err = s.authenticate(ctx, login, password)
	if err != nil {
		return "", user, err
	}
	token, hash := newToken()
	now := s.Now()
	if err := s.Store.CreateSession(ctx, hash, user.ID, now.Add(sessionIdle), now.Add(sessionAbsolute)); err != nil {
		return "", user, fmt.Errorf("create session: %w", err)
	}
	return token, user, nil
}

// authenticate gives every failure the same answer after the same work.
func (s *Server) authenticate(ctx context.Context, login, password string) (store.User, error) {
	user, err := s.Store.UserByLogin(ctx, login)
	missing := errors.Is(err, store.ErrNotFound)
	if err != nil && !missing {
		return user, fmt.Errorf("read user: %w", err)
	}
	if missing {
		user.PasswordHash = absentHash
	}
	matches, err := s.compare(ctx, password, user.PasswordHash)
	if err != nil && !missing {
		return user, fmt.Errorf("compare password: %w", err)
	}
	if missing || !matches {
		return user, contract.Refuse(contract.FailLoginWrong)
	}
	return user, nil
}

// compare takes one of few places: the comparison is slow on purpose, and other calls need the processor too.
func (s *Server) compare(ctx context.Context, password, hash string) (bool, error) {
	select {
	case s.signIns <- struct{}{}:
		defer func() { <-s.signIns }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	return s.VerifyLogin(password, hash)
}

func basicCredentials(header string) (login, password string, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(header, "Basic "))
	if err != nil || !printable(string(raw)) {
		return "", "", false
	}
	login, password, ok = strings.Cut(string(raw), ":")
	return login, password, ok && login != "" && password != ""
}
