package app_test

import (
	"bytes"
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
	"selfcare/internal/store"
	sitestore "selfcare/internal/store/site"
)

var silent = slog.New(slog.DiscardHandler)

// contentConfig is a configuration with a seeded database and a Redis.
func contentConfig(t *testing.T) (config.Config, *miniredis.Miniredis) {
	t.Helper()
	variables := pointing(unanswered)
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
	require.NoError(t, app.WriteContent(t.Context(), cfg, silent, 0, &out))
	return out.String()
}

func TestLoadContent_File_ReplacesTheCached(t *testing.T) {
	cfg, redis := contentConfig(t)
	require.Equal(t, seed.SiteFile, inForce(t, cfg))
	newer := strings.ReplaceAll(seed.SiteFile, "My orders", "Orders of mine")
	require.NoError(t, app.LoadContent(t.Context(), cfg, silent, sitestore.File{Source: "site.yaml", By: "tester", File: newer}))
	require.Equal(t, newer, inForce(t, cfg))
	generation, err := redis.Get("site:generation")
	require.NoError(t, err)
	require.Equal(t, "1", generation)
}

func TestLoadContent_InvalidPart_ChangesNothing(t *testing.T) {
	cfg, redis := contentConfig(t)
	wrong := strings.ReplaceAll(seed.SiteFile, "path: direct-login }", "path: /direct-login/ }")
	require.NotEqual(t, seed.SiteFile, wrong)
	require.ErrorContains(t, app.LoadContent(t.Context(), cfg, silent, sitestore.File{Source: "site.yaml", By: "tester", File: wrong}), "line 13: routes[2].path")
	require.Equal(t, seed.SiteFile, inForce(t, cfg))
	require.False(t, redis.Exists("site:generation"))
}

func TestLoadContent_NoRedis_ReportsTheDelay(t *testing.T) {
	cfg, redis := contentConfig(t)
	redis.Close()
	newer := seed.SiteFile + "# newer\n"
	require.ErrorContains(t, app.LoadContent(t.Context(), cfg, silent, sitestore.File{Source: "site.yaml", By: "tester", File: newer}), "done, but shown only after five minutes")
	require.Equal(t, newer, inForce(t, cfg))
}

func TestRestoreContent_OlderFile_IsRecorded(t *testing.T) {
	cfg, redis := contentConfig(t)
	newer := strings.ReplaceAll(seed.SiteFile, "My orders", "Orders of mine")
	require.NoError(t, app.LoadContent(t.Context(), cfg, silent, sitestore.File{Source: "autumn.yaml", By: "Sara", File: newer}))
	require.NoError(t, app.RestoreContent(t.Context(), cfg, silent, 1, "Omar"))
	require.Equal(t, seed.SiteFile, inForce(t, cfg))
	generation, err := redis.Get("site:generation")
	require.NoError(t, err)
	require.Equal(t, "2", generation, "shown at once")

	var out strings.Builder
	require.NoError(t, app.ListContent(t.Context(), cfg, silent, 20, &out))
	lines := strings.Split(out.String(), "\n")
	require.Regexp(t, `^3 +\d{4}-\d\d-\d\d \d\d:\d\d \+03:00 +Omar +version 1 again +in force`, lines[1])
	require.Regexp(t, `^2 .* Sara +autumn.yaml +$`, lines[2])
	require.Regexp(t, `^1 .* seed +development data +$`, lines[3])

	out.Reset()
	require.NoError(t, app.WriteContent(t.Context(), cfg, silent, 2, &out))
	require.Equal(t, newer, out.String())
	require.ErrorContains(t, app.RestoreContent(t.Context(), cfg, silent, 9, "Omar"), "there is no version 9")
}

func TestPreviewContent_File_WritesLinksOnly(t *testing.T) {
	cfg, _ := contentConfig(t)
	newer := strings.ReplaceAll(seed.SiteFile, "My orders", "Orders of mine")
	var out strings.Builder
	require.NoError(t, app.PreviewContent(t.Context(), cfg, silent, sitestore.File{Source: "next.yaml", By: "Sara", File: newer}, time.Hour, &out))
	require.Regexp(t, `^http://\S+/ar/\?preview=[\w-]{43}\nhttp://\S+/en/\?preview=[\w-]{43}\nuntil \d{4}-`, out.String())
	require.Equal(t, seed.SiteFile, inForce(t, cfg))
	wrong := sitestore.File{Source: "next.yaml", By: "Sara", File: "routes: 1"}
	require.Error(t, app.PreviewContent(t.Context(), cfg, silent, wrong, time.Hour, &out), "a file that cannot be meant is not looked at either")
}

func TestWriteHelpfulness_ListsTheWorstFirst(t *testing.T) {
	cfg, _ := contentConfig(t)
	s := store.New(testkit.Connect(t, cfg.DatabaseURL), testkit.Keys(t))
	for question, said := range map[int][]bool{1: {true, true}, 2: {false, true, false}, 99999: {false}} {
		for i, helpful := range said {
			_, err := s.Site.SayHelpful(t.Context(), question, bytes.Repeat([]byte{byte(i)}, 32), helpful)
			require.NoError(t, err)
		}
	}
	var out strings.Builder
	require.NoError(t, app.WriteHelpfulness(t.Context(), cfg, silent, &out))
	require.Regexp(t, `(?s)^ID +HELPED.*\n2 +1 +2 +\S.*\n99999 +0 +1 +\(question removed\)\n1 +2 +0 +\S`, out.String())
}

func TestSetMaintenance_Window_StartsAndEnds(t *testing.T) {
	cfg, redis := contentConfig(t)
	start := time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC)
	require.ErrorContains(t, app.SetMaintenance(t.Context(), cfg, silent, &site.Window{Start: start, End: start}), "has to end after its start")
	var said strings.Builder
	log := slog.New(slog.NewTextHandler(&said, nil))
	require.NoError(t, app.SetMaintenance(t.Context(), cfg, log, &site.Window{Start: start, End: start.Add(time.Hour)}))
	require.Contains(t, said.String(), "maintenance is planned")
	require.NoError(t, app.SetMaintenance(t.Context(), cfg, log, nil))
	require.Contains(t, said.String(), "no maintenance is planned")
	generation, err := redis.Get("site:generation")
	require.NoError(t, err)
	require.Equal(t, "2", generation)
}

func TestDoctor_Content_IsExamined(t *testing.T) {
	variables := pointing(unanswered)
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
