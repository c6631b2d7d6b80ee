package middleware

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
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
	GetWithLines(ctx context.Context, tokenHash []byte, now time.Time) (store.Session, []store.Subscription, error)
}

// FactorShown refuses the session of somebody who works for us that has not shown a second factor.
func FactorShown(session store.Session) error {
	return permission.SecondFactor(session.User.Roles, session.FactorEnrolled, session.FactorShown)
}

// requireAny finds the session that is shown, before any second factor.
func (s *Sessions) requireAny(c fiber.Ctx) (err error) {
	current := RequestOf(c.Context())
	current.Token, current.Session, err = s.Of(c.Context(), shownBy(c))
	current.User = current.Session.User
	return err
}

// requireLines is requireAny for who has lines: both are read at once.
func (s *Sessions) requireLines(c fiber.Ctx) error {
	current := RequestOf(c.Context())
	hash, err := tokenOf(shownBy(c))
	if err != nil {
		return err
	}
	current.Session, current.Lines, err = s.Sessions.GetWithLines(c.Context(), hash, s.Now())
	current.Token, current.User = hash, current.Session.User
	return noSession(err)
}

func shownBy(c fiber.Ctx) string { return strings.TrimPrefix(c.Get(fiber.HeaderAuthorization), Bearer) }

// requireFor lets everybody pass who shows a session, signed in or not. People who work for us have shown their second factor, but
// where the rule is for who is about to.
func (s *Sessions) requireFor(rule permission.Rule) func(fiber.Ctx) error {
	look := s.requireAny
	if rule.Caller == permission.Customer || rule.Key != "" {
		look = s.requireLines
	}
	if rule.BeforeFactor {
		return look
	}
	return func(c fiber.Ctx) error {
		if err := look(c); err != nil {
			return err
		}
		return FactorShown(RequestOf(c.Context()).Session)
	}
}

// optional lets everybody pass, and finds out who it is where a session is shown. One that is over is refused: its
// customer believes to be signed in.
func (s *Sessions) optional(c fiber.Ctx) error { return s.seen(permission.Rule{})(c) }

// seen is optional with the lines of a customer, where the rule has a key.
func (s *Sessions) seen(rule permission.Rule) func(fiber.Ctx) error {
	look := s.requireFor(permission.Rule{Key: rule.Key})
	return func(c fiber.Ctx) error {
		if c.Get(fiber.HeaderAuthorization) == "" {
			return nil
		}
		return look(c)
	}
}

// Of is the session that a token belongs to, and what we keep of the token.
func (s *Sessions) Of(ctx context.Context, token string) (hash []byte, session store.Session, err error) {
	if hash, err = tokenOf(token); err != nil {
		return nil, session, err
	}
	session, err = s.Sessions.Get(ctx, hash, s.Now())
	return hash, session, noSession(err)
}

func tokenOf(shown string) (hash []byte, err error) {
	hash, ok := TokenHash(shown)
	if !ok {
		return nil, contract.Refuse(contract.FailUnauthenticated)
	}
	return hash, nil
}

func noSession(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return contract.Refuse(contract.FailUnauthenticated)
	}
	if err != nil {
		return fmt.Errorf("read session: %w", err)
	}
	return nil
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

// personalDataExtension is what an operation of support says about personal data, and a filter. Which says nothing is taken to have
// to do with some.
const personalDataExtension = "x-personal-data"

// noPersonalData is of operations that neither show nor change any.
const noPersonalData = "none"

// readLog writes down what people of ours see.
type readLog interface {
	WriteRead(ctx context.Context, actor string, details map[string]string) error
}

// noteRead writes down who is about to see or change personal data, and by which operation about what: what cannot be written down
// is not shown.
func (s *Chain) noteRead(op *Operation) func(fiber.Ctx) error {
	return func(c fiber.Ctx) error {
		if !op.personal {
			return nil
		}
		details := map[string]string{"operation": op.named()}
		maps.Copy(details, op.subject(c))
		if err := s.Reads.WriteRead(c.Context(), RequestOf(c.Context()).User.ID, details); err != nil {
			return fmt.Errorf("note what support reads: %w", err)
		}
		return nil
	}
}

// subject is what a request is about: what is in its path, which never holds personal data, and filters that the contract says hold none.
func (op *Operation) subject(c fiber.Ctx) map[string]string {
	about := map[string]string{}
	for _, p := range op.parameters {
		switch {
		case p.In == openapi3.ParameterInPath:
			about[p.Name] = c.Params(p.Name)
		case p.In == openapi3.ParameterInQuery && p.Extensions[personalDataExtension] == noPersonalData && c.Query(p.Name) != "":
			about[p.Name] = c.Query(p.Name)
		}
	}
	return about
}
