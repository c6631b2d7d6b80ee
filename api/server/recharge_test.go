package server_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	einvoicestore "selfcare/internal/store/einvoice"
)

func (r *rig) shows(path, token string, headers ...header) answer {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api"+path, "", append(headers, bearer(token))...)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return got
}

func (r *rig) meter(token string) gen.RechargeMeter {
	r.t.Helper()
	return decoded[struct{ Data gen.RechargeMeter }](r.t, r.shows("/recharge/meter-history", token)).Data
}

func TestTheTenthRechargeBringsItsBonus(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	for range 9 {
		require.Nil(t, r.buys(token, recharge50).Bonus)
	}
	meter := r.meter(token)
	require.Equal(t, []int{9, 10, 10}, []int{meter.Count, meter.Needed, meter.SharePercent})
	require.Equal(t, []int64{45000, 4500}, []int64{meter.Collected, meter.Expected})
	require.Empty(t, meter.Bonuses)
	tenth := r.buys(token, recharge50)
	require.EqualValues(t, 5000, *tenth.Bonus)
	require.EqualValues(t, 55000, *tenth.Balance)
	meter = r.meter(token)
	require.Zero(t, meter.Count)
	require.Len(t, meter.Bonuses, 1)
	require.EqualValues(t, 5000, meter.Bonuses[0].Amount)
}

func TestOnAPlanWithABonusEachRechargeBringsIt(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('basic', 'Basic', 'الأساسية', 0)")
	r.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, takes_ported, position, recharge_bonus_percent)
		VALUES ('bonus', 'BONUS', 'B', 'B', 100, 'prepaid', 'basic', 30, false, 1, 25)`)
	r.exec("UPDATE lines SET plan_id = 'bonus' WHERE msisdn = ?", mainLine)
	token := r.signIn(mainLine)
	require.EqualValues(t, 1250, *r.buys(token, recharge50).Bonus)
	require.Equal(t, 25, *r.meter(token).PlanPercent)
	options := decoded[struct{ Data gen.RechargeOptions }](t, r.shows("/recharge/options", token)).Data
	require.Equal(t, 25, *options.BonusPercent)
}

func TestOptionsAreThoseOfTheLineChosen(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "postpaid")
	r.pack("data-1", 1000)
	prepaid := decoded[struct{ Data gen.RechargeOptions }](t, r.shows("/recharge/options", r.signIn(mainLine))).Data
	require.Equal(t, []gen.PurchaseKind{"recharge", "data-recharge", "voucher"}, prepaid.Kinds)
	require.Equal(t, []int64{1000, 1150}, []int64{prepaid.Data[0].Price, prepaid.Data[0].Total})
	require.Equal(t, 14, prepaid.VoucherLength)
	postpaid := decoded[struct{ Data gen.RechargeOptions }](t, r.shows("/recharge/options", r.signIn("0570000002"))).Data
	require.Equal(t, []gen.PurchaseKind{"data-recharge"}, postpaid.Kinds)
}

func TestFreeDataOfAPackLastsThirtyDaysUntilTheSettingIsChanged(t *testing.T) {
	for validity, setting := range map[int]map[string]json.RawMessage{
		30: {}, 10: {"freeDataValidityDays": []byte("10")},
	} {
		r := newRig(t)
		require.NoError(t, r.store.Settings.Change(t.Context(), setting))
		r.customer(mainLine, "prepaid")
		token := r.signIn(mainLine)
		r.buys(token, recharge50)
		r.pack("data-1", 1000)
		options := func() gen.DataPack {
			return decoded[struct{ Data gen.RechargeOptions }](t, r.shows("/recharge/options", token)).Data.Data[0]
		}
		require.Nil(t, options().Free, "most packs have none")
		r.exec(`UPDATE data_packs SET free_megabytes = 512`)
		require.Equal(t, &gen.FreeData{Megabytes: 512, ValidityDays: validity}, options().Free)
		given := r.buys(token, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`).Data.Free
		require.Equal(t, []int64{512, int64(validity)}, []int64{given.Megabytes, int64(given.ValidityDays)})
		require.WithinDuration(t, time.Now().AddDate(0, 0, validity), *given.ValidUntil, time.Minute)
	}
}

func TestTheHistoryOfRechargesGoesByPageTypeAndPermission(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	r.pack("data-1", 1000)
	token := r.signIn(mainLine)
	for range 3 {
		r.buys(token, recharge50)
	}
	r.buys(token, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`)
	r.buys(r.signIn("0570000002"), `{"kind":"recharge","amount":2000,"friend":"0570000001","pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`)

	page := func(query string) gen.RechargePage {
		return decoded[struct{ Data gen.RechargePage }](t, r.shows("/users/current/recharge/history"+query, token)).Data
	}
	all := page("")
	require.Equal(t, []int{5, 50, 1}, []int{all.Total, all.PerPage, all.Page})
	require.True(t, all.Items[0].ByFriend)
	require.Nil(t, all.Items[0].Id, "a friend's purchase is the friend's")
	require.Equal(t, gen.RechargeTypeEVC, all.Items[0].Type)
	require.EqualValues(t, 1024, all.Items[1].Data.Megabytes)
	require.NotNil(t, all.Items[2].Id)
	require.Len(t, page("?type=data").Items, 1)
	require.Len(t, page("?type=balance&per_page=3&page=2").Items, 1)
	overview := decoded[struct{ Data gen.RechargeOverview }](t, r.shows("/users/current/recharge/history/overview?per_page=2", token)).Data
	require.Len(t, overview.Latest, 2)
	require.Len(t, overview.Months, 6)
	require.Equal(t, 5, overview.Months[5].Count)
	require.EqualValues(t, 18000, overview.Months[5].Amount)

	only := r.subAccount(user, "0570000004", "prepaid", []string{"history", "history_recharge_data"})
	none := r.subAccount(user, "0570000005", "prepaid", []string{"history"})
	require.Empty(t, decoded[struct{ Data gen.RechargePage }](t, r.shows("/users/current/recharge/history", token, onAccount(only))).Data.Items)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current/recharge/history?type=balance", "", bearer(token), onAccount(only)), contract.FailForbidden)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current/recharge/history", "", bearer(token), onAccount(none)), contract.FailForbidden)
}

func TestWhatALineCanStillSpend(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.holds(mainLine, 3000)
	r.customer("0570000002", "postpaid")
	credit := func(number string) gen.RemainingCredit {
		return decoded[struct{ Data gen.RemainingCredit }](t, r.shows("/users/balance/credit-remain-amount", r.signIn(number))).Data
	}
	require.Equal(t, gen.RemainingCredit{Amount: 3000, Currency: "SAR"}, credit(mainLine))
	postpaid := credit("0570000002")
	require.Equal(t, []int64{50000, 50000}, []int64{postpaid.Amount, *postpaid.Limit})
}

func TestCardsAreAddedChosenAndForgotten(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	got := r.call(http.MethodPost, "/api/users/current/cards", `{"cardToken":"tok_0123456789abcdef"}`, bearer(token), freshKey())
	added := decoded[struct{ Data gen.Purchase }](t, got).Data
	require.Equal(t, gen.PurchaseStatusRefunding, added.Status, "its money goes back")
	require.Equal(t, []int64{100, 0}, []int64{added.Total, added.Vat})
	require.Equal(t, &contract.KeptCard{UserID: user.ID, Keep: true}, r.purchases.paidWith[0].Kept)
	requireRefused(t, r.call(http.MethodGet, "/api/purchases/"+added.Id+"/receipt", "", bearer(token)), contract.FailNotPaid)

	first, second := r.keeps(user.ID, "0015", 2090), r.keeps(user.ID, "0551", 2090)
	require.Equal(t, http.StatusNoContent, r.call(http.MethodPut, "/api/users/current/cards/"+second.ID+"/default", "", bearer(token), freshKey()).StatusCode)
	cards := decoded[struct{ Data []gen.KeptCard }](t, r.shows("/users/current/cards", token)).Data
	require.Equal(t, second.ID, cards[0].Id)
	require.Equal(t, first.ID, cards[1].Id)
	require.False(t, cards[0].ExpiresSoon)
	require.Equal(t, http.StatusNoContent, r.call(http.MethodDelete, "/api/users/current/cards/"+second.ID, "", bearer(token), freshKey()).StatusCode)
	require.Len(t, decoded[struct{ Data []gen.KeptCard }](t, r.shows("/users/current/cards", token)).Data, 1)
	requireRefused(t, r.call(http.MethodPut, "/api/users/current/cards/"+second.ID+"/default", "", bearer(token), freshKey()), contract.FailCardUnknown)
}

func TestEachPurchaseHasAReceipt(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.pack("data-1", 1000)
	r.voucher(goodCode, 2000, time.Now().Add(time.Hour))
	token := r.signIn(mainLine)
	for body, want := range map[string][]int64{
		recharge50:            {5750, 750},
		voucherBody(goodCode): {2000, 0},
		`{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"stc-pay","stcPayMobile":"0551234567"}}`: {1150, 150},
	} {
		bought := r.buys(token, body)
		shown := decoded[gen.Receipt](t, r.shows("/purchases/"+bought.Id+"/receipt", token))
		require.Equal(t, bought.Number, shown.Number)
		require.Equal(t, want, []int64{shown.Total, shown.Vat})
		require.Len(t, shown.Lines, 1)
		require.NotEmpty(t, shown.Zatca)
		code := r.stamps(einvoicestore.Purchase, bought.Id, einvoice.Invoice)
		require.Equal(t, code, decoded[gen.Receipt](t, r.shows("/purchases/"+bought.Id+"/receipt", token)).Zatca)
		for _, language := range []string{"ar", "en"} {
			file := r.shows("/purchases/"+bought.Id+"/receipt.pdf", token, header{"Accept-Language": language})
			require.Equal(t, "application/pdf", file.Header.Get("Content-Type"))
			require.True(t, bytes.HasPrefix(file.body, []byte("%PDF-")))
		}
	}
	r.purchases.bank = contract.PaymentDeclined
	failed := r.buys(token, recharge50)
	requireRefused(t, r.call(http.MethodGet, "/api/purchases/"+failed.Id+"/receipt", "", bearer(token)), contract.FailNotPaid)
}
