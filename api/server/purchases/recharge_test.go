package purchases_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	einvoicestore "selfcare/internal/store/einvoice"
)

func readMeter(r *servertest.Rig, token string) gen.RechargeMeter {
	r.T.Helper()
	return servertest.Decoded[struct{ Data gen.RechargeMeter }](r.T, r.MustGet("/recharge/meter-history", token)).Data
}

func TestRecharge_Tenth_BringsTheBonus(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	for range 9 {
		require.Nil(t, r.MustBuy(token, servertest.Recharge50).Bonus)
	}
	meter := readMeter(r, token)
	require.Equal(t, []int{9, 10, 10}, []int{meter.Count, meter.Needed, meter.SharePercent})
	require.Equal(t, []int64{45000, 4500}, []int64{meter.Collected, meter.Expected})
	require.Empty(t, meter.Bonuses)
	tenth := r.MustBuy(token, servertest.Recharge50)
	require.EqualValues(t, 5000, *tenth.Bonus)
	require.EqualValues(t, 55000, *tenth.Balance)
	meter = readMeter(r, token)
	require.Zero(t, meter.Count)
	require.Len(t, meter.Bonuses, 1)
	require.EqualValues(t, 5000, meter.Bonuses[0].Amount)
}

func TestRecharge_BonusPlan_BringsItEachTime(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('basic', 'Basic', 'الأساسية', 0)")
	r.Exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, takes_ported, position, recharge_bonus_percent)
		VALUES ('bonus', 'BONUS', 'B', 'B', 100, 'prepaid', 'basic', 30, false, 1, 25)`)
	r.Exec("UPDATE lines SET plan_id = 'bonus' WHERE msisdn = ?", servertest.MainLine)
	token := r.SignIn(servertest.MainLine)
	require.EqualValues(t, 1250, *r.MustBuy(token, servertest.Recharge50).Bonus)
	require.Equal(t, 25, *readMeter(r, token).PlanPercent)
	options := servertest.Decoded[struct{ Data gen.RechargeOptions }](t, r.MustGet("/recharge/options", token)).Data
	require.Equal(t, 25, *options.BonusPercent)
}

func TestRechargeOptions_Line_HasItsOwn(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "postpaid")
	r.Pack("data-1", 1000)
	prepaid := servertest.Decoded[struct{ Data gen.RechargeOptions }](t, r.MustGet("/recharge/options", r.SignIn(servertest.MainLine))).Data
	require.Equal(t, []gen.PurchaseKind{"recharge", "data-recharge", "voucher"}, prepaid.Kinds)
	require.Equal(t, []int64{1000, 1150}, []int64{prepaid.Data[0].Price, prepaid.Data[0].Total})
	require.Equal(t, 14, prepaid.VoucherLength)
	postpaid := servertest.Decoded[struct{ Data gen.RechargeOptions }](t, r.MustGet("/recharge/options", r.SignIn("0570000002"))).Data
	require.Equal(t, []gen.PurchaseKind{"data-recharge"}, postpaid.Kinds)
}

func TestRechargeOptions_LastAmount_IsTheCustomersOwn(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	lastAmount := func() *int64 {
		return servertest.Decoded[struct{ Data gen.RechargeOptions }](t, r.MustGet("/recharge/options", token)).Data.LastAmount
	}
	require.Nil(t, lastAmount(), "nothing was recharged")
	r.MustBuy(token, servertest.Recharge50)
	require.EqualValues(t, 5000, *lastAmount())
	r.Exec("UPDATE recharges SET by_friend = true")
	require.Nil(t, lastAmount(), "a friend's recharge does not count")
	r.Exec("UPDATE recharges SET by_friend = false, type = 'voucher'")
	require.Nil(t, lastAmount(), "a voucher does not count")
	r.Exec("UPDATE recharges SET type = 'EVC', amount = 100000000")
	require.Nil(t, lastAmount(), "the amount is not offered")
}

func TestDataPack_FreeData_LastsAsTheSetting(t *testing.T) {
	for validity, setting := range map[int]map[string]json.RawMessage{
		30: {}, 10: {"freeDataValidityDays": []byte("10")},
	} {
		r := servertest.New(t)
		require.NoError(t, r.Store.Settings.Change(t.Context(), setting))
		r.Customer(servertest.MainLine, "prepaid")
		token := r.SignIn(servertest.MainLine)
		r.MustBuy(token, servertest.Recharge50)
		r.Pack("data-1", 1000)
		options := func() gen.DataPack {
			return servertest.Decoded[struct{ Data gen.RechargeOptions }](t, r.MustGet("/recharge/options", token)).Data.Data[0]
		}
		require.Nil(t, options().Free, "most packs have none")
		r.Exec(`UPDATE data_packs SET free_megabytes = 512`)
		require.Equal(t, &gen.FreeData{Megabytes: 512, ValidityDays: validity}, options().Free)
		given := r.MustBuy(token, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`).Data.Free
		require.Equal(t, []int64{512, int64(validity)}, []int64{given.Megabytes, int64(given.ValidityDays)})
		require.WithinDuration(t, time.Now().AddDate(0, 0, validity), *given.ValidUntil, time.Minute)
	}
}

func TestRechargeHistory_Filters_NarrowTheList(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	r.Pack("data-1", 1000)
	token := r.SignIn(servertest.MainLine)
	for range 3 {
		r.MustBuy(token, servertest.Recharge50)
	}
	r.MustBuy(token, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`)
	r.MustBuy(r.SignIn("0570000002"), `{"kind":"recharge","amount":2000,"friend":"0570000001","pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`)

	page := func(query string) gen.RechargePage {
		return servertest.Decoded[struct{ Data gen.RechargePage }](t, r.MustGet("/users/current/recharge/history"+query, token)).Data
	}
	all := page("")
	require.Equal(t, []int{5, 50, 1}, []int{all.Total, all.PerPage, all.Page})
	require.True(t, all.Items[0].ByFriend)
	require.Nil(t, all.Items[0].Id, "the id of a friend's purchase stays hidden")
	require.Equal(t, gen.RechargeTypeEVC, all.Items[0].Type)
	require.EqualValues(t, 1024, all.Items[1].Data.Megabytes)
	require.NotNil(t, all.Items[2].Id)
	require.Len(t, page("?type=data").Items, 1)
	require.Len(t, page("?type=balance&per_page=3&page=2").Items, 1)
	overview := servertest.Decoded[struct{ Data gen.RechargeOverview }](t, r.MustGet("/users/current/recharge/history/overview?per_page=2", token)).Data
	require.Len(t, overview.Latest, 2)
	require.Len(t, overview.Months, 6)
	require.Equal(t, 5, overview.Months[5].Count)
	require.EqualValues(t, 18000, overview.Months[5].Amount)

	only := r.SubAccount(user, "0570000004", "prepaid", []string{"history", "history_recharge_data"})
	none := r.SubAccount(user, "0570000005", "prepaid", []string{"history"})
	require.Empty(t, servertest.Decoded[struct{ Data gen.RechargePage }](t, r.MustGet("/users/current/recharge/history", token, servertest.OnAccount(only))).Data.Items)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current/recharge/history?type=balance", "", servertest.Bearer(token), servertest.OnAccount(only)), contract.FailForbidden)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current/recharge/history", "", servertest.Bearer(token), servertest.OnAccount(none)), contract.FailForbidden)
}

func TestRemainingCredit_EachLine_HasItsOwn(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 3000)
	r.Customer("0570000002", "postpaid")
	credit := func(number string) gen.RemainingCredit {
		return servertest.Decoded[struct{ Data gen.RemainingCredit }](t, r.MustGet("/users/balance/credit-remain-amount", r.SignIn(number))).Data
	}
	require.Equal(t, gen.RemainingCredit{Amount: 3000, Currency: "SAR"}, credit(servertest.MainLine))
	postpaid := credit("0570000002")
	require.Equal(t, []int64{50000, 50000}, []int64{postpaid.Amount, *postpaid.Limit})
}

func TestSavedCard_Added_CanBeDeleted(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	got := r.Call(http.MethodPost, "/api/users/current/cards", `{"cardToken":"tok_0123456789abcdef"}`, servertest.Bearer(token), servertest.FreshKey())
	added := servertest.Decoded[struct{ Data gen.Purchase }](t, got).Data
	require.Equal(t, gen.PurchaseStatusRefunding, added.Status, "the money is being returned")
	require.Equal(t, []int64{100, 0}, []int64{added.Total, added.Vat})
	require.Equal(t, &contract.SavedCard{UserID: user.ID, Keep: true}, r.Purchases.PaidWith[0].Kept)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/purchases/"+added.Id+"/receipt", "", servertest.Bearer(token)), contract.FailNotPaid)

	first, second := r.SaveCard(user.ID, "0015", 2090), r.SaveCard(user.ID, "0551", 2090)
	require.Equal(t, http.StatusNoContent, r.Call(http.MethodPut, "/api/users/current/cards/"+second.ID+"/default", "", servertest.Bearer(token), servertest.FreshKey()).StatusCode)
	cards := servertest.Decoded[struct{ Data []gen.SavedCard }](t, r.MustGet("/users/current/cards", token)).Data
	require.Equal(t, second.ID, cards[0].Id)
	require.Equal(t, first.ID, cards[1].Id)
	require.False(t, cards[0].ExpiresSoon)
	require.Equal(t, http.StatusNoContent, r.Call(http.MethodDelete, "/api/users/current/cards/"+second.ID, "", servertest.Bearer(token), servertest.FreshKey()).StatusCode)
	require.Len(t, servertest.Decoded[struct{ Data []gen.SavedCard }](t, r.MustGet("/users/current/cards", token)).Data, 1)
	servertest.RequireRefused(t, r.Call(http.MethodPut, "/api/users/current/cards/"+second.ID+"/default", "", servertest.Bearer(token), servertest.FreshKey()), contract.FailCardUnknown)
}

func TestPurchase_Each_HasAReceipt(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Pack("data-1", 1000)
	r.Voucher(servertest.GoodCode, 2000, time.Now().Add(time.Hour))
	token := r.SignIn(servertest.MainLine)
	for body, want := range map[string][]int64{
		servertest.Recharge50:                       {5750, 750},
		servertest.VoucherBody(servertest.GoodCode): {2000, 0},
		`{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"stc-pay","stcPayMobile":"0551234567"}}`: {1150, 150},
	} {
		bought := r.MustBuy(token, body)
		shown := servertest.Decoded[gen.Receipt](t, r.MustGet("/purchases/"+bought.Id+"/receipt", token))
		require.Equal(t, bought.Number, shown.Number)
		require.Equal(t, want, []int64{shown.Total, shown.Vat})
		require.Len(t, shown.Lines, 1)
		require.NotEmpty(t, shown.Zatca)
		code := r.StampReceipt(einvoicestore.Purchase, bought.Id, einvoice.Invoice)
		require.Equal(t, code, servertest.Decoded[gen.Receipt](t, r.MustGet("/purchases/"+bought.Id+"/receipt", token)).Zatca)
		for _, language := range []string{"ar", "en"} {
			file := r.MustGet("/purchases/"+bought.Id+"/receipt.pdf", token, servertest.Header{"Accept-Language": language})
			require.Equal(t, "application/pdf", file.Header.Get("Content-Type"))
			require.True(t, bytes.HasPrefix(file.Body, []byte("%PDF-")))
		}
	}
	r.Purchases.Bank = contract.PaymentDeclined
	failed := r.MustBuy(token, servertest.Recharge50)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/purchases/"+failed.Id+"/receipt", "", servertest.Bearer(token)), contract.FailNotPaid)
}
