package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/dev/seed"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/store"
)

// The page asks for what a section holds as the section says it: so each has something, in the order of the content.
func TestShop_HasItsSectionsInOrderAndEachHoldsSomething(t *testing.T) {
	r := withBundles(t)
	require.NoError(t, r.store.Site.Load(t.Context(), store.SiteFile{Source: "test", By: "tester", File: seed.SiteFile}))
	english := decoded[gen.GetShopAnswer](t, r.catalogue("/shop/widgets", header{"Accept-Language": "en"})).Data.Widgets
	arabic := decoded[gen.GetShopAnswer](t, r.catalogue("/shop/widgets", header{"Accept-Language": "ar"})).Data.Widgets
	var keys []string
	kinds := map[gen.ShopWidgetKind]int{}
	for i, widget := range english {
		keys = append(keys, widget.Key)
		kinds[widget.Kind]++
		require.NotEqual(t, widget.Title, arabic[i].Title)
		require.Positive(t, widget.Most)
		r.holdsSomething(widget)
	}
	require.Equal(t, []string{"offers", "best-sellers", "data", "abroad", "plans", "your-own", "more"}, keys)
	require.Len(t, kinds, 4, "one of each kind")
	require.Equal(t, "/en/hawakom", *english[4].Path)
	require.Equal(t, "/ar/هواكم", *arabic[4].Path)
	require.Equal(t, gen.ShopLink{
		Key: "entertainment", Title: "Entertainment", Path: "/en/entertainment", Permission: new("entertainment"),
		Text: "Music, series and sport from our partners, for a day, a week or a month.",
	}, english[6].Links[1])
	require.Equal(t, "bundles_find_your_bundle", *english[5].Links[0].Permission)
	require.Nil(t, english[5].Links[2].Permission, "whoever compares plans needs no key")
}

func (r *rig) holdsSomething(widget gen.ShopWidget) {
	r.t.Helper()
	switch widget.Kind {
	case gen.ShopWidgetKindBundles:
		query := "?"
		if widget.Category != nil {
			require.Contains(r.t, bundle.Categories, *widget.Category)
			query += "category=" + *widget.Category
		}
		if widget.Tag != nil {
			query += "&tag=" + *widget.Tag
		}
		require.NotEmpty(r.t, decoded[gen.BundlePage](r.t, r.catalogue("/bundles"+query)).Items, widget.Key)
	case gen.ShopWidgetKindOffers:
		require.True(r.t, *widget.Featured)
		require.NotEmpty(r.t, decoded[gen.OfferPage](r.t, r.catalogue("/offers?featured=1")).Items)
	case gen.ShopWidgetKindPlans:
		require.NotEmpty(r.t, decoded[gen.PlanPage](r.t, r.catalogue("/plans/category/"+*widget.Category+"/items")).Items)
	case gen.ShopWidgetKindLinks:
		require.NotEmpty(r.t, widget.Links)
	}
}

func TestShop_IsAnsweredWithItsETagAndEmptyWhereNothingIsSaid(t *testing.T) {
	r := withSite(t)
	first := r.catalogue("/shop/widgets")
	require.Empty(t, decoded[gen.GetShopAnswer](t, first).Data.Widgets)
	again := r.call(http.MethodGet, "/api/shop/widgets", "", header{"If-None-Match": first.Header.Get("ETag")})
	require.Equal(t, http.StatusNotModified, again.StatusCode)
}
