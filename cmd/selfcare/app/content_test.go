package app_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/domain/site"
	"selfcare/internal/platform/config"
)

var silent = slog.New(slog.DiscardHandler)

// contentConfig is a configuration with a seeded database and a Redis.
func contentConfig(t *testing.T) (config.Config, *miniredis.Miniredis) {
	t.Helper()
	variables := pointing(nobody)
	variables["DATABASE_URL"] = seededURL(t)
	redis := miniredis.RunT(t)
	variables["REDIS_URL"] = "redis://" + redis.Addr()
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	return cfg, redis
}

func inForce(t *testing.T, cfg config.Config) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, app.WriteContent(t.Context(), cfg, silent, &out))
	return out.String()
}

func TestLoadContent_PutsAFileInForceAndDropsWhatRedisKeeps(t *testing.T) {
	cfg, redis := contentConfig(t)
	require.Equal(t, seed.SiteFile, inForce(t, cfg))
	newer := strings.ReplaceAll(seed.SiteFile, "My orders", "Orders of mine")
	require.NoError(t, app.LoadContent(t.Context(), cfg, silent, "site.yaml", newer))
	require.Equal(t, newer, inForce(t, cfg))
	generation, err := redis.Get("site:generation")
	require.NoError(t, err)
	require.Equal(t, "1", generation)
}

func TestLoadContent_ChangesNothingWhenAnythingCannotBeMeant(t *testing.T) {
	cfg, redis := contentConfig(t)
	wrong := strings.ReplaceAll(seed.SiteFile, "path: direct-login }", "path: /direct-login/ }")
	require.NotEqual(t, seed.SiteFile, wrong)
	require.ErrorContains(t, app.LoadContent(t.Context(), cfg, silent, "site.yaml", wrong), "line 13: routes[2].path")
	require.Equal(t, seed.SiteFile, inForce(t, cfg))
	require.False(t, redis.Exists("site:generation"))
}

func TestLoadContent_SaysWhenTheOldContentMayStillBeShown(t *testing.T) {
	cfg, redis := contentConfig(t)
	redis.Close()
	newer := seed.SiteFile + "# newer\n"
	require.ErrorContains(t, app.LoadContent(t.Context(), cfg, silent, "site.yaml", newer), "done, but shown only after five minutes")
	require.Equal(t, newer, inForce(t, cfg))
}

func TestSetMaintenance_TakesAWindowAndEndsIt(t *testing.T) {
	cfg, redis := contentConfig(t)
	start := time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC)
	require.ErrorContains(t, app.SetMaintenance(t.Context(), cfg, silent, &site.Window{Start: start, End: start}), "has to end after its start")
	require.NoError(t, app.SetMaintenance(t.Context(), cfg, silent, &site.Window{Start: start, End: start.Add(time.Hour)}))
	require.NoError(t, app.SetMaintenance(t.Context(), cfg, silent, nil))
	generation, err := redis.Get("site:generation")
	require.NoError(t, err)
	require.Equal(t, "2", generation)
}

func TestDoctor_LooksAtTheContentInForce(t *testing.T) {
	variables := pointing(nobody)
	for url, want := range map[string]string{
		seededURL(t): `(?m)^ok +site content +in force: development data`, testkit.PostgresURL(t): `(?m)^WRONG +site content .*selfcare content load`,
	} {
		variables["DATABASE_URL"] = url
		var out strings.Builder
		require.Error(t, app.Doctor(t.Context(), variables, &out), "nothing else answers")
		require.Regexp(t, want, out.String())
	}
}

func seededURL(t *testing.T) string {
	t.Helper()
	url, _ := testkit.SeededURL(t)
	return url
}
