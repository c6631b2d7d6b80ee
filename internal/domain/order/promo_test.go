package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestPromoCodeOf(t *testing.T) {
	tests := map[string]struct {
		typed, want string
		wantErr     error
	}{
		"as printed":           {"SAVE10", "SAVE10", nil},
		"small, with blanks":   {" save 10 ", "SAVE10", nil},
		"too short":            {"A1", "", contract.RefuseField("code", contract.FailPromoWrong)},
		"twenty-one long":      {"ABCDEFGHIJKLMNOPQRSTU", "", contract.RefuseField("code", contract.FailPromoWrong)},
		"not written in Latin": {"خصم10", "", contract.RefuseField("code", contract.FailPromoWrong)},
		"a piece of SQL":       {"' OR 1=1", "", contract.RefuseField("code", contract.FailPromoWrong)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			code, err := order.PromoCodeOf(tt.typed)
			require.Equal(t, tt.wantErr, err)
			require.Equal(t, tt.want, code)
		})
	}
}

func TestValidatePromo_Cases(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	sim := contract.Order{Kind: contract.KindSIM, Plan: &contract.Plan{ID: "hawakom-90"}}
	tests := map[string]struct {
		terms order.PromoTerms
		want  contract.Code
	}{
		"for everything, for ever":     {order.PromoTerms{StartsAt: now}, ""},
		"for this kind and plan":       {order.PromoTerms{StartsAt: now, Kinds: []string{"sim"}, Plans: []string{"hawakom-90"}}, ""},
		"the last instant before":      {order.PromoTerms{StartsAt: now.Add(time.Nanosecond)}, contract.FailPromoInvalid},
		"the instant it ends":          {order.PromoTerms{StartsAt: now.Add(-time.Hour), EndsAt: now}, contract.FailPromoExpired},
		"the last instant of validity": {order.PromoTerms{StartsAt: now.Add(-time.Hour), EndsAt: now.Add(time.Nanosecond)}, ""},
		"for eSIMs":                    {order.PromoTerms{StartsAt: now, Kinds: []string{"esim"}}, contract.FailPromoNotApplicable},
		"for another plan":             {order.PromoTerms{StartsAt: now, Plans: []string{"postpaid-200"}}, contract.FailPromoNotApplicable},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := order.ValidatePromo(sim, tt.terms, now)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.RefuseField("code", tt.want), err)
		})
	}
}

func TestWithPromo(t *testing.T) {
	o := contract.Order{
		Booking: &contract.Booking{Price: 3000}, Plan: &contract.Plan{Price: 9000}, Delivery: &contract.Delivery{Fee: 2500},
	}
	tests := map[string]struct {
		terms    order.PromoTerms
		discount contract.Halalas
	}{
		"ten riyals":            {order.PromoTerms{Amount: 1000}, 1000},
		"ten percent":           {order.PromoTerms{Percent: 10}, 1450},
		"a third, rounded down": {order.PromoTerms{Percent: 33}, 4785},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := order.WithPromo(o, tt.terms, 15)
			require.NoError(t, err)
			require.Equal(t, tt.discount, got.Promo.Discount)
			require.Equal(t, 14500-tt.discount, got.Price.Total)
			require.Equal(t, contract.PriceLine{Key: contract.LinePromo, Amount: -tt.discount}, got.Price.Lines[3])
			require.Equal(t, contract.Halalas(14500), order.WithoutPromo(got, 15).Price.Total)
			cheaper := order.Priced(withPlanPrice(got, 0), 15)
			require.Equal(t, cheaper.Price.Total, 5500-cheaper.Promo.Discount, "the discount follows the price")
		})
	}
	_, err := order.WithPromo(o, order.PromoTerms{Amount: 14500}, 15)
	require.Equal(t, contract.RefuseField("code", contract.FailPromoNotApplicable), err, "something must be left to pay")
}

func withPlanPrice(o contract.Order, price contract.Halalas) contract.Order {
	o.Plan = &contract.Plan{Price: price}
	return o
}

func TestPriced_FreeClass_CostsNothing(t *testing.T) {
	committed := &contract.Plan{Price: 20000, FreeCategories: []string{"bronze", "silver", "gold"}, CommitmentMonths: 12}
	tests := map[string]struct {
		plan     *contract.Plan
		category string
		want     contract.Halalas
	}{
		"gold with commitment":     {committed, "gold", 20000},
		"platinum is never free":   {committed, "platinum", 20000 + 50000},
		"gold without commitment":  {&contract.Plan{Price: 9000}, "gold", 9000 + 50000},
		"gold before any plan yet": {nil, "gold", 50000},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o := contract.Order{Booking: &contract.Booking{Category: tt.category, Price: 50000}, Plan: tt.plan}
			require.Equal(t, tt.want, order.Priced(o, 15).Price.Total)
		})
	}
}
