package app_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/testkit"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/subaccount"
)

func TestSetAccess_SubAccount_ChangesAndIsAudited(t *testing.T) {
	cfg, seeded := accessConfig(t)
	for _, keys := range [][]string{{"history", "bundles"}, {}, nil} {
		var said strings.Builder
		log := slog.New(slog.NewTextHandler(&said, nil))
		require.NoError(t, app.SetAccess(t.Context(), cfg, log, "0570000003", "0570000005", keys))
		require.Contains(t, said.String(), "access changed")
		require.Equal(t, keys, accessOf(t, seeded, "0570000005"))
	}
	entries, err := seeded.AuditEntries.Find(t.Context(), audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"everything", "nothing", "history bundles"}, []string{
		entries[0].Details["access"], entries[1].Details["access"], entries[2].Details["access"],
	})
	require.Equal(t, "operator access-changed", entries[0].Actor+" "+entries[0].Action)
}

func TestSetAccess_InvalidInput_Refused(t *testing.T) {
	cfg, seeded := accessConfig(t)
	set := func(account, number string, keys ...string) error {
		return app.SetAccess(t.Context(), cfg, silent, account, number, keys)
	}
	require.ErrorContains(t, set("0570000003", "0570000005", "histori"), "histori is not a permission key")
	const absent = "no such sub-account"
	require.ErrorContains(t, set("0570000099", "0570000005", "history"), absent)
	require.ErrorContains(t, set("0570000003", "0570000002", "history"), absent)
	require.ErrorContains(t, set("0570000003", "0570000003", "history"), absent, "a main line has no main account")
	require.Equal(t, []string{"history", "history_usage_calls"}, accessOf(t, seeded, "0570000005"))
}

// accessConfig is a configuration with a seeded database, and that database.
func accessConfig(t *testing.T) (config.Config, *store.Store) {
	t.Helper()
	cfg, _ := contentConfig(t)
	url, keys := testkit.SeededURL(t)
	cfg.DatabaseURL = url
	db, err := pool.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return cfg, store.New(db, keys)
}

func accessOf(t *testing.T, s *store.Store, number string) []string {
	t.Helper()
	user, err := s.Users.ByMobile(t.Context(), "0570000003")
	require.NoError(t, err)
	lines, err := s.Subscriptions.Of(t.Context(), user.ID)
	require.NoError(t, err)
	at := slices.IndexFunc(lines, func(l subaccount.Subscription) bool { return l.MSISDN == number })
	require.GreaterOrEqual(t, at, 0)
	return lines[at].Access
}
