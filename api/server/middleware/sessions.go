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
	"selfcare/internal/domain/permission"
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

// require lets everybody pass who shows a session, signed in or not. People who work for us have shown their second factor.
func (s *Sessions) require(c fiber.Ctx) error {
	if err := s.requireAny(c); err != nil {
		return err
	}
	return FactorShown(RequestOf(c.Context()).Session)
}

// FactorShown refuses the session of somebody who works for us that has not shown a second factor.
func FactorShown(session store.Session) error {
	return permission.SecondFactor(session.User.Roles, session.FactorEnrolled, session.FactorShown)
}

// requireAny is require before the second factor.
func (s *Sessions) requireAny(c fiber.Ctx) error {
	current := RequestOf(c.Context())
	hash, session, err := s.Of(c.Context(), strings.TrimPrefix(c.Get(fiber.HeaderAuthorization), Bearer))
	current.Token, current.Session, current.User = hash, session, session.User
	return err
}

// requireFor is what a rule asks of a session.
func (s *Sessions) requireFor(rule permission.Rule) func(fiber.Ctx) error {
	if rule.BeforeFactor {
		return s.requireAny
	}
	return s.require
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
func requireSupport(c fiber.Ctx) error {
	if !slices.Contains(RequestOf(c.Context()).User.Roles, permission.RoleSupport) {
		return contract.Refuse(contract.FailForbidden)
	}
	return nil
}

// requireStaff lets only people pass who work for us.
func requireStaff(c fiber.Ctx) error {
	user := RequestOf(c.Context()).User
	switch {
	case user.ID == "":
		return contract.Refuse(contract.FailNotSignedIn)
	case !permission.WorksForUs(user.Roles):
		return contract.Refuse(contract.FailForbidden)
	default:
		return nil
	}
}
