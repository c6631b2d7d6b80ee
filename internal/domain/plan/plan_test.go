package plan_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/plan"
)

// small has one entry of each kind. The tests below refer to its line numbers.
const small = `categories:
  - { key: hawakom, name: { en: Hawakom, ar: هواكم } }
plans:
  - id: hawakom-90
    externalId: HAWAKOM-90
    category: hawakom
    subscription: postpaid
    name: { en: Hawakom 90, ar: هواكم 90 }
    price: 90.5
    validityDays: 30
    freeNumbers: [bronze]
    commitmentMonths: 12
    items:
      - { type: data, unit: MB, amount: 15360, label: { en: 15 GB, ar: 15 جيجابايت } }
      - { type: sms, unit: sms, amount: unlimited, label: { en: SMS, ar: رسائل } }
  - { id: data-1, externalId: DATA_1, kind: data, category: hawakom, subscription: prepaid, name: { en: D, ar: ب }, price: 5, validityDays: 7, renews: false }
rates:
  - { key: sms, name: { en: SMS, ar: رسالة }, unit: sms, price: 0.25 }
  - { key: sms, plan: hawakom-90, name: { en: SMS, ar: رسالة }, unit: sms, price: 0.1 }
`

func TestParse_MissingFields_HaveDefaults(t *testing.T) {
	got, err := plan.Parse(small)
	require.NoError(t, err)
	amount := int64(15360)
	require.Equal(t, plan.List{
		Categories: []plan.Category{{Key: "hawakom", NameEn: "Hawakom", NameAr: "هواكم"}},
		Plans: []plan.Plan{{
			ID: "hawakom-90", ExternalID: "HAWAKOM-90", Kind: plan.Voice, NameEn: "Hawakom 90", NameAr: "هواكم 90", Price: 9050,
			SubscriptionType: "postpaid", Category: "hawakom", ValidityDays: 30, Renews: true, TakesPorted: true, OnSale: true,
			FreeCategories: []string{"bronze"}, CommitmentMonths: 12,
			Items: []plan.Item{
				{Type: "data", Unit: "MB", Amount: &amount, LabelEn: "15 GB", LabelAr: "15 جيجابايت"},
				{Type: "sms", Unit: "sms", LabelEn: "SMS", LabelAr: "رسائل"},
			},
		}, {
			ID: "data-1", ExternalID: "DATA_1", Kind: plan.Data, NameEn: "D", NameAr: "ب", Price: 500, SubscriptionType: "prepaid",
			Category: "hawakom", ValidityDays: 7, OnSale: true, Position: 1,
		}},
		Rates: []plan.Rate{
			{Key: "sms", NameEn: "SMS", NameAr: "رسالة", Unit: "sms", Price: 25},
			{Key: "sms", PlanID: "hawakom-90", NameEn: "SMS", NameAr: "رسالة", Unit: "sms", Price: 10, Position: 1},
		},
	}, got)
}

func TestParse_PlanMistake_NamesLineAndKey(t *testing.T) {
	tests := map[string]struct{ of, instead, want string }{
		"an id twice":                     {"id: data-1", "id: hawakom-90", "line 16: plans[1].id: is there twice: hawakom-90, first in line 4"},
		"an external id twice":            {"externalId: DATA_1", "externalId: HAWAKOM-90", "line 16: plans[1].externalId: is there twice: HAWAKOM-90, first in line 5"},
		"an external id in small letters": {"externalId: DATA_1", "externalId: data_1", "line 16: plans[1].externalId: must be 2 to 40 capital letters"},
		"no external id":                  {"    externalId: HAWAKOM-90\n", "", "line 4: plans[0].externalId: must be 2 to 40 capital letters"},
		"a strange id":                    {"id: data-1", "id: Data 1", "line 16: plans[1].id: must be 2 to 40 small letters"},
		"an address of the API":           {"id: data-1", "id: promoted", "line 16: plans[1].id: is an address of the API: promoted"},
		"an unknown category":             {"category: hawakom\n", "category: basic\n", "line 6: plans[0].category: is not a category of this file: basic"},
		"a category twice":                {"plans:\n", "  - { key: hawakom, name: { en: H, ar: ه } }\nplans:\n", "line 3: categories[1].key: is there twice: hawakom, first in line 2"},
		"an unknown kind":                 {"kind: data", "kind: fax", "line 16: plans[1].kind: must be one of voice, data"},
		"an unknown subscription":         {"subscription: postpaid\n", "subscription: free\n", "line 7: plans[0].subscription: must be one of prepaid, postpaid"},
		"no Arabic name":                  {"name: { en: D, ar: ب }", "name: { en: D }", "line 16: plans[1].name.ar: is missing"},
		"half a description":              {"    price: 90.5\n", "    price: 90.5\n    description: { en: Much }\n", "line 10: plans[0].description.ar: is missing"},
		"a name with a control character": {"en: D,", `en: "D\u0007",`, "line 16: plans[1].name.en: contains a control character"},
		"a name too long":                 {"en: D,", "en: " + strings.Repeat("x", 61) + ",", "line 16: plans[1].name.en: is longer than 60 letters"},
		"no price":                        {"price: 5, ", "", "line 16: plans[1].price: must be riyals like 90 or 0.55"},
		"a price in words":                {"price: 90.5", "price: ninety", "line 9: plans[0].price: must be riyals like 90 or 0.55"},
		"a price below nothing":           {"price: 90.5", "price: -90", "line 9: plans[0].price: must be riyals"},
		"a part of a halala":              {"price: 90.5", "price: 90.555", "line 9: plans[0].price: must be riyals"},
		"no validity":                     {"validityDays: 7, ", "", "line 16: plans[1].validityDays: must be 1 to 1100"},
		"a validity in words":             {"validityDays: 30", "validityDays: a month", "line 10: plans[0].validityDays: must be a whole number"},
		"a renewal in words":              {"renews: false", "renews: never", "line 16: plans[1].renews: must be true or false"},
		"a bonus above all":               {"    price: 90.5\n", "    price: 90.5\n    rechargeBonusPercent: 101\n", "line 10: plans[0].rechargeBonusPercent: must be 0 to 100"},
		"an unknown class of numbers":     {"[bronze]", "[bronze, iron]", "line 11: plans[0].freeNumbers[1]: is not a class of numbers: iron"},
		"free numbers for nothing":        {"    commitmentMonths: 12\n", "", "line 11: plans[0].freeNumbers: need commitmentMonths"},
		"a commitment without a bill":     {"subscription: postpaid\n", "subscription: prepaid\n", "line 12: plans[0].commitmentMonths: is only allowed for a postpaid plan"},
		"a data SIM with a number":        {"kind: data", "kind: data, takesPorted: true", "line 16: plans[1].takesPorted: is not allowed for a data-SIM plan"},
		"a data SIM that calls":           {"renews: false", "items: [{ type: local_min, unit: minute, amount: 1, label: { en: M, ar: د } }]", "line 16: plans[1].items[0].unit: is not allowed for a data-SIM plan"},
		"an unknown allowance":            {"type: sms", "type: fax", "line 15: plans[0].items[1].type: must be one of allowance, data"},
		"an allowance twice":              {"type: sms, unit: sms", "type: data, unit: MB", "line 15: plans[0].items[1].type: is there twice: data, first in line 14"},
		"an allowance in another unit":    {"unit: MB", "unit: minute", "line 14: plans[0].items[0].unit: must be one of MB"},
		"a missing amount":                {"amount: unlimited, ", "", "line 15: plans[0].items[1].amount: must be a whole number, or unlimited"},
		"an amount of nothing":            {"amount: 15360", "amount: 0", "line 14: plans[0].items[0].amount: must be a whole number"},
		"an amount with its unit":         {"amount: 15360", "amount: 15 GB", "line 14: plans[0].items[0].amount: must be a whole number"},
		"an allowance without words":      {"label: { en: SMS, ar: رسائل }", "label: {}", "line 15: plans[0].items[1].label.en: is missing"},
		"a rate twice":                    {"plan: hawakom-90, ", "", "line 19: rates[1].key: is there twice: sms, first in line 18"},
		"a rate of no plan":               {"plan: hawakom-90", "plan: hawakom-91", "line 19: rates[1].plan: is not a plan of this file: hawakom-91"},
		"a rate of no unit":               {"unit: sms, price: 0.25", "unit: fax, price: 0.25", "line 18: rates[0].unit: must be one of MB, minute, sms"},
		"an unknown field":                {"renews: false", "renew: false", "line 16: plans[1].renew: is not known here"},
		"a field twice":                   {"renews: false", "renews: false, renews: true", `line 16: mapping key "renews" already defined`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, small, tt.of)
			_, err := plan.Parse(strings.Replace(small, tt.of, tt.instead, 1))
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestParse_SeveralMistakes_AreInOrder(t *testing.T) {
	_, err := plan.Parse(strings.NewReplacer("price: 90.5", "price: x", "validityDays: 30", "validityDays: y", "unit: MB", "unit: GB", "price: 0.25", "price: z").Replace(small))
	require.EqualError(t, err, strings.Join([]string{
		"line 9: plans[0].price: must be riyals like 90 or 0.55", "line 10: plans[0].validityDays: must be a whole number",
		"line 14: plans[0].items[0].unit: must be one of MB", "line 18: rates[0].price: must be riyals like 90 or 0.55",
	}, "\n"))
}

func TestParse_NoPlans_IsRefused(t *testing.T) {
	for file, want := range map[string]string{
		"": "the file is empty", "categories: []\n": "line 1: plans: there is no plan in the file", "- 1\n": "line 1: must be a mapping of keys", "plans: [": "read the plans",
	} {
		_, err := plan.Parse(file)
		require.ErrorContains(t, err, want)
	}
}

func TestRatesOf_OwnRate_ReplacesGeneral(t *testing.T) {
	all := []plan.Rate{
		{Key: "minute", Unit: plan.Minute, Price: 35},
		{Key: "minute", PlanID: "basic-25", Unit: plan.Minute, Price: 55},
		{Key: "sms", Unit: plan.Message, Price: 25},
		{Key: "data", Unit: plan.Megabyte, Price: 5},
	}
	for name, tt := range map[string]struct {
		of   plan.Plan
		want []plan.Rate
	}{
		"with its own rate": {plan.Plan{ID: "basic-25", Kind: plan.Voice}, []plan.Rate{all[1], all[2], all[3]}},
		"without":           {plan.Plan{ID: "hawakom-55", Kind: plan.Voice}, []plan.Rate{all[0], all[2], all[3]}},
		"no plan":           {plan.Plan{}, []plan.Rate{all[0], all[2], all[3]}},
		"of a data SIM":     {plan.Plan{ID: "data-1", Kind: plan.Data}, []plan.Rate{all[3]}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, plan.RatesOf(tt.of, all)) })
	}
}

func TestForOrder_Ported_NeedsThePlan(t *testing.T) {
	for _, tt := range []struct {
		plan         plan.Plan
		ported, want bool
	}{
		{plan.Plan{Kind: plan.Voice, TakesPorted: true}, true, true},
		{plan.Plan{Kind: plan.Voice, TakesPorted: true}, false, true},
		{plan.Plan{Kind: plan.Voice}, true, false},
		{plan.Plan{Kind: plan.Voice}, false, true},
		{plan.Plan{Kind: plan.Data}, false, false},
	} {
		require.Equal(t, tt.want, plan.ForOrder(tt.plan, tt.ported), "%+v", tt)
	}
}
