package bundle_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
)

func TestCovering_Stay_CheapestFirst(t *testing.T) {
	week := bundle.Bundle{ID: "week", RoamingMB: 2048, RoamingMinutes: 30, ValidityDays: 7, Price: 9000}
	month := bundle.Bundle{ID: "month", RoamingMB: 10_240, RoamingMinutes: 200, ValidityDays: 30, Price: 25_000}
	data := bundle.Bundle{ID: "data", RoamingMB: 5120, ValidityDays: 30, Price: 8000}
	home := bundle.Bundle{ID: "home", DataMB: 51_200, LocalMinutes: 500, ValidityDays: 30, Price: 1000}
	for name, tt := range map[string]struct {
		stay bundle.Stay
		want []string
	}{
		"a weekend":                     {bundle.Stay{Minutes: 20, Megabytes: 1000, Days: 3}, []string{"week", "month"}},
		"to the last minute and day":    {bundle.Stay{Minutes: 30, Megabytes: 2048, Days: 7}, []string{"week", "month"}},
		"a minute more":                 {bundle.Stay{Minutes: 31, Megabytes: 2048, Days: 7}, []string{"month"}},
		"a megabyte more":               {bundle.Stay{Minutes: 30, Megabytes: 2049, Days: 7}, []string{"month"}},
		"a day more":                    {bundle.Stay{Minutes: 30, Megabytes: 2048, Days: 8}, []string{"month"}},
		"only data":                     {bundle.Stay{Megabytes: 4096, Days: 10}, []string{"data", "month"}},
		"nothing: any that works there": {bundle.Stay{Days: 7}, []string{"data", "week", "month"}},
		"longer than any":               {bundle.Stay{Megabytes: 1, Days: 31}, nil},
	} {
		var ids []string
		for _, b := range bundle.Covering(tt.stay, []bundle.Bundle{home, month, week, data}) {
			ids = append(ids, b.ID)
		}
		require.Equal(t, tt.want, ids, name)
	}
}

// A bundle that covers a stay also covers a smaller stay.
func TestCovering_LongerStay_HasFewer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(0, 30)
		var shop []bundle.Bundle
		for n := range rapid.IntRange(0, 8).Draw(t, "bundles") {
			shop = append(shop, bundle.Bundle{
				ID: strconv.Itoa(n), RoamingMB: amount.Draw(t, "mb"), RoamingMinutes: amount.Draw(t, "minutes"),
				ValidityDays: int(amount.Draw(t, "days")), Price: contract.Halalas(amount.Draw(t, "price")),
			})
		}
		small := bundle.Stay{Minutes: amount.Draw(t, "m"), Megabytes: amount.Draw(t, "d"), Days: int(amount.Draw(t, "n"))}
		large := bundle.Stay{Minutes: small.Minutes + amount.Draw(t, "m+"), Megabytes: small.Megabytes + amount.Draw(t, "d+"), Days: small.Days}
		if few, many := bundle.Covering(large, shop), bundle.Covering(small, shop); len(few) > len(many) {
			t.Fatalf("%d cover more, and %d less", len(few), len(many))
		}
	})
}
