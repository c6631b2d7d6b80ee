package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/plan"
)

const gb = 1024

// shopPlan is a monthly prepaid plan; a negative amount is unlimited.
func shopPlan(id string, price contract.Halalas, data, social, minutes int64) plan.Plan {
	item := func(t allowance.Type, amount int64) plan.Item {
		if amount < 0 {
			return plan.Item{Type: string(t)}
		}
		return plan.Item{Type: string(t), Amount: &amount}
	}
	return plan.Plan{
		ID: id, Kind: plan.Voice, SubscriptionType: "prepaid", Price: price * 100, CycleMonths: 1, ValidityDays: 30, Items: []plan.Item{
			item(allowance.Data, data), item(allowance.SocialMedia, social), item(allowance.LocalMinutes, minutes),
		},
	}
}

func TestBest_Usage_DecidesThePlan(t *testing.T) {
	small, medium, large := shopPlan("small", 55, 5*gb, 5*gb, 100), shopPlan("medium", 90, 20*gb, 15*gb, 300), shopPlan("large", 130, 40*gb, -1, 600)
	postpaid, forData := large, large
	postpaid.ID, postpaid.SubscriptionType, postpaid.Price = "postpaid", "postpaid", 100
	forData.ID, forData.Kind, forData.Price = "for-data", plan.Data, 100
	quarter := shopPlan("quarter", 90, 18*gb, 18*gb, 600)
	quarter.CycleMonths = 3
	shop := []plan.Plan{postpaid, forData, small, medium, large}
	month := func(data, social, minutes, sms int64) plan.Used {
		return plan.Used{Days: 30, ByType: map[allowance.Type]int64{
			allowance.Data: data, allowance.SocialMedia: social, allowance.LocalMinutes: minutes, allowance.Messages: sms,
		}}
	}
	tests := map[string]struct {
		used    plan.Used
		present plan.Plan
		shop    []plan.Plan
		want    string
		reason  string
		amount  int64
		of      int64
	}{
		"nearly used up":                         {month(18*gb, 0, 0, 0), medium, shop, "large", "data", 18 * gb, 20 * gb},
		"much left":                              {month(2*gb, 0, 40, 0), large, shop, "small", "local_min", 40, 600},
		"fits":                                   {month(12*gb, 0, 100, 0), medium, shop, "", "", 0, 0},
		"a fifth to spare still fits":            {month(20*gb*10/12, 0, 0, 0), medium, shop, "", "", 0, 0},
		"minutes decide":                         {month(gb, 0, 290, 0), medium, shop, "large", "local_min", 290, 300},
		"social media beyond its own is data":    {month(10*gb, 24*gb, 0, 0), medium, shop, "large", "social_media", 15 * gb, 15 * gb},
		"more than any plan has":                 {month(200*gb, 0, 0, 0), medium, shop, "large", "data", 200 * gb, 20 * gb},
		"more than any plan has, in the largest": {month(200*gb, 0, 0, 0), large, shop, "", "", 0, 0},
		"a type that no plan has":                {month(18*gb, 0, 0, 500), medium, shop, "large", "sms", 500, 0},
		"a few messages do not count":            {month(12*gb, 0, 100, 29), medium, shop, "", "", 0, 0},
		"little":                                 {month(511, 511, 29, 29), medium, shop, "", "", 0, 0},
		"none":                                   {plan.Used{Days: 30}, medium, shop, "", "", 0, 0},
		"less than a cycle":                      {plan.Used{Days: 29, ByType: month(18*gb, 0, 0, 0).ByType}, medium, shop, "", "", 0, 0},
		"equal for less":                         {month(2*gb, 0, 0, 0), small, []plan.Plan{small, shopPlan("cheap", 40, 3*gb, 0, 0)}, "cheap", "data", 2 * gb, 5 * gb},
		"equal at the same price":                {month(2*gb, 0, 0, 0), small, []plan.Plan{small, shopPlan("twin", 55, 9*gb, 0, 0)}, "", "", 0, 0},
		"a longer cycle counts by day":           {month(4*gb, 0, 0, 0), small, []plan.Plan{small, quarter}, "quarter", "data", 4 * gb, 5 * gb},
		"nothing limited":                        {month(9*gb, 0, 0, 0), shopPlan("all", 300, -1, -1, -1), shop, "medium", "data", 9 * gb, 0},
		"the present plan is not on sale":        {month(18*gb, 0, 0, 0), shopPlan("old", 99, 20*gb, 0, 0), shop, "large", "data", 18 * gb, 20 * gb},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			best, why, found := plan.Best(tt.used, tt.present, tt.shop)
			require.Equal(t, tt.want != "", found)
			if !found {
				return
			}
			require.Equal(t, tt.want, best.ID)
			require.Equal(t, allowance.Type(tt.reason), why.Type)
			require.Equal(t, tt.amount, why.Amount)
			if tt.of == 0 {
				require.Nil(t, why.Included)
				return
			}
			require.Equal(t, tt.of, *why.Included)
		})
	}
}
