package purchases_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/calendar"
)

func TestBuyBundles_Several_AreActiveAtOnce(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	token := r.SignIn(servertest.MainLine)
	got := r.MustBuyBundles(token, `{"bundles":[{"id":"net-saver-5"},{"id":"local-pass-100"}],"total":4500,"pay":{"way":"balance"}}`)
	require.Equal(t, []any{gen.PurchaseKindBundle, gen.PurchaseStatusCompleted, int64(4500), int64(0), int64(5500)}, []any{got.Kind, got.Status, got.Total, got.Vat, *got.Balance})
	require.Len(t, *got.Bundles, 2)
	first := (*got.Bundles)[0]
	require.Equal(t, []any{"Net Saver 5 GB", int64(3000), 30}, []any{first.Name, first.Price, first.ValidityDays})
	require.NotNil(t, first.ValidUntil)
	shown := servertest.Decoded[gen.GetDashboardAnswer](t, r.Call(http.MethodGet, "/api/dashboard", "", servertest.Bearer(token))).Data
	left := map[string]int64{}
	for _, bucket := range shown.Consumption {
		left[bucket.Type] += *bucket.Total
	}
	require.Equal(t, map[string]int64{"data": 5120, "local_min": 100}, left, "the dashboard shows it at once")
	receipt := servertest.Decoded[gen.Receipt](t, r.Call(http.MethodGet, "/api/purchases/"+got.Id+"/receipt", "", servertest.Bearer(token)))
	require.Equal(t, []any{gen.ReceiptLinesKeyBundle, "Net Saver 5 GB + Talk 100"}, []any{receipt.Lines[0].Key, *receipt.Lines[0].Detail})
}

func TestBuyBundles_Unfit_ChargesNothing(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "postpaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	token, billed := r.SignIn(servertest.MainLine), r.SignIn(servertest.OtherLine)
	r.Exec("UPDATE bundles SET ends_at = now() - interval '1 second' WHERE id = 'net-saver-1'")
	r.Exec("UPDATE bundles SET stock = 0 WHERE id = 'latest-launch-50'")
	r.Exec("UPDATE bundles SET plans = '{hawakom-170}' WHERE id = 'local-bundle-40'")
	for name, tt := range map[string]struct {
		token, body string
		want        contract.Code
		field       string
	}{
		"two, one of them just ended":       {token, `{"bundles":[{"id":"net-saver-5"},{"id":"net-saver-1"}],"pay":{"way":"balance"}}`, contract.FailBundleUnknown, "bundles.1.id"},
		"an unknown bundle":                 {token, `{"bundles":[{"id":"nobodys"}],"pay":{"way":"balance"}}`, contract.FailBundleUnknown, "bundles.0.id"},
		"a sold-out bundle":                 {token, `{"bundles":[{"id":"latest-launch-50"}],"pay":{"way":"balance"}}`, contract.FailBundleSoldOut, "bundles.0.id"},
		"a bundle for another plan":         {token, `{"bundles":[{"id":"local-bundle-40"}],"pay":{"way":"balance"}}`, contract.FailBundleNotForLine, "bundles.0.id"},
		"a bundle for prepaid lines":        {billed, `{"bundles":[{"id":"latest-weekend-3"}],"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, contract.FailBundleNotForLine, "bundles.0.id"},
		"a gift that its line may not have": {token, `{"bundles":[{"id":"latest-weekend-3"}],"gift":"` + servertest.OtherLine + `","pay":{"way":"balance"}}`, contract.FailBundleNotForLine, "bundles.0.id"},
		"a gift to oneself":                 {token, `{"bundles":[{"id":"net-saver-5"}],"gift":"` + servertest.MainLine + `","pay":{"way":"balance"}}`, contract.FailFriendSelf, "gift"},
		"a gift to another operator":        {token, `{"bundles":[{"id":"net-saver-5"}],"gift":"0570009999","pay":{"way":"balance"}}`, contract.FailFriendForeign, "gift"},
		"a single-use bundle twice":         {token, `{"bundles":[{"id":"net-saver-100"},{"id":"net-saver-100"}],"pay":{"way":"balance"}}`, contract.FailBundleHeld, "bundles.1.id"},
		"a price that has changed":          {token, `{"bundles":[{"id":"net-saver-5"}],"total":2900,"pay":{"way":"balance"}}`, contract.FailPriceChanged, ""},
		"more than the balance has":         {token, `{"bundles":[{"id":"net-saver-100"}],"pay":{"way":"balance"}}`, contract.FailBalanceShort, ""},
		"an unfit payment method":           {token, `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"voucher"}}`, contract.FailPurchaseWay, "pay.way"},
		"a postpaid line from its balance":  {billed, `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"balance"}}`, contract.FailPurchaseWay, "pay.way"},
		"none":                              {token, `{"bundles":[],"pay":{"way":"balance"}}`, contract.FailValidation, ""},
		"an id with a path":                 {token, `{"bundles":[{"id":"../plans"}],"pay":{"way":"balance"}}`, contract.FailValidation, ""},
		"eleven":                            {token, `{"bundles":[` + strings.Repeat(`{"id":"net-saver-5"},`, 10) + `{"id":"net-saver-5"}],"pay":{"way":"balance"}}`, contract.FailValidation, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := r.BuyBundles(tt.token, tt.body)
			servertest.RequireRefused(t, got, tt.want)
			if tt.field != "" {
				require.Contains(t, string(got.Body), `"`+tt.field+`"`)
			}
		})
	}
	require.Equal(t, contract.Halalas(10_000), r.BalanceOf(servertest.MainLine))
}

func TestBuyBundles_Gift_MasksRecipient(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "postpaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	token := r.SignIn(servertest.MainLine)
	got := r.MustBuyBundles(token, `{"bundles":[{"id":"net-saver-5"}],"gift":"`+servertest.OtherLine+`","pay":{"way":"balance"}}`)
	require.Equal(t, []any{gen.PurchaseKindGift, gen.PurchaseStatusCompleted, true, "057•••0002"}, []any{got.Kind, got.Status, got.ForFriend, got.Msisdn})
	require.Equal(t, contract.Halalas(7000), r.BalanceOf(servertest.MainLine))
}

// The same request again is the same purchase.
func TestBuyBundles_Repeated_BuysOnce(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	token, key := r.SignIn(servertest.MainLine), servertest.FreshKey()
	body := `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"balance"}}`
	first := r.Call(http.MethodPost, "/api/purchase/bundle", body, servertest.Bearer(token), key, servertest.Header{"X-Api-Version": "v3"})
	again := r.Call(http.MethodPost, "/api/purchase/bundle", body, servertest.Bearer(token), key, servertest.Header{"X-Api-Version": "v3"})
	require.Equal(t, servertest.Decoded[gen.StartPurchaseAnswer](t, first).Data.Id, servertest.Decoded[gen.StartPurchaseAnswer](t, again).Data.Id)
	require.Equal(t, contract.Halalas(7000), r.BalanceOf(servertest.MainLine))
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/purchase/bundle", body, servertest.Bearer(token), servertest.FreshKey(), servertest.Header{"X-Api-Version": "v2"}), contract.FailVersion)
}

// The permission of the menu entry also gates the purchase.
func TestBuyBundles_NoPermission_IsRefused(t *testing.T) {
	r := servertest.WithBundles(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	without := r.SubAccount(user, "0570000007", "prepaid", []string{"roaming"})
	with := r.SubAccount(user, "0570000008", "prepaid", []string{"bundles"})
	token, body := r.SignIn(servertest.MainLine), `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"balance"}}`
	for account, want := range map[string]contract.Code{without: contract.FailForbidden, with: contract.FailBalanceShort} {
		got := r.Call(http.MethodPost, "/api/purchase/bundle", body, servertest.Bearer(token), servertest.OnAccount(account), servertest.FreshKey(), servertest.Header{"X-Api-Version": "v3"})
		servertest.RequireRefused(t, got, want)
	}
}

func TestBundleStart_Booked_CanBeMoved(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	token := r.SignIn(servertest.MainLine)
	got := r.MustBuyBundles(token, servertest.LaterBundleBody(servertest.DayAhead(5)))
	require.Equal(t, gen.PurchaseStatusScheduled, got.Status)
	require.Equal(t, servertest.DayAhead(5), got.EffectiveAt.In(calendar.Riyadh).Format(time.DateOnly))
	require.Equal(t, contract.Halalas(7000), r.BalanceOf(servertest.MainLine))
	path := "/api/purchases/" + got.Id + "/activation"
	move := func(day string) servertest.Answer {
		return r.Call(http.MethodPut, path, `{"effectiveDate":"`+day+`"}`, servertest.Bearer(token), servertest.FreshKey())
	}
	for _, day := range []string{servertest.DayAhead(0), servertest.DayAhead(-1), servertest.DayAhead(91), "2027-02-30"} {
		servertest.RequireRefused(t, move(day), contract.FailEffectiveDate)
	}
	servertest.RequireRefused(t, move("tomorrow"), contract.FailValidation)
	moved := servertest.Decoded[gen.GetPurchaseAnswer](t, move(servertest.DayAhead(9))).Data
	require.Equal(t, servertest.DayAhead(9), moved.EffectiveAt.In(calendar.Riyadh).Format(time.DateOnly))
	off := r.Call(http.MethodDelete, path, "", servertest.Bearer(token), servertest.FreshKey())
	require.Equal(t, gen.PurchaseStatusRefunding, servertest.Decoded[gen.GetPurchaseAnswer](t, off).Data.Status)
	servertest.RequireRefused(t, move(servertest.DayAhead(9)), contract.FailActivationBegun)
	servertest.RequireRefused(t, r.Call(http.MethodDelete, path, "", servertest.Bearer(token), servertest.FreshKey()), contract.FailActivationBegun)
}

func TestBundleStart_OtherOrStarted_IsRefused(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	token, stranger := r.SignIn(servertest.MainLine), r.SignIn(servertest.OtherLine)
	waits := r.MustBuyBundles(token, servertest.LaterBundleBody(servertest.DayAhead(5)))
	servertest.RequireRefused(t, r.Call(http.MethodDelete, "/api/purchases/"+waits.Id+"/activation", "", servertest.Bearer(stranger), servertest.FreshKey()), contract.FailPurchaseUnknown)
	there := r.MustBuyBundles(token, `{"bundles":[{"id":"net-saver-1"}],"pay":{"way":"balance"}}`)
	servertest.RequireRefused(t, r.Call(http.MethodDelete, "/api/purchases/"+there.Id+"/activation", "", servertest.Bearer(token), servertest.FreshKey()), contract.FailActivationBegun)
}

func TestBundleStart_ImpossibleDay_IsRefused(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	token := r.SignIn(servertest.MainLine)
	for options, want := range map[string]contract.Code{
		`{"activateLater":true}`:                                                                     contract.FailValidation,
		`{"effectiveDate":"` + servertest.DayAhead(3) + `"}`:                                         contract.FailValidation,
		`{"activateLater":false,"effectiveDate":"` + servertest.DayAhead(3) + `"}`:                   contract.FailValidation,
		`{"activateLater":true,"effectiveDate":"` + servertest.DayAhead(0) + `"}`:                    contract.FailEffectiveDate,
		`{"activateLater":true,"effectiveDate":"` + servertest.DayAhead(-30) + `"}`:                  contract.FailEffectiveDate,
		`{"activateLater":true,"effectiveDate":"` + servertest.DayAhead(bundle.LongestWait+1) + `"}`: contract.FailEffectiveDate,
		`{"activateLater":true,"effectiveDate":"` + servertest.DayAhead(3) + `T10:00:00Z"}`:          contract.FailValidation,
	} {
		servertest.RequireRefused(t, r.BuyBundles(token, `{"bundles":[{"id":"net-saver-5"}],"options":`+options+`,"pay":{"way":"balance"}}`), want)
	}
	require.Equal(t, contract.Halalas(10_000), r.BalanceOf(servertest.MainLine))
}
