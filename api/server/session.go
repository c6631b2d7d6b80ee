package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// sessionHandlers open and end sessions, and find out who a request comes from.
type sessionHandlers struct {
	*core
	audit    *auditLog
	sessions sessionStore
}

type sessionStore interface {
	End(ctx context.Context, tokenHash []byte) error
	Get(ctx context.Context, tokenHash []byte, now time.Time) (store.Session, error)
	Open(ctx context.Context, opening store.SessionOpening) error
}

// lifetime of a session: over when not used for idle, and after absolute in any case.
type lifetime struct{ idle, absolute time.Duration }

var (
	staffSession    = lifetime{30 * time.Minute, 12 * time.Hour}
	customerSession = lifetime{24 * time.Hour, 30 * 24 * time.Hour}
	deviceSession   = lifetime{30 * 24 * time.Hour, 90 * 24 * time.Hour}
)

// How a user signed in.
const (
	providerPassword = "password"
	providerOTP      = "otp"
)

// sessionsByClient is wide: a mobile network shows many devices under one address.
var sessionsByClient = cache.Limit{Max: 600, Window: 10 * time.Minute}

const bearer = "Bearer "

// OpenDeviceSession opens a session for a device nobody has signed in on.
func (s *sessionHandlers) OpenDeviceSession(ctx context.Context, req gen.OpenDeviceSessionRequestObject) (gen.OpenDeviceSessionResponseObject, error) {
	if err := s.rateLimit(ctx, "device:"+requestOf(ctx).client, sessionsByClient); err != nil {
		return nil, err
	}
	token, opening := s.opening(store.SessionOpening{DeviceID: req.Body.DeviceId}, deviceSession)
	if err := s.sessions.Open(ctx, opening); err != nil {
		return nil, fmt.Errorf("open session: %w", err)
	}
	var answer gen.OpenDeviceSession200JSONResponse
	answer.Data.AuthToken = token
	return answer, nil
}

// SignOut ends the session shown.
func (s *sessionHandlers) SignOut(ctx context.Context, _ gen.SignOutRequestObject) (gen.SignOutResponseObject, error) {
	current := requestOf(ctx)
	err := s.endSession(ctx, current.user.ID, current.token)
	if err != nil {
		return nil, fmt.Errorf("sign out: %w", err)
	}
	return gen.SignOut204Response{}, nil
}

// endSession writes down who left; where nobody had signed in there is nobody to name.
func (s *sessionHandlers) endSession(ctx context.Context, userID string, token []byte) error {
	if userID == "" {
		return s.sessions.End(ctx, token)
	}
	return s.audit.audited(ctx, signedOut, userID, func(q *store.Tx) error { return q.Sessions.End(ctx, token) })
}

// openUserSession opens a user's session in place of the one shown, which is worth nothing from then on.
func (s *sessionHandlers) openUserSession(ctx context.Context, user store.User, provider string, replaced []byte, deviceID string) (token string, err error) {
	life := customerSession
	if slices.Contains(user.Roles, roleSupport) || slices.Contains(user.Roles, roleOperator) {
		life = staffSession
	}
	token, opening := s.opening(store.SessionOpening{UserID: user.ID, DeviceID: deviceID, Provider: provider, Replaces: replaced}, life)
	open := func(q *store.Tx) error { return q.Sessions.Open(ctx, opening) }
	if err := s.audit.audited(ctx, signedIn.by(provider), user.ID, open); err != nil {
		return "", fmt.Errorf("open session: %w", err)
	}
	return token, nil
}

// opening gives a session to be opened its token and its ends.
func (s *sessionHandlers) opening(o store.SessionOpening, life lifetime) (token string, _ store.SessionOpening) {
	now := s.now()
	token, o.TokenHash = newToken()
	o.Idle, o.Absolute = now.Add(life.idle), now.Add(life.absolute)
	return token, o
}

// requireSession lets everybody pass who shows a session, signed in or not.
func (s *sessionHandlers) requireSession(c fiber.Ctx) error {
	current := requestOf(c.Context())
	hash, session, err := s.sessionOf(c.Context(), strings.TrimPrefix(c.Get(fiber.HeaderAuthorization), bearer))
	current.token, current.session, current.user = hash, session, session.User
	return err
}

// optionalSession lets everybody pass, and finds out who it is where a session is shown. One that is over is refused: its
// customer believes to be signed in.
func (s *sessionHandlers) optionalSession(c fiber.Ctx) error {
	if c.Get(fiber.HeaderAuthorization) == "" {
		return nil
	}
	return s.requireSession(c)
}

func (s *sessionHandlers) sessionOf(ctx context.Context, token string) (hash []byte, session store.Session, err error) {
	hash, ok := tokenHash(token)
	if !ok {
		return nil, session, contract.Refuse(contract.FailUnauthenticated)
	}
	session, err = s.sessions.Get(ctx, hash, s.now())
	if errors.Is(err, store.ErrNotFound) {
		return nil, session, contract.Refuse(contract.FailUnauthenticated)
	}
	if err != nil {
		return nil, session, fmt.Errorf("read session: %w", err)
	}
	return hash, session, nil
}
