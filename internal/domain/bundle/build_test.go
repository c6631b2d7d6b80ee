package bundle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
)

var builder = bundle.Builder{
	Data:     []bundle.Step{{Amount: 1024, Price: 1000}, {Amount: 5120, Price: 3000}, {Amount: 20480, Price: 7000}},
	Minutes:  []bundle.Step{{Amount: 100, Price: 1500}, {Amount: 500, Price: 4500}},
	Messages: []bundle.Step{{Amount: 100, Price: 800}},
	Days:     []bundle.Step{{Amount: 7, Percent: 45}, {Amount: 30, Percent: 100}, {Amount: 90, Percent: 270}},
}

func TestBuild_Choice_CostsPartsTimesDays(t *testing.T) {
	for name, tt := range map[string]struct {
		choice bundle.Choice
		want   contract.Halalas
	}{
		"data for a month":              {bundle.Choice{DataMB: 5120, Days: 30}, 3000},
		"all for a month":               {bundle.Choice{DataMB: 20480, Minutes: 500, Messages: 100, Days: 30}, 12_300},
		"all for a week, up to a riyal": {bundle.Choice{DataMB: 20480, Minutes: 500, Messages: 100, Days: 7}, 5600}, // 5535
		"messages for three months":     {bundle.Choice{Messages: 100, Days: 90}, 2200},                             // 2160
		"an even price is not rounded":  {bundle.Choice{Minutes: 100, Messages: 0, DataMB: 1024, Days: 90}, 6800},   // 6750
	} {
		got, err := builder.Build(tt.choice)
		require.NoError(t, err, name)
		require.Equal(t, tt.want, got.Price, name)
		require.Equal(t, []any{tt.choice.DataMB, tt.choice.Minutes, tt.choice.Messages, tt.choice.Days}, []any{got.DataMB, got.LocalMinutes, got.SMS, got.ValidityDays})
	}
}

func TestBuild_UnknownStep_IsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		choice bundle.Choice
		want   error
	}{
		"data between two steps":       {bundle.Choice{DataMB: 2048, Days: 30}, contract.RefuseField("data", contract.FailBundleStep)},
		"an unknown number of minutes": {bundle.Choice{Minutes: 1, Days: 30}, contract.RefuseField("minutes", contract.FailBundleStep)},
		"fewer than no messages":       {bundle.Choice{Messages: -100, Days: 30}, contract.RefuseField("sms", contract.FailBundleStep)},
		"days that there are not":      {bundle.Choice{DataMB: 1024, Days: 31}, contract.RefuseField("days", contract.FailBundleStep)},
		"no days":                      {bundle.Choice{DataMB: 1024}, contract.RefuseField("days", contract.FailBundleStep)},
		"nothing":                      {bundle.Choice{Days: 30}, contract.RefuseField("data", contract.FailBundleEmpty)},
	} {
		_, err := builder.Build(tt.choice)
		require.Equal(t, tt.want, err, name)
	}
}

// For any steps, the price follows the rule in whole riyals, and more never costs less.
func TestBuild_LargerAmount_NeverCostsLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bundle.Builder{Data: steps(t, "data"), Minutes: steps(t, "minutes"), Messages: steps(t, "sms"), Days: steps(t, "days")}
		choice := func(label string) (c bundle.Choice, at [4]int) {
			for i, list := range [][]bundle.Step{b.Data, b.Minutes, b.Messages, b.Days} {
				at[i] = rapid.IntRange(0, len(list)-1).Draw(t, label)
			}
			return bundle.Choice{DataMB: b.Data[at[0]].Amount, Minutes: b.Minutes[at[1]].Amount, Messages: b.Messages[at[2]].Amount, Days: int(b.Days[at[3]].Amount)}, at
		}
		one, at := choice("one")
		two, more := choice("two")
		first, err := b.Build(one)
		require.NoError(t, err)
		second, err := b.Build(two)
		require.NoError(t, err)
		exact := (b.Data[at[0]].Price + b.Minutes[at[1]].Price + b.Messages[at[2]].Price) * contract.Halalas(b.Days[at[3]].Percent)
		if first.Price%100 != 0 || first.Price*100 < exact || (first.Price-100)*100 >= exact {
			t.Fatalf("%d halalas for %d hundredths", first.Price, exact)
		}
		if !slices.ContainsFunc([]int{0, 1, 2, 3}, func(i int) bool { return more[i] < at[i] }) && second.Price < first.Price {
			t.Fatalf("%v costs %d, and %v %d", two, second.Price, one, first.Price)
		}
	})
}

// steps draws steps that grow in amount, price and share.
func steps(t *rapid.T, label string) (all []bundle.Step) {
	var last bundle.Step
	for range rapid.IntRange(1, 5).Draw(t, label) {
		last = bundle.Step{
			Amount: last.Amount + rapid.Int64Range(1, 1000).Draw(t, "amount"), Price: last.Price + contract.Halalas(rapid.Int64Range(1, 5000).Draw(t, "price")),
			Percent: last.Percent + rapid.IntRange(1, 100).Draw(t, "percent"),
		}
		all = append(all, last)
	}
	return all
}

func TestChoiceOf_BuiltBundle_IsItsChoice(t *testing.T) {
	want := bundle.Choice{DataMB: 5120, Minutes: 100, Days: 30}
	built, err := builder.Build(want)
	require.NoError(t, err)
	bought := contract.BundleBought{ValidityDays: built.ValidityDays}
	for _, item := range built.Items() {
		bought.Items = append(bought.Items, contract.BundleItem{Type: string(item.Type), Unit: string(item.Unit), Amount: item.Amount})
	}
	require.Equal(t, want, bundle.ChoiceOf(bought))
}
