package app_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/domain/imports"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// opened opens the store of a configuration.
func opened(t *testing.T, cfg config.Config) *store.Store {
	t.Helper()
	keys, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	require.NoError(t, err)
	db, err := pool.Open(t.Context(), cfg.DatabaseURL)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return store.New(db, keys)
}

func TestImportList_DryAndReal_ReportTheSame(t *testing.T) {
	cfg, _ := contentConfig(t)
	s := opened(t, cfg)
	var heard []string
	bring := func(dry bool) string {
		t.Helper()
		const file = "key,name_en,name_ar,position\nafif,Afif,عفيف,26\nabha,Abha City,أبها,15\n"
		result, err := app.ImportList(t.Context(), cfg, silent, app.List{
			Kind: "cities", Name: "cities.csv", File: strings.NewReader(file), DryRun: dry, Says: func(s string) { heard = append(heard, s) },
		})
		require.NoError(t, err)
		return app.DescribeImport("cities", result, dry)
	}
	for range 2 {
		require.Equal(t, "cities: 1 added, 1 changed, 0 unchanged\ndry run: nothing was changed\n", bring(true))
	}
	log, err := s.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Empty(t, log)
	require.Equal(t, []string{"reading", "checking", "writing"}, heard[:3])

	require.Equal(t, "cities: 1 added, 1 changed, 0 unchanged\n", bring(false))
	require.Equal(t, "cities: 0 added, 0 changed, 2 unchanged\n", bring(false))
	log, err = s.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, "operator list-imported cities.csv 1", strings.Join([]string{log[1].Actor, log[1].Action, log[1].Details["file"], log[1].Details["added"]}, " "))
}

func TestImportList_SkippedLines_HaveReasons(t *testing.T) {
	cfg, _ := contentConfig(t)
	result, err := app.ImportList(t.Context(), cfg, silent, app.List{Kind: "numbers", Name: "n.csv", File: strings.NewReader("msisdn\n0570000001\n0579000101\n")})
	require.NoError(t, err)
	require.Equal(t, "numbers: 1 added, 0 changed, 0 unchanged, 1 left out\nleft out, because it is in service as a line already: 1\n  line 2\n", app.DescribeImport("numbers", result, false))
	_, err = app.ImportList(t.Context(), cfg, silent, app.List{Kind: "ships", Name: "s.csv", File: strings.NewReader("")})
	require.ErrorContains(t, err, "ships is not a kind of list: "+strings.Join(imports.Names(), ", "))
}
