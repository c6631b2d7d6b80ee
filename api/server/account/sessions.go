package account

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/domain/credential"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store"
	"selfcare/internal/store/session"
	userstore "selfcare/internal/store/user"
)

// SessionHandlers open and end sessions.
type SessionHandlers struct {
	*middleware.Core
	Audit    *AuditLog
	Notes    verification.NoteCache
	Sessions sessionStore
	History  signInHistory
}

type sessionStore interface {
	End(ctx context.Context, tokenHash []byte) error
	Of(ctx context.Context, userID string, current []byte, now time.Time) ([]session.OpenSession, error)
	Open(ctx context.Context, opening session.Opening) error
}

// lifetime of a session: it ends after idle without use, and after Absolute in any case.
type lifetime struct{ idle, Absolute time.Duration }

// Lifetimes of the sessions of staff, customers, and devices without a sign-in.
var (
	StaffSession    = lifetime{30 * time.Minute, 12 * time.Hour}
	customerSession = lifetime{24 * time.Hour, 30 * 24 * time.Hour}
	deviceSession   = lifetime{30 * 24 * time.Hour, 90 * 24 * time.Hour}
)

// Ways of a sign-in.
const (
	providerPassword = "password"
	providerOTP      = "otp"
)

// OpenDeviceSession opens a session for a device without a sign-in.
func (s *SessionHandlers) OpenDeviceSession(ctx context.Context, req gen.OpenDeviceSessionRequestObject) (gen.OpenDeviceSessionResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.DeviceSession, nil); err != nil {
		return nil, err
	}
	token, opening := s.opening(session.Opening{DeviceID: req.Body.DeviceId, Origin: originOf(ctx)}, deviceSession)
	if err := s.Sessions.Open(ctx, opening); err != nil {
		return nil, fmt.Errorf("open session: %w", err)
	}
	var answer gen.OpenDeviceSession200JSONResponse
	answer.Data.AuthToken = token
	return answer, nil
}

// SignOut ends the shown session.
func (s *SessionHandlers) SignOut(ctx context.Context, _ gen.SignOutRequestObject) (gen.SignOutResponseObject, error) {
	current := middleware.RequestOf(ctx)
	err := s.EndSession(ctx, current.User.ID, current.Token)
	if err != nil {
		return nil, fmt.Errorf("sign out: %w", err)
	}
	return gen.SignOut204Response{}, nil
}

// EndSession ends a session and audits its user, if there is one.
func (s *SessionHandlers) EndSession(ctx context.Context, userID string, token []byte) error {
	if userID == "" {
		return s.Sessions.End(ctx, token)
	}
	return s.Audit.changeAudited(ctx, signedOut, userID, func(q *store.Tx) error { return q.Sessions.End(ctx, token) })
}

// openUserSession opens a user's session that replaces the shown one and makes it void. Earlier changes happen in the same transaction.
func (s *SessionHandlers) openUserSession(
	ctx context.Context, user userstore.User, provider string, replaced []byte, deviceID string, earlier ...func(q *store.Tx) error,
) (token string, err error) {
	life := customerSession
	if permission.WorksForUs(user.Roles) {
		life = StaffSession
	}
	origin := originOf(ctx)
	token, opening := s.opening(session.Opening{UserID: user.ID, DeviceID: deviceID, Provider: provider, Replaces: replaced, Origin: origin}, life)
	open := func(q *store.Tx) error {
		for _, change := range earlier {
			if err := change(q); err != nil {
				return err
			}
		}
		return q.Sessions.Open(ctx, opening)
	}
	if err := s.Audit.changeAudited(ctx, signedIn.by(provider).from(origin), user.ID, open); err != nil {
		return "", fmt.Errorf("open session: %w", err)
	}
	s.knowDevice(ctx, user, deviceID)
	return token, nil
}

// originOf returns the stored part of a request's origin.
func originOf(ctx context.Context) session.Origin {
	current := middleware.RequestOf(ctx)
	browser, system := credential.Device(current.Agent)
	return session.Origin{Browser: browser, System: system, Network: current.Network()}
}

// opening gives a new session its token and its end times.
func (s *SessionHandlers) opening(o session.Opening, life lifetime) (token string, _ session.Opening) {
	now := s.Now()
	token, o.TokenHash = middleware.NewToken()
	o.Idle, o.Absolute = now.Add(life.idle), now.Add(life.Absolute)
	return token, o
}
