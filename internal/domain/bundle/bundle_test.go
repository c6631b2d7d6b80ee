package bundle_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/bundle"
)

func TestOnSale_EndMoment_IsFalse(t *testing.T) {
	from := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	ending, endless := bundle.Bundle{StartsAt: from, EndsAt: from.Add(time.Hour)}, bundle.Bundle{StartsAt: from}
	for name, tt := range map[string]struct {
		bundle bundle.Bundle
		at     time.Time
		want   bool
	}{
		"a second before it begins": {ending, from.Add(-time.Second), false},
		"as it begins":              {ending, from, true},
		"a second before it ends":   {ending, from.Add(time.Hour - time.Second), true},
		"as it ends":                {ending, from.Add(time.Hour), false},
		"a second after":            {ending, from.Add(time.Hour + time.Second), false},
		"one without an end":        {endless, from.AddDate(10, 0, 0), true},
	} {
		require.Equal(t, tt.want, tt.bundle.OnSale(tt.at), name)
	}
}

func TestSuits_OtherPlan_IsFalse(t *testing.T) {
	forAll := bundle.Bundle{Subscriptions: []string{"prepaid", "postpaid"}}
	few := bundle.Bundle{Subscriptions: []string{"prepaid"}, Plans: []string{"hawakom-90"}}
	require.True(t, forAll.Suits("postpaid", "postpaid-200"))
	require.True(t, forAll.Suits("prepaid", ""), "another plan")
	require.True(t, few.Suits("prepaid", "hawakom-90"))
	require.False(t, few.Suits("prepaid", "hawakom-130"))
	require.False(t, few.Suits("postpaid", "hawakom-90"))
}

func TestItems_Bundle_HaveTypeAndUnit(t *testing.T) {
	b := bundle.Bundle{DataMB: 5, LocalMinutes: 4, SMS: 3, AbroadMinutes: 2, RoamingMB: 1, RoamingMinutes: 6}
	require.Len(t, b.Items(), 6)
	for _, item := range b.Items() {
		unit, known := allowance.UnitOf(item.Type)
		require.True(t, known)
		require.Equal(t, unit, item.Unit, item.Type)
	}
	require.Equal(t, []bundle.Item{{Type: allowance.Messages, Unit: allowance.SMS, Amount: 3}}, bundle.Bundle{SMS: 3}.Items())
}

func TestLeft_Oversold_IsZero(t *testing.T) {
	_, limited := bundle.Bundle{Sold: 7}.Left()
	require.False(t, limited)
	for _, tt := range []struct{ stock, sold, want int }{{50, 0, 50}, {50, 50, 0}, {0, 0, 0}, {5, 7, 0}} {
		left, limited := bundle.Bundle{Stock: &tt.stock, Sold: tt.sold}.Left()
		require.True(t, limited)
		require.Equal(t, tt.want, left)
	}
}

func TestRank_EqualCover_SortsByPrice(t *testing.T) {
	week := bundle.Bundle{ID: "week", DataMB: 5000, ValidityDays: 7, Price: 1000}
	month := bundle.Bundle{ID: "month", DataMB: 5000, ValidityDays: 30, Price: 3000}
	large := bundle.Bundle{ID: "large", DataMB: 20_000, ValidityDays: 30, Price: 6000}
	talk := bundle.Bundle{ID: "talk", LocalMinutes: 100, ValidityDays: 30, Price: 500}
	shop := []bundle.Bundle{large, talk, month, week}
	for name, tt := range map[string]struct {
		need bundle.Need
		want []string
	}{
		"five gigabytes in a month":    {bundle.Need{DataMB: 5000, Days: 30}, []string{"month 100", "large 100", "week 23"}},
		"five gigabytes in a week":     {bundle.Need{DataMB: 5000, Days: 7}, []string{"week 100", "month 100", "large 100"}},
		"ten gigabytes":                {bundle.Need{DataMB: 10_000, Days: 30}, []string{"large 100", "month 50", "week 11"}},
		"only to talk":                 {bundle.Need{LocalMinutes: 200, Days: 30}, []string{"talk 50"}},
		"a need that no bundle covers": {bundle.Need{LocalMinutes: 10, DataMB: 10, Days: 30}, []string{}},
		"nothing: the cheapest ones":   {bundle.Need{}, []string{"talk 100", "week 100", "month 100", "large 100"}},
	} {
		t.Run(name, func(t *testing.T) {
			said := []string{}
			for _, fit := range bundle.Rank(tt.need, shop) {
				said = append(said, fit.ID+" "+strconv.Itoa(fit.Covers))
			}
			require.Equal(t, tt.want, said)
		})
	}
}

// The first fit is never dearer than another one that covers as much.
func TestRank_First_IsNeverDearer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(0, 40)
		need := bundle.Need{DataMB: amount.Draw(t, "data"), LocalMinutes: amount.Draw(t, "minutes"), SMS: amount.Draw(t, "sms"), Days: rapid.IntRange(0, 40).Draw(t, "days")}
		var shop []bundle.Bundle
		for n := range rapid.IntRange(0, 12).Draw(t, "bundles") {
			shop = append(shop, bundle.Bundle{
				ID: strconv.Itoa(n), DataMB: amount.Draw(t, "gives data"), LocalMinutes: amount.Draw(t, "gives minutes"), SMS: amount.Draw(t, "gives sms"),
				ValidityDays: rapid.IntRange(1, 40).Draw(t, "lasts"), Price: contract.Halalas(rapid.Int64Range(1, 20).Draw(t, "price")),
			})
		}
		ranked := bundle.Rank(need, shop)
		for i, better := range ranked {
			for _, worse := range ranked[i+1:] {
				if better.Covers < worse.Covers || better.Covers == worse.Covers && better.Price > worse.Price {
					t.Fatalf("%s covers %d for %d, before %s that covers %d for %d", better.ID, better.Covers, better.Price, worse.ID, worse.Covers, worse.Price)
				}
			}
		}
		for _, b := range shop { // a bundle that covers all of it for as long is never left out
			if b.DataMB >= need.DataMB && b.LocalMinutes >= need.LocalMinutes && b.SMS >= need.SMS && b.ValidityDays >= need.Days {
				if len(ranked) == 0 || ranked[0].Covers != 100 || ranked[0].Price > b.Price {
					t.Fatalf("%s would have done for %d", b.ID, b.Price)
				}
			}
		}
	})
}
