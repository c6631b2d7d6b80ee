package bundle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
)

func TestSell_OneRefused_RefusesAll(t *testing.T) {
	now := time.Date(2026, time.December, 1, 9, 0, 0, 0, time.UTC)
	none := 0
	both := []string{"prepaid", "postpaid"}
	shop := bundle.Shop{Builder: builder, Bundles: map[string]bundle.Bundle{
		"data":   {ID: "data", NameEn: "Data", DataMB: 5120, ValidityDays: 30, Price: 3000, Subscriptions: both},
		"once":   {ID: "once", LocalMinutes: 60, ValidityDays: 7, Price: 1500, Subscriptions: both, Single: true},
		"ended":  {ID: "ended", DataMB: 1, Price: 100, Subscriptions: both, EndsAt: now},
		"theirs": {ID: "theirs", DataMB: 1, Price: 100, Subscriptions: []string{"postpaid"}},
		"out":    {ID: "out", DataMB: 1, Price: 100, Subscriptions: both, Stock: &none},
	}}
	own := bundle.Chosen{Build: &bundle.Choice{Minutes: 100, Days: 30}}
	for name, tt := range map[string]struct {
		chosen []bundle.Chosen
		net    contract.Halalas
		want   error
	}{
		"one":                               {[]bundle.Chosen{{ID: "data"}}, 3000, nil},
		"several, with a duplicate":         {[]bundle.Chosen{{ID: "data"}, {ID: "once"}, {ID: "data"}}, 7500, nil},
		"a custom bundle and another":       {[]bundle.Chosen{{ID: "data"}, own, own}, 6000, nil},
		"a single bundle twice":             {[]bundle.Chosen{{ID: "once"}, {ID: "once"}}, 0, contract.RefuseField("bundles.1.id", contract.FailBundleHeld)},
		"a bundle that has just ended":      {[]bundle.Chosen{{ID: "data"}, {ID: "ended"}}, 0, contract.RefuseField("bundles.1.id", contract.FailBundleUnknown)},
		"an unknown bundle":                 {[]bundle.Chosen{{ID: "nobodys"}, {ID: "ended"}}, 0, contract.RefuseField("bundles.0.id", contract.FailBundleUnknown)},
		"one for other lines":               {[]bundle.Chosen{{ID: "theirs"}}, 0, contract.RefuseField("bundles.0.id", contract.FailBundleNotForLine)},
		"a sold-out bundle":                 {[]bundle.Chosen{{ID: "out"}}, 0, contract.RefuseField("bundles.0.id", contract.FailBundleSoldOut)},
		"a custom bundle outside the steps": {[]bundle.Chosen{{ID: "data"}, {Build: &bundle.Choice{Minutes: 101, Days: 30}}}, 0, contract.RefuseField("bundles.1.build.minutes", contract.FailBundleStep)},
		"one's own of nothing":              {[]bundle.Chosen{{Build: &bundle.Choice{Days: 30}}}, 0, contract.RefuseField("bundles.0.build.data", contract.FailBundleEmpty)},
	} {
		t.Run(name, func(t *testing.T) {
			bought, net, err := bundle.Sell(shop, tt.chosen, bundle.Line{Subscription: "prepaid"}, now)
			require.Equal(t, tt.want, err)
			require.Equal(t, tt.net, net)
			if err != nil {
				require.Empty(t, bought)
				return
			}
			require.Len(t, bought, len(tt.chosen))
			again, _, err := bundle.Sell(shop, tt.chosen, bundle.Line{Subscription: "prepaid"}, now)
			require.NoError(t, err)
			require.True(t, bundle.Same(bought, again))
			again[0].Price++
			require.False(t, bundle.Same(bought, again))
		})
	}
}
