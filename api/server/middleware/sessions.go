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
	storeerrors "selfcare/internal/store/errors"
	sessionstore "selfcare/internal/store/session"
	"selfcare/internal/store/subaccount"
)

// Sessions identifies the caller of a request.
type Sessions struct {
	*Core
	Sessions sessionReader
}

type sessionReader interface {
	Get(ctx context.Context, tokenHash []byte, now time.Time) (sessionstore.Session, error)
	GetWithLines(ctx context.Context, tokenHash []byte, now time.Time) (sessionstore.Session, []subaccount.Subscription, error)
}

// ValidateSecondFactor refuses a staff session that has not shown a second factor.
func ValidateSecondFactor(session sessionstore.Session) error {
	return permission.SecondFactor(session.User.Roles, session.FactorEnrolled, session.FactorShown)
}

// requireAny finds the shown session, before any second factor.
func (s *Sessions) requireAny(c fiber.Ctx) (err error) {
	current := RequestOf(c.Context())
	current.Token, current.Session, err = s.Of(c.Context(), shownBy(c))
	current.User = current.Session.User
	return err
}

// requireLines is requireAny for callers with lines: it reads both at once.
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

// requireFor lets every session pass, signed in or not. Staff must have shown their second factor, unless the rule is
// for doing that.
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
		return ValidateSecondFactor(RequestOf(c.Context()).Session)
	}
}

// optional lets every caller pass, and identifies a shown session. An ended session is refused: its customer believes
// to be signed in.
func (s *Sessions) optional(c fiber.Ctx) error { return s.seen(permission.Rule{})(c) }

// seen is optional with the lines of a customer, if the rule has a key.
func (s *Sessions) seen(rule permission.Rule) func(fiber.Ctx) error {
	look := s.requireFor(permission.Rule{Key: rule.Key})
	return func(c fiber.Ctx) error {
		if c.Get(fiber.HeaderAuthorization) == "" {
			return nil
		}
		return look(c)
	}
}

// Of finds the session of a token, and returns the stored hash of the token.
func (s *Sessions) Of(ctx context.Context, token string) (hash []byte, session sessionstore.Session, err error) {
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
	if errors.Is(err, storeerrors.ErrNotFound) {
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

// requireStaff lets only staff pass.
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

// personalDataExtension marks whether an operation of support, or a filter, concerns personal data. A missing mark
// means yes.
const personalDataExtension = "x-personal-data"

// noPersonalData marks an operation that neither shows nor changes personal data.
const noPersonalData = "none"

// readLog records looks of staff.
type readLog interface {
	WriteRead(ctx context.Context, actor string, details map[string]string) error
}

// noteRead audits the person and the operation before personal data is shown or changed: without an entry the request
// is refused.
func (s *Chain) noteRead(op *Operation) func(fiber.Ctx) error {
	return func(c fiber.Ctx) error {
		if !op.personal {
			return nil
		}
		details := map[string]string{"operation": op.named()}
		maps.Copy(details, op.subject(c))
		if err := s.Reads.WriteRead(c.Context(), RequestOf(c.Context()).User.ID, details); err != nil {
			return fmt.Errorf("audit a read of support: %w", err)
		}
		return nil
	}
}

// subject returns the subject of a request: path parameters, which never hold personal data, and filters marked as
// free of them.
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
