package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/site"
	"selfcare/internal/store"
)

const smallSite = `
routes:
  - { key: home, template: home, path: "" }
  - { key: login, template: login, path: login }
  - { key: maintenance, template: maintenance, path: maintenence }
menus: { main-menu: [], footer-menu: [], footer-last: [] }
sliders: { homepage: [] }
maintenance: { title: { en: Soon, ar: قريبًا }, text: { en: Soon, ar: قريبًا } }
updates: { optional: 1.0.0, forced: 1.0.0 }
`

func TestSiteContent_IsTheNewestFile(t *testing.T) {
	db, s := database(t)
	_, err := s.Site.Content(ctx)
	require.ErrorIs(t, err, store.ErrNotFound)

	for _, file := range []string{smallSite, smallSite + "# newer\n", smallSite + "# newer\n"} {
		require.NoError(t, s.Site.Load(ctx, store.SiteFile{Source: "site.yaml", By: "tester", File: file}))
		content, err := s.Site.Content(ctx)
		require.NoError(t, err)
		require.Equal(t, store.SiteContent{Source: "site.yaml", File: file}, content)
	}
	var versions int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM site_contents").Scan(ctx, &versions))
	require.Equal(t, 2, versions, "the file in force is not loaded again, the one before is kept")
}

func TestLoadSiteContent_TakesAllOrNothing(t *testing.T) {
	_, s := database(t)
	require.NoError(t, s.Site.Load(ctx, store.SiteFile{Source: "good.yaml", By: "tester", File: smallSite}))
	for file, reason := range map[string]string{
		smallSite + "packages: [{ plan: gone-99, route: home }]\n": "line 10: packages[0].plan: no plan on sale is called gone-99",
		smallSite + "menu: []\n":                                   "line 10: menu: is not known here",
	} {
		err := s.Site.Load(ctx, store.SiteFile{Source: "bad.yaml", By: "tester", File: file})
		require.ErrorIs(t, err, store.ErrSiteContent)
		require.ErrorContains(t, err, reason)
		content, err := s.Site.Content(ctx)
		require.NoError(t, err)
		require.Equal(t, "good.yaml", content.Source)
	}
}

func TestMaintenance_IsPlannedMovedAndEnded(t *testing.T) {
	_, s := database(t)
	require.NoError(t, s.Site.Load(ctx, store.SiteFile{Source: "site.yaml", By: "tester", File: smallSite}))
	start := time.Date(2026, 11, 20, 22, 0, 0, 0, time.FixedZone("Riyadh", 3*60*60))
	for _, window := range []*site.Window{{Start: start, End: start.Add(time.Hour)}, {Start: start.Add(time.Hour), End: start.Add(2 * time.Hour)}} {
		require.NoError(t, s.Site.SetMaintenance(ctx, window))
		content, err := s.Site.Content(ctx)
		require.NoError(t, err)
		require.Equal(t, &site.Window{Start: window.Start.UTC(), End: window.End.UTC()}, content.Maintenance)
	}
	require.ErrorIs(t, s.Site.SetMaintenance(ctx, &site.Window{Start: start, End: start}), store.ErrConflict)
	for range 2 {
		require.NoError(t, s.Site.SetMaintenance(ctx, nil))
		content, err := s.Site.Content(ctx)
		require.NoError(t, err)
		require.Nil(t, content.Maintenance)
	}
}
