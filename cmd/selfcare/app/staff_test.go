package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/store"
	"selfcare/internal/store/auditing"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

func TestResetSecondFactor_IsForgottenAndWrittenDown(t *testing.T) {
	ctx := t.Context()
	cfg, _ := contentConfig(t)
	keys, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	require.NoError(t, err)
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	s := store.New(db, keys)
	member, err := s.Users.Register(ctx, store.User{Email: "desk@selfcare.example", EmailConfirmed: true, PasswordHash: "x", Roles: []string{"support"}}, "")
	require.NoError(t, err)
	_, err = s.Users.Register(ctx, store.User{Email: "stranger@selfcare.example", EmailConfirmed: true, PasswordHash: "x", Roles: []string{"customer"}}, "")
	require.NoError(t, err)
	require.NoError(t, s.SecondFactors.Begin(ctx, member.ID, "SECRET"))

	require.NoError(t, app.ResetSecondFactor(ctx, cfg, silent, "Desk@selfcare.example"))
	_, err = s.SecondFactors.Of(ctx, member.ID)
	require.ErrorIs(t, err, store.ErrNotFound)
	entries, err := s.AuditEntries.Find(ctx, auditing.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, "operator second-factor-reset "+member.ID, entries[0].Actor+" "+entries[0].Action+" "+entries[0].Details["id"])

	require.ErrorContains(t, app.ResetSecondFactor(ctx, cfg, silent, "desk@selfcare.example"), "the next sign-in sets one up")
	for _, stranger := range []string{"stranger@selfcare.example", "nobody@selfcare.example"} {
		require.ErrorContains(t, app.ResetSecondFactor(ctx, cfg, silent, stranger), "nobody who works for us")
	}
}
