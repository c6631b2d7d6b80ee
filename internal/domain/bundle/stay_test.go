package bundle_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
)

func TestPasses_Stay_CheapestFirst(t *testing.T) {
	week := bundle.Bundle{ID: "week", RoamingMB: 2048, RoamingMinutes: 30, ValidityDays: 7, Price: 9000}
	month := bundle.Bundle{ID: "month", RoamingMB: 10_240, RoamingMinutes: 200, ValidityDays: 30, Price: 25_000}
	data := bundle.Bundle{ID: "data", RoamingMB: 5120, ValidityDays: 30, Price: 8000, Single: true}
	home := bundle.Bundle{ID: "home", DataMB: 51_200, LocalMinutes: 500, ValidityDays: 30, Price: 1000}
	for name, tt := range map[string]struct {
		stay bundle.Stay
		want []string
	}{
		"a weekend":                     {bundle.Stay{Minutes: 20, Megabytes: 1000, Days: 3}, []string{"1 week", "1 month"}},
		"to the last minute and day":    {bundle.Stay{Minutes: 30, Megabytes: 2048, Days: 7}, []string{"1 week", "1 month"}},
		"a minute more":                 {bundle.Stay{Minutes: 31, Megabytes: 2048, Days: 7}, []string{"2 week", "1 month"}},
		"a megabyte more":               {bundle.Stay{Minutes: 30, Megabytes: 2049, Days: 7}, []string{"2 week", "1 month"}},
		"a day more":                    {bundle.Stay{Minutes: 30, Megabytes: 2048, Days: 8}, []string{"2 week", "1 month"}},
		"three weeks":                   {bundle.Stay{Minutes: 90, Megabytes: 2048, Days: 15}, []string{"1 month", "3 week"}},
		"more than five":                {bundle.Stay{Minutes: 151, Megabytes: 2048, Days: 7}, []string{"1 month"}},
		"only data":                     {bundle.Stay{Megabytes: 4096, Days: 10}, []string{"1 data", "2 week", "1 month"}},
		"more data than a single one":   {bundle.Stay{Megabytes: 5121, Days: 30}, []string{"1 month", "5 week"}},
		"nothing: any that works there": {bundle.Stay{Days: 7}, []string{"1 data", "1 week", "1 month"}},
		"longer than any":               {bundle.Stay{Megabytes: 51_201, Days: 31}, nil},
	} {
		var found []string
		for _, p := range bundle.Passes(tt.stay, []bundle.Bundle{home, month, week, data}) {
			found = append(found, fmt.Sprint(p.Times, " ", p.ID))
		}
		require.Equal(t, tt.want, found, name)
	}
}

// Passes contain the stay, and one less of them does not.
func TestPasses_EachPass_IsJustEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(0, 30)
		var shop []bundle.Bundle
		for n := range rapid.IntRange(0, 8).Draw(t, "bundles") {
			shop = append(shop, bundle.Bundle{
				ID: strconv.Itoa(n), RoamingMB: amount.Draw(t, "mb"), RoamingMinutes: amount.Draw(t, "minutes"),
				ValidityDays: int(amount.Draw(t, "days")), Price: contract.Halalas(amount.Draw(t, "price")),
			})
		}
		stay := bundle.Stay{Minutes: amount.Draw(t, "m"), Megabytes: amount.Draw(t, "d"), Days: int(amount.Draw(t, "n"))}
		covers := func(p bundle.Pass, times int64) bool {
			return times*p.RoamingMB >= stay.Megabytes && times*p.RoamingMinutes >= stay.Minutes && times*int64(p.ValidityDays) >= int64(stay.Days)
		}
		for _, p := range bundle.Passes(stay, shop) {
			if times := int64(p.Times); !covers(p, times) || (times > 1 && covers(p, times-1)) {
				t.Fatalf("%d times %+v for %+v", p.Times, p.Bundle, stay)
			}
		}
	})
}
