package account

import (
	"context"
	"time"

	"selfcare/internal/domain/ratelimit"
	userstore "selfcare/internal/store/user"
)

// DeviceKnownFor is how long an account remembers a device after a sign-in.
const DeviceKnownFor = 180 * 24 * time.Hour

// limitOf gives a known device its own limit: a guesser elsewhere cannot lock the customer out of it.
func (s *SessionHandlers) limitOf(ctx context.Context, login, deviceID string) ratelimit.Name {
	if deviceID == "" {
		return ratelimit.SignIn
	}
	known, err := s.Notes.ReadNote(ctx, s.knownSlot(login, deviceID))
	s.LogFailure(ctx, "look for a known device", err)
	if known == "" {
		return ratelimit.SignIn
	}
	return ratelimit.SignInOnKnownDevice
}

// knowDevice remembers a device under each login of a user. A failure only makes the device unknown.
func (s *SessionHandlers) knowDevice(ctx context.Context, user userstore.User, deviceID string) {
	for _, login := range []string{user.Mobile, user.Email} {
		stored, err := readLogin(login)
		if stored != "" && err == nil && deviceID != "" {
			s.LogFailure(ctx, "note a known device", s.Notes.Note(ctx, s.knownSlot(stored, deviceID), "known", DeviceKnownFor))
		}
	}
}

func (s *SessionHandlers) knownSlot(login, deviceID string) string {
	return "known-device:" + s.Derive.Token("known device", login, deviceID)
}
