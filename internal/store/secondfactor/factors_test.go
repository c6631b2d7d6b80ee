package secondfactor_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/session"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/user"
)

var ctx = context.Background()

const secret = "JBSWY3DPEHPK3PXP"

// member registers a member of staff.
func member(t *testing.T, s *store.Store) (id string) {
	t.Helper()
	m, err := s.Users.Register(ctx, user.User{Email: "support@selfcare.example", PasswordHash: "hash", Roles: []string{"support"}}, "")
	require.NoError(t, err)
	return m.ID
}

// begun is the time at which a member has begun a second factor.
func begun(t *testing.T, s *store.Store, id string) time.Time {
	t.Helper()
	require.NoError(t, s.SecondFactors.Begin(ctx, id, secret))
	factor, err := s.SecondFactors.Of(ctx, id)
	require.NoError(t, err)
	require.Equal(t, secret, factor.Secret)
	return factor.BegunAt
}

func confirmed(t *testing.T, s *store.Store, codes ...string) (id string) {
	t.Helper()
	id = member(t, s)
	require.NoError(t, s.SecondFactors.Confirm(ctx, id, begun(t, s, id), 10, codes))
	return id
}

func TestConfirm_BegunAgain_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	id := member(t, s)
	_, err := s.SecondFactors.Of(ctx, id)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	first := begun(t, s, id)
	second := begun(t, s, id)
	require.ErrorIs(t, s.SecondFactors.Confirm(ctx, id, first, 1, []string{"old"}), storeerrors.ErrConflict)
	storetest.RequireOneWins(t, storeerrors.ErrConflict, func(int) error { return s.SecondFactors.Confirm(ctx, id, second, 1, []string{"a", "b"}) })
	require.ErrorIs(t, s.SecondFactors.Begin(ctx, id, "OTHER"), storeerrors.ErrConflict, "a confirmed factor stays")
	factor, err := s.SecondFactors.Of(ctx, id)
	require.NoError(t, err)
	require.Equal(t, []any{secret, true}, []any{factor.Secret, factor.Confirmed})
	left, err := s.SecondFactors.RecoveryCodesLeft(ctx, id)
	require.NoError(t, err)
	require.Equal(t, 2, left)
}

func TestUseStep_Used_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	id := confirmed(t, s)
	require.ErrorIs(t, s.SecondFactors.UseStep(ctx, id, 10), storeerrors.ErrConflict, "it confirmed the factor")
	storetest.RequireOneWins(t, storeerrors.ErrConflict, func(int) error { return s.SecondFactors.UseStep(ctx, id, 12) })
	require.ErrorIs(t, s.SecondFactors.UseStep(ctx, id, 11), storeerrors.ErrConflict, "an earlier code ends with the later one")
	require.NoError(t, s.SecondFactors.UseStep(ctx, id, 13))
}

func TestUseStep_Unconfirmed_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	id := member(t, s)
	begun(t, s, id)
	require.ErrorIs(t, s.SecondFactors.UseStep(ctx, id, 1), storeerrors.ErrConflict)
}

func TestRecoveryCode_Used_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	id := confirmed(t, s, "first", "second")
	storetest.RequireOneWins(t, storeerrors.ErrConflict, func(int) error { return s.SecondFactors.UseRecoveryCode(ctx, id, "first") })
	require.NoError(t, s.SecondFactors.SetRecoveryCodes(ctx, id, []string{"third"}))
	require.ErrorIs(t, s.SecondFactors.UseRecoveryCode(ctx, id, "second"), storeerrors.ErrConflict, "an old code")
	require.NoError(t, s.SecondFactors.UseRecoveryCode(ctx, id, "third"))
	left, err := s.SecondFactors.RecoveryCodesLeft(ctx, id)
	require.NoError(t, err)
	require.Zero(t, left)
}

func TestReset_Member_StartsAnew(t *testing.T) {
	_, s := storetest.Database(t)
	id := confirmed(t, s, "first")
	token := []byte("token of the member")
	now := time.Now()
	require.NoError(t, s.Sessions.Open(ctx, session.Opening{TokenHash: token, UserID: id, Idle: now.Add(time.Hour), Absolute: now.Add(time.Hour)}))
	require.NoError(t, s.SecondFactors.Reset(ctx, id))
	live, err := s.Sessions.Live(ctx, token, now)
	require.NoError(t, err)
	require.False(t, live)
	require.ErrorIs(t, s.SecondFactors.UseRecoveryCode(ctx, id, "first"), storeerrors.ErrConflict)
	require.ErrorIs(t, s.SecondFactors.Reset(ctx, id), storeerrors.ErrNotFound)
	require.NoError(t, s.SecondFactors.Confirm(ctx, id, begun(t, s, id), 1, []string{"new"}), "the used steps are forgotten, too")
}
