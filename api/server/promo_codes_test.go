package server_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// promoRow adds a code; kinds and plans are written as SQL.
func (r *rig) promoRow(code string, percent, amount int, kinds, plans, more string) {
	r.t.Helper()
	r.exec(`INSERT INTO promo_codes (code, percent, amount, kinds, plans, starts_at, ends_at, max_uses, used)
		VALUES (?, ?, ?, `+kinds+`, `+plans+`, now() - interval '1 day', `+more+`)`, code, percent, amount)
}

func (r *rig) checksPromo(code string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/promo-codes/check", fmt.Sprintf(`{"code":%q}`, code), bearer(r.device()))
}

func TestAPromoCodeSaysWhatItGivesAndWhereItApplies(t *testing.T) {
	r := newRig(t)
	r.promoRow("TOPUP10", 10, 0, "'{recharge,data-recharge}'", "NULL", "NULL, NULL, 0")
	r.exec(`INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('promoted', 'Promoted', 'مميزة', 9)`)
	r.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position)
		VALUES ('promo-90', 'PROMO-90', 'Promo 90', 'باقة 90', 9000, 'prepaid', 'promoted', 30, 9)`)
	r.promoRow("PLAN20", 0, 2000, "'{sim}'", "'{promo-90}'", "NULL, NULL, 0")
	r.promoRow("OVER", 10, 0, "NULL", "NULL", "now() - interval '1 minute', NULL, 0")
	r.promoRow("GONE", 10, 0, "NULL", "NULL", "NULL, 5, 5")

	offer := func(code string) gen.PromoOffer {
		got := r.checksPromo(code)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		return decoded[struct{ Data gen.PromoOffer }](t, got).Data
	}
	topUp := offer(" topup 10 ")
	require.Equal(t, []any{"TOPUP10", 10, []string{"recharge", "data-recharge"}, []string{}}, []any{topUp.Code, *topUp.Percent, topUp.Kinds, topUp.Plans})
	require.Nil(t, topUp.Amount)
	plan := offer("PLAN20")
	require.EqualValues(t, 2000, *plan.Amount)
	require.Equal(t, []string{"Promo 90"}, plan.Plans, "by its name")

	requireRefused(t, r.checksPromo("OVER"), contract.FailPromoExpired)
	requireRefused(t, r.checksPromo("GONE"), contract.FailPromoUsedUp)
	requireRefused(t, r.checksPromo("NEVERSEEN"), contract.FailPromoInvalid)
	requireRefused(t, r.checksPromo("!"), contract.FailPromoWrong)
}

func TestPromoCodesAreNotTriedOneAfterTheOther(t *testing.T) {
	r := newRig(t)
	device := bearer(r.device())
	for n := range 25 {
		got := r.call(http.MethodPost, "/api/promo-codes/check", fmt.Sprintf(`{"code":"SAVE%02d"}`, n), device)
		want := contract.FailPromoInvalid
		if n >= 20 {
			want = contract.FailRateLimited
		}
		requireRefused(t, got, want)
	}
}

func TestARechargeWithAPromoCodeCostsLessAndBringsAsMuch(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.promoRow("TOPUP10", 10, 0, "'{recharge}'", "NULL", "NULL, NULL, 0")
	r.promoRow("ORDERS", 10, 0, "NULL", "NULL", "NULL, NULL, 0")
	token := r.signIn(mainLine)
	body := func(code string, total int) string {
		return fmt.Sprintf(`{"kind":"recharge","amount":5000,"promoCode":%q,"total":%d,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, code, total)
	}
	requireRefused(t, r.buy(token, body("ORDERS", 5750)), contract.FailPromoNotApplicable)
	requireRefused(t, r.buy(token, body("NEVERSEEN", 5750)), contract.FailPromoInvalid)
	requireRefused(t, r.buy(token, body("topup10", 5750)), contract.FailPriceChanged)

	bought := r.buys(token, body("topup10", 5175))
	require.Equal(t, gen.PurchaseStatusCompleted, bought.Status)
	require.Equal(t, []int64{5000, 5175, 675, 575}, []int64{bought.Amount, bought.Total, bought.Vat, bought.Promo.Discount})
	require.Equal(t, "TOPUP10", bought.Promo.Code)
	requireRefused(t, r.buy(token, body("TOPUP10", 5175)), contract.FailPromoUsedUp)

	got := r.call(http.MethodGet, "/api/purchases/"+bought.Id+"/receipt", "", bearer(token))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	receipt := decoded[gen.Receipt](t, got)
	require.Len(t, receipt.Lines, 2)
	require.Equal(t, []int64{5750, -575, 5175}, []int64{receipt.Lines[0].Amount, receipt.Lines[1].Amount, receipt.Total})
	require.Equal(t, gen.ReceiptLinesKeyPromo, receipt.Lines[1].Key)
}
