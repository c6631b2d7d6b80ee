package app_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/testkit"
	"selfcare/internal/platform/config"
	"selfcare/migrations"
)

func TestMigrate_DatabaseOnly_NeedsNoOtherPart(t *testing.T) {
	variables := pointing(unanswered)
	variables["DATABASE_URL"] = testkit.EmptyPostgresURL(t)
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, app.MigrateDatabase(t.Context(), cfg, slog.New(slog.DiscardHandler)))
	}
	pending, err := migrations.CountPending(t.Context(), testkit.Connect(t, cfg.DatabaseURL))
	require.NoError(t, err)
	require.Zero(t, pending)
}

func TestMigrate_NeedsNoRedis(t *testing.T) {
	server := testkit.TemporalServer(t, nil)
	variables := pointing(unanswered)
	variables["DATABASE_URL"], variables["TEMPORAL_ADDRESS"] = testkit.EmptyPostgresURL(t), server.FrontendHostPort()
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	require.NoError(t, app.Migrate(t.Context(), cfg, slog.New(slog.DiscardHandler)))
}

func TestMigrate_TemporalOnly_NeedsNoDatabase(t *testing.T) {
	server := testkit.TemporalServer(t, nil)
	variables := pointing(unanswered)
	variables["TEMPORAL_ADDRESS"] = server.FrontendHostPort()
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	require.NoError(t, app.MigrateTemporal(t.Context(), cfg, slog.New(slog.DiscardHandler)))
}
