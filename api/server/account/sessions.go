package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/cache"
	"selfcare/internal/store"
)

// SessionHandlers open and end sessions.
type SessionHandlers struct {
	*middleware.Core
	Audit    *AuditLog
	Sessions sessionStore
}

type sessionStore interface {
	End(ctx context.Context, tokenHash []byte) error
	Open(ctx context.Context, opening store.SessionOpening) error
}

// lifetime of a session: over when not used for idle, and after absolute in any case.
type lifetime struct{ idle, Absolute time.Duration }

// How long sessions live: of people who work for us, of customers, and of devices nobody has signed in on.
var (
	StaffSession    = lifetime{30 * time.Minute, 12 * time.Hour}
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

// OpenDeviceSession opens a session for a device nobody has signed in on.
func (s *SessionHandlers) OpenDeviceSession(ctx context.Context, req gen.OpenDeviceSessionRequestObject) (gen.OpenDeviceSessionResponseObject, error) {
	if err := s.RateLimit(ctx, "device:"+middleware.RequestOf(ctx).Client, sessionsByClient); err != nil {
		return nil, err
	}
	token, opening := s.opening(store.SessionOpening{DeviceID: req.Body.DeviceId}, deviceSession)
	if err := s.Sessions.Open(ctx, opening); err != nil {
		return nil, fmt.Errorf("open session: %w", err)
	}
	var answer gen.OpenDeviceSession200JSONResponse
	answer.Data.AuthToken = token
	return answer, nil
}

// SignOut ends the session shown.
func (s *SessionHandlers) SignOut(ctx context.Context, _ gen.SignOutRequestObject) (gen.SignOutResponseObject, error) {
	current := middleware.RequestOf(ctx)
	err := s.endSession(ctx, current.User.ID, current.Token)
	if err != nil {
		return nil, fmt.Errorf("sign out: %w", err)
	}
	return gen.SignOut204Response{}, nil
}

// endSession writes down who left; where nobody had signed in there is nobody to name.
func (s *SessionHandlers) endSession(ctx context.Context, userID string, token []byte) error {
	if userID == "" {
		return s.Sessions.End(ctx, token)
	}
	return s.Audit.audited(ctx, signedOut, userID, func(q *store.Tx) error { return q.Sessions.End(ctx, token) })
}

// openUserSession opens a user's session in place of the one shown, which is worth nothing from then on.
func (s *SessionHandlers) openUserSession(ctx context.Context, user store.User, provider string, replaced []byte, deviceID string) (token string, err error) {
	life := customerSession
	if slices.Contains(user.Roles, middleware.RoleSupport) || slices.Contains(user.Roles, middleware.RoleOperator) {
		life = StaffSession
	}
	token, opening := s.opening(store.SessionOpening{UserID: user.ID, DeviceID: deviceID, Provider: provider, Replaces: replaced}, life)
	open := func(q *store.Tx) error { return q.Sessions.Open(ctx, opening) }
	if err := s.Audit.audited(ctx, signedIn.by(provider), user.ID, open); err != nil {
		return "", fmt.Errorf("open session: %w", err)
	}
	return token, nil
}

// opening gives a session to be opened its token and its ends.
func (s *SessionHandlers) opening(o store.SessionOpening, life lifetime) (token string, _ store.SessionOpening) {
	now := s.Now()
	token, o.TokenHash = middleware.NewToken()
	o.Idle, o.Absolute = now.Add(life.idle), now.Add(life.Absolute)
	return token, o
}
