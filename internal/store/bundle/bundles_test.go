package bundle_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/imports"
	"selfcare/internal/domain/plan"
	"selfcare/internal/store"
	"selfcare/internal/store/bundle"
	importsstore "selfcare/internal/store/imports"
)

var now = time.Date(2026, time.December, 1, 9, 0, 0, 0, time.UTC)

// shop returns a store with the plans, bundles and offers of development.
func shop(t *testing.T) (*bun.DB, *store.Store) {
	t.Helper()
	db, s := testkit.Databases(t)
	plans, err := plan.Parse(seed.PlansFile)
	require.NoError(t, err)
	_, _, err = s.Catalogue.ReplacePlans(t.Context(), plans, "test")
	require.NoError(t, err)
	for _, kind := range []string{"bundles", "offers"} {
		file, err := seed.Lists.Open("lists/" + kind + ".csv")
		require.NoError(t, err)
		list, err := imports.Open(imports.Kinds[kind], kind+".csv", file)
		require.NoError(t, err)
		require.NoError(t, s.Import(t.Context(), func(_ *store.Tx, lists importsstore.Imports) error {
			_, err := lists.Run(t.Context(), list, imports.Kinds[kind], false)
			return err
		}))
	}
	return db, s
}

func TestList_Query_NarrowsAndSorts(t *testing.T) {
	_, s := shop(t)
	for name, tt := range map[string]struct {
		wanted bundle.Query
		want   string
		more   bool
	}{
		"a page":                {bundle.Query{Page: 1, PerPage: 2}, "latest-mix-20 latest-weekend-3", true},
		"the last page":         {bundle.Query{Page: 8, PerPage: 2}, "local-bundle-40", false},
		"a page behind it":      {bundle.Query{Page: 10_000, PerPage: 50}, "", false},
		"a category":            {bundle.Query{Category: "int-pass"}, "int-pass-60 int-pass-200 int-pass-travel-2", false},
		"a tag":                 {bundle.Query{Tag: "best-seller"}, "net-saver-5 int-pass-60 local-pass-100", false},
		"bundles with messages": {bundle.Query{Gives: allowance.Messages}, "latest-mix-20 local-pass-sms-200 local-bundle-40", false},
		"minutes of a category": {bundle.Query{Gives: allowance.LocalMinutes, Category: "local-pass"}, "local-pass-100 local-pass-500", false},
		"for postpaid lines":    {bundle.Query{Category: "local-bundle", Subscription: "postpaid"}, "", false},
		"for a plan":            {bundle.Query{Category: "local-bundle", Plan: "hawakom-90"}, "local-bundle-10 local-bundle-40", false},
		"for another plan":      {bundle.Query{Category: "local-bundle", Plan: "basic-25"}, "local-bundle-10", false},
		"the cheapest first":    {bundle.Query{Category: "local-pass", Sort: bundle.ByPrice}, "local-pass-sms-200 local-pass-100 local-pass-500", false},
		"the most data first":   {bundle.Query{Category: "latest", Sort: bundle.ByData}, "latest-launch-50 latest-mix-20 latest-weekend-3", false},
		"of a channel":          {bundle.Query{Category: "latest", Channel: "app"}, "latest-mix-20 latest-weekend-3 latest-launch-50", false},
		"before they are sold":  {bundle.Query{At: now.AddDate(-1, 0, 0)}, "", false},
		"a hostile category":    {bundle.Query{Category: "'; DROP TABLE bundles; --"}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.wanted.At.IsZero() {
				tt.wanted.At = now
			}
			found, more, err := s.Bundles.List(t.Context(), tt.wanted)
			require.NoError(t, err)
			ids := make([]string, len(found))
			for i, b := range found {
				ids[i] = b.ID
			}
			require.Equal(t, tt.want, strings.Join(ids, " "))
			require.Equal(t, tt.more, more)
		})
	}
}

// The query and the rule agree to the moment on when a bundle is on sale.
func TestList_OnSale_AgreesWithRule(t *testing.T) {
	db, s := shop(t)
	for _, span := range [][2]any{{now, nil}, {now.Add(time.Microsecond), nil}, {now.Add(-time.Hour), now}, {now.Add(-time.Hour), now.Add(time.Microsecond)}} {
		_, err := db.NewRaw("UPDATE bundles SET starts_at = ?, ends_at = ? WHERE id = 'net-saver-1'", span[0], span[1]).Exec(t.Context())
		require.NoError(t, err)
		one, err := s.Bundles.ByID(t.Context(), "net-saver-1", "nobodys")
		require.NoError(t, err)
		require.Len(t, one, 1)
		listed, _, err := s.Bundles.List(t.Context(), bundle.Query{Category: "data-net-saver", At: now})
		require.NoError(t, err)
		require.Equal(t, one["net-saver-1"].OnSale(now), listed[0].ID == "net-saver-1", span)
	}
}

func offers(ctx context.Context, t *testing.T, s *store.Store, wanted bundle.OfferQuery) (said string) {
	t.Helper()
	wanted.At = now
	found, _, err := s.Bundles.Offers(ctx, wanted)
	require.NoError(t, err)
	for _, o := range found {
		said += " " + o.ID
		require.Equal(t, o.PlanID == "", o.Bundle != nil, "the offer sells one of both")
	}
	return strings.TrimSpace(said)
}

func TestOffers_EndedTarget_IsHidden(t *testing.T) {
	db, s := shop(t)
	all, featured := bundle.OfferQuery{PerPage: 10}, true
	require.Equal(t, "launch-50 saver-25 hawakom-130 weekend", offers(t.Context(), t, s, all))
	require.Equal(t, "launch-50 saver-25", offers(t.Context(), t, s, bundle.OfferQuery{PerPage: 10, Featured: &featured, Channel: "web"}))
	require.Equal(t, "hawakom-130", offers(t.Context(), t, s, bundle.OfferQuery{PerPage: 10, ID: "hawakom-130"}))
	require.Equal(t, "weekend", offers(t.Context(), t, s, bundle.OfferQuery{PerPage: 3, Page: 2}))
	for _, statement := range []string{
		"UPDATE offers SET ends_at = '2026-12-01T09:00:00Z' WHERE id = 'saver-25'",
		"UPDATE bundles SET ends_at = '2026-12-01T08:59:59Z' WHERE id = 'latest-launch-50'",
		"UPDATE plans SET on_sale = false WHERE id = 'hawakom-130'",
	} {
		_, err := db.NewRaw(statement).Exec(t.Context())
		require.NoError(t, err)
	}
	require.Equal(t, "weekend", offers(t.Context(), t, s, all))
}

// The database refuses the same mistakes as the import.
func TestBundles_Database_RefusesMistakes(t *testing.T) {
	db, _ := shop(t)
	for name, statement := range map[string]string{
		"more than there are":     "UPDATE bundles SET sold = 51 WHERE id = 'latest-launch-50'",
		"a stock below the sold":  "UPDATE bundles SET sold = 5, stock = 4 WHERE id = 'latest-launch-50'",
		"a bundle of nothing":     "UPDATE bundles SET data_mb = 0 WHERE id = 'net-saver-1'",
		"for nothing":             "UPDATE bundles SET price = 0 WHERE id = 'net-saver-1'",
		"an end before its start": "UPDATE bundles SET ends_at = starts_at WHERE id = 'net-saver-1'",
		"for no line":             "UPDATE bundles SET subscriptions = '{}' WHERE id = 'net-saver-1'",
		"a tag of its own":        "UPDATE bundles SET tags = '{cheap}' WHERE id = 'net-saver-1'",
		"an offer of nothing":     "UPDATE offers SET bundle = NULL WHERE id = 'saver-25'",
		"an offer of both":        "UPDATE offers SET plan = 'basic-25' WHERE id = 'saver-25'",
		"what an offer sells":     "DELETE FROM bundles WHERE id = 'net-saver-25'",
	} {
		_, err := db.NewRaw(statement).Exec(t.Context())
		require.Error(t, err, name)
	}
}
