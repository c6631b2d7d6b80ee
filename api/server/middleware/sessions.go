package middleware

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// Sessions finds out who a request comes from.
type Sessions struct {
	*Core
	Sessions sessionReader
}

type sessionReader interface {
	Get(ctx context.Context, tokenHash []byte, now time.Time) (store.Session, error)
}

// require lets everybody pass who shows a session, signed in or not.
func (s *Sessions) require(c fiber.Ctx) error {
	current := RequestOf(c.Context())
	hash, session, err := s.Of(c.Context(), strings.TrimPrefix(c.Get(fiber.HeaderAuthorization), Bearer))
	current.Token, current.Session, current.User = hash, session, session.User
	return err
}

// optional lets everybody pass, and finds out who it is where a session is shown. One that is over is refused: its
// customer believes to be signed in.
func (s *Sessions) optional(c fiber.Ctx) error {
	if c.Get(fiber.HeaderAuthorization) == "" {
		return nil
	}
	return s.require(c)
}

// Of is the session that a token belongs to, and what we keep of the token.
func (s *Sessions) Of(ctx context.Context, token string) (hash []byte, session store.Session, err error) {
	hash, ok := TokenHash(token)
	if !ok {
		return nil, session, contract.Refuse(contract.FailUnauthenticated)
	}
	session, err = s.Sessions.Get(ctx, hash, s.Now())
	if errors.Is(err, store.ErrNotFound) {
		return nil, session, contract.Refuse(contract.FailUnauthenticated)
	}
	if err != nil {
		return nil, session, fmt.Errorf("read session: %w", err)
	}
	return hash, session, nil
}

// Bearer begins the header that shows a token.
const Bearer = "Bearer "

// requireSupport lets only support people pass.
func (s *Sessions) requireSupport(c fiber.Ctx) error {
	if err := s.require(c); err != nil {
		return err
	}
	if !slices.Contains(RequestOf(c.Context()).User.Roles, RoleSupport) {
		return contract.Refuse(contract.FailForbidden)
	}
	return nil
}

// Roles of people who work for the operator.
const (
	RoleSupport  = "support"
	RoleOperator = "operator"
)
