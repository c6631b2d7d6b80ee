package bundle_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
)

func TestBest_OtherLines_AreSkipped(t *testing.T) {
	none, one := 0, 1
	both := []string{"prepaid", "postpaid"}
	used := bundle.Used{DataMB: 4000, Days: 30}
	to := bundle.Line{Subscription: "prepaid", Plan: "hawakom-90"}
	dear := bundle.Bundle{ID: "dear", DataMB: 5120, ValidityDays: 30, Price: 9000, Subscriptions: both}
	cheap := dear
	cheap.ID, cheap.Price = "cheap", 3000
	for name, tt := range map[string]struct {
		change func(b *bundle.Bundle)
		holds  []string
		want   string
	}{
		"the cheapest of those that cover it":    {func(*bundle.Bundle) {}, nil, "cheap"},
		"the last of a limited stock":            {func(b *bundle.Bundle) { b.Stock = &one }, nil, "cheap"},
		"not a sold-out bundle":                  {func(b *bundle.Bundle) { b.Stock = &none }, nil, "dear"},
		"not a bundle for other lines":           {func(b *bundle.Bundle) { b.Subscriptions = []string{"postpaid"} }, nil, "dear"},
		"not a bundle for another plan":          {func(b *bundle.Bundle) { b.Plans = []string{"basic-25"} }, nil, "dear"},
		"not a held single bundle":               {func(b *bundle.Bundle) { b.Single = true }, []string{"cheap"}, "dear"},
		"a held bundle that can be bought again": {func(*bundle.Bundle) {}, []string{"cheap"}, "cheap"},
		"not a bundle that covers less":          {func(b *bundle.Bundle) { b.DataMB = 3999 }, nil, "dear"},
	} {
		changed := cheap
		tt.change(&changed)
		got, found := bundle.Best(used, []bundle.Bundle{dear, changed}, to, tt.holds)
		require.True(t, found, name)
		require.Equal(t, tt.want, got.ID, name)
	}
	_, found := bundle.Best(bundle.Used{Days: 30}, []bundle.Bundle{dear}, to, nil)
	require.False(t, found, "no usage needs no bundle")
	_, found = bundle.Best(bundle.Used{SMS: 5, Days: 30}, []bundle.Bundle{dear}, to, nil)
	require.False(t, found, "no bundle covers messages alone")
}

// Best never returns a dearer bundle that covers no more.
func TestBest_EqualCover_IsTheCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(0, 30)
		used := bundle.Used{DataMB: amount.Draw(t, "data"), LocalMinutes: amount.Draw(t, "minutes"), SMS: amount.Draw(t, "sms"), Days: 30}
		var shop []bundle.Bundle
		for n := range rapid.IntRange(0, 10).Draw(t, "bundles") {
			shop = append(shop, bundle.Bundle{
				ID: strconv.Itoa(n), DataMB: amount.Draw(t, "gives data"), LocalMinutes: amount.Draw(t, "gives minutes"), SMS: amount.Draw(t, "gives sms"),
				ValidityDays: 30, Price: contract.Halalas(rapid.Int64Range(1, 20).Draw(t, "price")), Subscriptions: []string{"prepaid"},
			})
		}
		best, found := bundle.Best(used, shop, bundle.Line{Subscription: "prepaid"}, nil)
		if !found {
			return
		}
		for _, other := range shop {
			same := min(other.DataMB, used.DataMB) >= min(best.DataMB, used.DataMB) && min(other.LocalMinutes, used.LocalMinutes) >= min(best.LocalMinutes, used.LocalMinutes) &&
				min(other.SMS, used.SMS) >= min(best.SMS, used.SMS)
			if same && other.Price < best.Price {
				t.Fatalf("%s gives all that counts of %s for %d, not %d", other.ID, best.ID, other.Price, best.Price)
			}
		}
	})
}
