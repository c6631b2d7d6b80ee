package purchases_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// promoRow adds a code; kinds and plans are written as SQL.
func promoRow(r *servertest.Rig, code string, percent, amount int, kinds, plans, more string) {
	r.T.Helper()
	r.Exec(`INSERT INTO promo_codes (code, percent, amount, kinds, plans, starts_at, ends_at, max_uses, used)
		VALUES (?, ?, ?, `+kinds+`, `+plans+`, now() - interval '1 day', `+more+`)`, code, percent, amount)
}

func checksPromo(r *servertest.Rig, code string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/promo-codes/check", fmt.Sprintf(`{"code":%q}`, code), servertest.Bearer(r.Device()))
}

func TestPromoCode_Valid_SaysWhatItGives(t *testing.T) {
	r := servertest.New(t)
	promoRow(r, "TOPUP10", 10, 0, "'{recharge,data-recharge}'", "NULL", "NULL, NULL, 0")
	r.Exec(`INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('promoted', 'Promoted', 'مميزة', 9)`)
	r.Exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position)
		VALUES ('promo-90', 'PROMO-90', 'Promo 90', 'باقة 90', 9000, 'prepaid', 'promoted', 30, 9)`)
	promoRow(r, "PLAN20", 0, 2000, "'{sim}'", "'{promo-90}'", "NULL, NULL, 0")
	promoRow(r, "OVER", 10, 0, "NULL", "NULL", "now() - interval '1 minute', NULL, 0")
	promoRow(r, "GONE", 10, 0, "NULL", "NULL", "NULL, 5, 5")

	offer := func(code string) gen.PromoOffer {
		got := checksPromo(r, code)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		return servertest.Decoded[struct{ Data gen.PromoOffer }](t, got).Data
	}
	topUp := offer(" topup 10 ")
	require.Equal(t, []any{"TOPUP10", 10, []string{"recharge", "data-recharge"}, []string{}}, []any{topUp.Code, *topUp.Percent, topUp.Kinds, topUp.Plans})
	require.Nil(t, topUp.Amount)
	plan := offer("PLAN20")
	require.EqualValues(t, 2000, *plan.Amount)
	require.Equal(t, []string{"Promo 90"}, plan.Plans, "the offer names its plans")

	servertest.RequireRefused(t, checksPromo(r, "OVER"), contract.FailPromoExpired)
	servertest.RequireRefused(t, checksPromo(r, "GONE"), contract.FailPromoUsedUp)
	servertest.RequireRefused(t, checksPromo(r, "NEVERSEEN"), contract.FailPromoInvalid)
	servertest.RequireRefused(t, checksPromo(r, "!"), contract.FailPromoWrong)
}

func TestPromoCode_Guesses_AreLimited(t *testing.T) {
	r := servertest.New(t)
	device := servertest.Bearer(r.Device())
	for n := range 25 {
		got := r.Call(http.MethodPost, "/api/promo-codes/check", fmt.Sprintf(`{"code":"SAVE%02d"}`, n), device)
		want := contract.FailPromoInvalid
		if n >= 20 {
			want = contract.FailRateLimited
		}
		servertest.RequireRefused(t, got, want)
	}
}

func TestPromoCode_Recharge_CostsLess(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	promoRow(r, "TOPUP10", 10, 0, "'{recharge}'", "NULL", "NULL, NULL, 0")
	promoRow(r, "ORDERS", 10, 0, "NULL", "NULL", "NULL, NULL, 0")
	token := r.SignIn(servertest.MainLine)
	body := func(code string, total int) string {
		return fmt.Sprintf(`{"kind":"recharge","amount":5000,"promoCode":%q,"total":%d,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, code, total)
	}
	servertest.RequireRefused(t, r.Buy(token, body("ORDERS", 5750)), contract.FailPromoNotApplicable)
	servertest.RequireRefused(t, r.Buy(token, body("NEVERSEEN", 5750)), contract.FailPromoInvalid)
	servertest.RequireRefused(t, r.Buy(token, body("topup10", 5750)), contract.FailPriceChanged)

	bought := r.MustBuy(token, body("topup10", 5175))
	require.Equal(t, gen.PurchaseStatusCompleted, bought.Status)
	require.Equal(t, []int64{5000, 5175, 675, 575}, []int64{bought.Amount, bought.Total, bought.Vat, bought.Promo.Discount})
	require.Equal(t, "TOPUP10", bought.Promo.Code)
	servertest.RequireRefused(t, r.Buy(token, body("TOPUP10", 5175)), contract.FailPromoUsedUp)

	got := r.Call(http.MethodGet, "/api/purchases/"+bought.Id+"/receipt", "", servertest.Bearer(token))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	receipt := servertest.Decoded[gen.Receipt](t, got)
	require.Len(t, receipt.Lines, 2)
	require.Equal(t, []int64{5750, -575, 5175}, []int64{receipt.Lines[0].Amount, receipt.Lines[1].Amount, receipt.Total})
	require.Equal(t, gen.ReceiptLinesKeyPromo, receipt.Lines[1].Key)
}
