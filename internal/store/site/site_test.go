package site_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/site"
	storeerrors "selfcare/internal/store/errors"
	sitestore "selfcare/internal/store/site"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

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

func TestSiteContent_Newest_IsInForce(t *testing.T) {
	db, s := storetest.Database(t)
	_, err := s.Site.Content(ctx)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)

	for _, file := range []string{smallSite, smallSite + "# newer\n", smallSite + "# newer\n"} {
		require.NoError(t, s.Site.Load(ctx, sitestore.File{Source: "site.yaml", By: "tester", File: file}))
		content, err := s.Site.Content(ctx)
		require.NoError(t, err)
		require.Equal(t, sitestore.Content{Source: "site.yaml", File: file}, content)
	}
	var versions int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM site_contents").Scan(ctx, &versions))
	require.Equal(t, 2, versions, "the file in force is not loaded again, and the previous one is kept")
}

func TestLoadSiteContent_Mistake_LoadsNothing(t *testing.T) {
	_, s := storetest.Database(t)
	require.NoError(t, s.Site.Load(ctx, sitestore.File{Source: "good.yaml", By: "tester", File: smallSite}))
	for file, reason := range map[string]string{
		smallSite + "packages: [{ plan: gone-99, route: home }]\n": "line 10: packages[0].plan: no plan on sale is called gone-99",
		smallSite + "menu: []\n":                                   "line 10: menu: is not known here",
	} {
		err := s.Site.Load(ctx, sitestore.File{Source: "bad.yaml", By: "tester", File: file})
		require.ErrorIs(t, err, sitestore.ErrContent)
		require.ErrorContains(t, err, reason)
		content, err := s.Site.Content(ctx)
		require.NoError(t, err)
		require.Equal(t, "good.yaml", content.Source)
	}
}

func TestMaintenance_Planned_CanMoveAndEnd(t *testing.T) {
	_, s := storetest.Database(t)
	require.NoError(t, s.Site.Load(ctx, sitestore.File{Source: "site.yaml", By: "tester", File: smallSite}))
	start := time.Date(2026, 11, 20, 22, 0, 0, 0, time.FixedZone("Riyadh", 3*60*60))
	for _, window := range []*site.Window{{Start: start, End: start.Add(time.Hour)}, {Start: start.Add(time.Hour), End: start.Add(2 * time.Hour)}} {
		require.NoError(t, s.Site.SetMaintenance(ctx, window))
		content, err := s.Site.Content(ctx)
		require.NoError(t, err)
		require.Equal(t, &site.Window{Start: window.Start.UTC(), End: window.End.UTC()}, content.Maintenance)
	}
	require.ErrorIs(t, s.Site.SetMaintenance(ctx, &site.Window{Start: start, End: start}), storeerrors.ErrConflict)
	for range 2 {
		require.NoError(t, s.Site.SetMaintenance(ctx, nil))
		content, err := s.Site.Content(ctx)
		require.NoError(t, err)
		require.Nil(t, content.Maintenance)
	}
}

func TestSiteVersions_Newest_IsFirst(t *testing.T) {
	_, s := storetest.Database(t)
	for i, file := range []string{smallSite, smallSite + "# newer\n"} {
		require.NoError(t, s.Site.Load(ctx, sitestore.File{Source: "site.yaml", By: []string{"Sara", "Omar"}[i], File: file}))
	}
	versions, err := s.Site.Versions(ctx, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"Omar", "Sara"}, []string{versions[0].By, versions[1].By})
	require.WithinDuration(t, time.Now(), versions[0].LoadedAt, time.Minute)
	file, err := s.Site.Version(ctx, versions[1].Version)
	require.NoError(t, err)
	require.Equal(t, smallSite, file)
	_, err = s.Site.Version(ctx, 99)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	newest, err := s.Site.Versions(ctx, 1)
	require.NoError(t, err)
	require.Len(t, newest, 1)
}

func TestSitePreview_Expired_IsNotFound(t *testing.T) {
	db, s := storetest.Database(t)
	now := time.Now()
	hash := bytes.Repeat([]byte{7}, 32)
	file := sitestore.File{Source: "next.yaml", By: "Sara", File: smallSite}
	require.NoError(t, s.Site.Preview(ctx, file, hash, now, now.Add(time.Hour)))
	content, err := s.Site.GetPreview(ctx, hash, now.Add(59*time.Minute))
	require.NoError(t, err)
	require.Equal(t, sitestore.Content{Source: "next.yaml", File: smallSite}, content)
	_, err = s.Site.GetPreview(ctx, hash, now.Add(time.Hour))
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	_, err = s.Site.GetPreview(ctx, bytes.Repeat([]byte{8}, 32), now)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	_, err = s.Site.Content(ctx)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "nothing is in force")

	require.ErrorIs(t, s.Site.Preview(ctx, sitestore.File{Source: "x", By: "Sara", File: "menu: []"}, bytes.Repeat([]byte{9}, 32), now, now.Add(time.Hour)), sitestore.ErrContent)
	require.NoError(t, s.Site.Preview(ctx, file, bytes.Repeat([]byte{9}, 32), now.Add(2*time.Hour), now.Add(3*time.Hour)))
	var kept int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM site_previews").Scan(ctx, &kept))
	require.Equal(t, 1, kept, "expired previews are deleted")
}

func TestSayHelpful_Again_ReplacesVote(t *testing.T) {
	_, s := storetest.Database(t)
	sara, omar := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	for _, said := range []struct {
		question int
		by       []byte
		helpful  bool
		first    bool
	}{{1, sara, true, true}, {1, sara, true, false}, {1, sara, false, false}, {1, omar, true, true}, {2, sara, false, true}, {2, omar, false, true}} {
		first, err := s.Site.SayHelpful(ctx, said.question, said.by, said.helpful)
		require.NoError(t, err)
		require.Equal(t, said.first, first)
	}
	listed, err := s.Site.Helpfulness(ctx)
	require.NoError(t, err)
	require.Equal(t, []sitestore.Helpfulness{{Question: 2, Helped: 0, Not: 2}, {Question: 1, Helped: 1, Not: 1}}, listed)
}
