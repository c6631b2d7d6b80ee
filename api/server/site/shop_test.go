package site_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/dev/seed"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/store/site"
)

// The page loads each section by the query that the section names, so each section must have entries.
func TestShop_Sections_OrderedAndFilled(t *testing.T) {
	r := servertest.WithBundles(t)
	require.NoError(t, r.Store.Site.Load(t.Context(), site.File{Source: "test", By: "tester", File: seed.SiteFile}))
	english := servertest.Decoded[gen.GetShopAnswer](t, r.Catalogue("/shop/widgets", servertest.Header{"Accept-Language": "en"})).Data.Widgets
	arabic := servertest.Decoded[gen.GetShopAnswer](t, r.Catalogue("/shop/widgets", servertest.Header{"Accept-Language": "ar"})).Data.Widgets
	var keys []string
	kinds := map[gen.ShopWidgetKind]int{}
	for i, widget := range english {
		keys = append(keys, widget.Key)
		kinds[widget.Kind]++
		require.NotEqual(t, widget.Title, arabic[i].Title)
		require.Positive(t, widget.Most)
		holdsSomething(r, widget)
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
	require.Nil(t, english[5].Links[2].Permission, "comparing plans needs no permission")
}

func holdsSomething(r *servertest.Rig, widget gen.ShopWidget) {
	r.T.Helper()
	switch widget.Kind {
	case gen.ShopWidgetKindBundles:
		query := "?"
		if widget.Category != nil {
			require.Contains(r.T, bundle.Categories, *widget.Category)
			query += "category=" + *widget.Category
		}
		if widget.Tag != nil {
			query += "&tag=" + *widget.Tag
		}
		require.NotEmpty(r.T, servertest.Decoded[gen.BundlePage](r.T, r.Catalogue("/bundles"+query)).Items, widget.Key)
	case gen.ShopWidgetKindOffers:
		require.True(r.T, *widget.Featured)
		require.NotEmpty(r.T, servertest.Decoded[gen.OfferPage](r.T, r.Catalogue("/offers?featured=1")).Items)
	case gen.ShopWidgetKindPlans:
		require.NotEmpty(r.T, servertest.Decoded[gen.PlanPage](r.T, r.Catalogue("/plans/category/"+*widget.Category+"/items")).Items)
	case gen.ShopWidgetKindLinks:
		require.NotEmpty(r.T, widget.Links)
	}
}

func TestShop_NothingSet_EmptyWithETag(t *testing.T) {
	r := servertest.WithSite(t)
	first := r.Catalogue("/shop/widgets")
	require.Empty(t, servertest.Decoded[gen.GetShopAnswer](t, first).Data.Widgets)
	again := r.Call(http.MethodGet, "/api/shop/widgets", "", servertest.Header{"If-None-Match": first.Header.Get("ETag")})
	require.Equal(t, http.StatusNotModified, again.StatusCode)
}
