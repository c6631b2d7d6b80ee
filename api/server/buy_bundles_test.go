package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/calendar"
)

func TestBuyBundles_AreThereAtOnceAllOfThem(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.holds(mainLine, 10_000)
	token := r.signIn(mainLine)
	got := r.buysBundles(token, `{"bundles":[{"id":"net-saver-5"},{"id":"local-pass-100"}],"total":4500,"pay":{"way":"balance"}}`)
	require.Equal(t, []any{gen.PurchaseKindBundle, gen.PurchaseStatusCompleted, int64(4500), int64(0), int64(5500)}, []any{got.Kind, got.Status, got.Total, got.Vat, *got.Balance})
	require.Len(t, *got.Bundles, 2)
	first := (*got.Bundles)[0]
	require.Equal(t, []any{"Net Saver 5 GB", int64(3000), 30}, []any{first.Name, first.Price, first.ValidityDays})
	require.NotNil(t, first.ValidUntil)
	shown := decoded[gen.GetDashboardAnswer](t, r.call(http.MethodGet, "/api/dashboard", "", bearer(token))).Data
	left := map[string]int64{}
	for _, bucket := range shown.Consumption {
		left[bucket.Type] += *bucket.Total
	}
	require.Equal(t, map[string]int64{"data": 5120, "local_min": 100}, left, "on the dashboard at once")
	receipt := decoded[gen.Receipt](t, r.call(http.MethodGet, "/api/purchases/"+got.Id+"/receipt", "", bearer(token)))
	require.Equal(t, []any{gen.ReceiptLinesKeyBundle, "Net Saver 5 GB + Talk 100"}, []any{receipt.Lines[0].Key, *receipt.Lines[0].Detail})
}

func TestBuyBundles_RefuseWhatCannotBeHadAndTakeNothing(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.customer(otherLine, "postpaid")
	r.holds(mainLine, 10_000)
	token, billed := r.signIn(mainLine), r.signIn(otherLine)
	r.exec("UPDATE bundles SET ends_at = now() - interval '1 second' WHERE id = 'net-saver-1'")
	r.exec("UPDATE bundles SET stock = 0 WHERE id = 'latest-launch-50'")
	r.exec("UPDATE bundles SET plans = '{hawakom-170}' WHERE id = 'local-bundle-40'")
	for name, tt := range map[string]struct {
		token, body string
		want        contract.Code
		field       string
	}{
		"two of which one ended a second ago": {token, `{"bundles":[{"id":"net-saver-5"},{"id":"net-saver-1"}],"pay":{"way":"balance"}}`, contract.FailBundleUnknown, "bundles.1.id"},
		"one that there is not":               {token, `{"bundles":[{"id":"nobodys"}],"pay":{"way":"balance"}}`, contract.FailBundleUnknown, "bundles.0.id"},
		"one that is sold out":                {token, `{"bundles":[{"id":"latest-launch-50"}],"pay":{"way":"balance"}}`, contract.FailBundleSoldOut, "bundles.0.id"},
		"one for another plan":                {token, `{"bundles":[{"id":"local-bundle-40"}],"pay":{"way":"balance"}}`, contract.FailBundleNotForLine, "bundles.0.id"},
		"one for prepaid lines":               {billed, `{"bundles":[{"id":"latest-weekend-3"}],"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, contract.FailBundleNotForLine, "bundles.0.id"},
		"a gift that its line may not have":   {token, `{"bundles":[{"id":"latest-weekend-3"}],"gift":"` + otherLine + `","pay":{"way":"balance"}}`, contract.FailBundleNotForLine, "bundles.0.id"},
		"a gift to oneself":                   {token, `{"bundles":[{"id":"net-saver-5"}],"gift":"` + mainLine + `","pay":{"way":"balance"}}`, contract.FailFriendSelf, "gift"},
		"a gift to another operator":          {token, `{"bundles":[{"id":"net-saver-5"}],"gift":"0570009999","pay":{"way":"balance"}}`, contract.FailFriendForeign, "gift"},
		"the same twice of what is had once":  {token, `{"bundles":[{"id":"net-saver-100"},{"id":"net-saver-100"}],"pay":{"way":"balance"}}`, contract.FailBundleHeld, "bundles.1.id"},
		"a price that has changed":            {token, `{"bundles":[{"id":"net-saver-5"}],"total":2900,"pay":{"way":"balance"}}`, contract.FailPriceChanged, ""},
		"more than the balance has":           {token, `{"bundles":[{"id":"net-saver-100"}],"pay":{"way":"balance"}}`, contract.FailBalanceShort, ""},
		"a way that pays no bundle":           {token, `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"voucher"}}`, contract.FailPurchaseWay, "pay.way"},
		"a postpaid line from its balance":    {billed, `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"balance"}}`, contract.FailPurchaseWay, "pay.way"},
		"none":                                {token, `{"bundles":[],"pay":{"way":"balance"}}`, contract.FailValidation, ""},
		"an id with a path":                   {token, `{"bundles":[{"id":"../plans"}],"pay":{"way":"balance"}}`, contract.FailValidation, ""},
		"eleven":                              {token, `{"bundles":[` + strings.Repeat(`{"id":"net-saver-5"},`, 10) + `{"id":"net-saver-5"}],"pay":{"way":"balance"}}`, contract.FailValidation, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := r.buyBundles(tt.token, tt.body)
			requireRefused(t, got, tt.want)
			if tt.field != "" {
				require.Contains(t, string(got.body), `"`+tt.field+`"`)
			}
		})
	}
	require.Equal(t, contract.Halalas(10_000), r.balanceOf(mainLine))
}

func TestBuyBundles_AGiftIsShownWithItsNumberHidden(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.customer(otherLine, "postpaid")
	r.holds(mainLine, 10_000)
	token := r.signIn(mainLine)
	got := r.buysBundles(token, `{"bundles":[{"id":"net-saver-5"}],"gift":"`+otherLine+`","pay":{"way":"balance"}}`)
	require.Equal(t, []any{gen.PurchaseKindGift, gen.PurchaseStatusCompleted, true, "057•••0002"}, []any{got.Kind, got.Status, got.ForFriend, got.Msisdn})
	require.Equal(t, contract.Halalas(7000), r.balanceOf(mainLine))
}

// The same request again is the same purchase.
func TestBuyBundles_ARepeatedRequestBuysOnce(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.holds(mainLine, 10_000)
	token, key := r.signIn(mainLine), freshKey()
	body := `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"balance"}}`
	first := r.call(http.MethodPost, "/api/purchase/bundle", body, bearer(token), key, header{"X-Api-Version": "v3"})
	again := r.call(http.MethodPost, "/api/purchase/bundle", body, bearer(token), key, header{"X-Api-Version": "v3"})
	require.Equal(t, decoded[gen.StartPurchaseAnswer](t, first).Data.Id, decoded[gen.StartPurchaseAnswer](t, again).Data.Id)
	require.Equal(t, contract.Halalas(7000), r.balanceOf(mainLine))
	requireRefused(t, r.call(http.MethodPost, "/api/purchase/bundle", body, bearer(token), freshKey(), header{"X-Api-Version": "v2"}), contract.FailVersion)
}

// The key of the menu gates the purchase, too.
func TestBuyBundles_NeedThePermissionOfTheMenu(t *testing.T) {
	r := withBundles(t)
	user := r.customer(mainLine, "prepaid")
	without := r.subAccount(user, "0570000007", "prepaid", []string{"roaming"})
	with := r.subAccount(user, "0570000008", "prepaid", []string{"bundles"})
	token, body := r.signIn(mainLine), `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"balance"}}`
	for account, want := range map[string]contract.Code{without: contract.FailForbidden, with: contract.FailBalanceShort} {
		got := r.call(http.MethodPost, "/api/purchase/bundle", body, bearer(token), onAccount(account), freshKey(), header{"X-Api-Version": "v3"})
		requireRefused(t, got, want)
	}
}

// dayAhead is a day in Riyadh, some days after today.
func dayAhead(days int) string {
	return time.Now().In(calendar.Riyadh).AddDate(0, 0, days).Format(time.DateOnly)
}

func later(day string) string {
	return `{"bundles":[{"id":"net-saver-5"}],"options":{"activateLater":true,"effectiveDate":"` + day + `"},"pay":{"way":"balance"}}`
}

func TestActivation_IsPaidAtOnceMovedAndCalledOff(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.holds(mainLine, 10_000)
	token := r.signIn(mainLine)
	got := r.buysBundles(token, later(dayAhead(5)))
	require.Equal(t, gen.PurchaseStatusScheduled, got.Status)
	require.Equal(t, dayAhead(5), got.EffectiveAt.In(calendar.Riyadh).Format(time.DateOnly))
	require.Equal(t, contract.Halalas(7000), r.balanceOf(mainLine))
	path := "/api/purchases/" + got.Id + "/activation"
	move := func(day string) answer {
		return r.call(http.MethodPut, path, `{"effectiveDate":"`+day+`"}`, bearer(token), freshKey())
	}
	for _, day := range []string{dayAhead(0), dayAhead(-1), dayAhead(91), "2027-02-30"} {
		requireRefused(t, move(day), contract.FailEffectiveDate)
	}
	requireRefused(t, move("tomorrow"), contract.FailValidation)
	moved := decoded[gen.GetPurchaseAnswer](t, move(dayAhead(9))).Data
	require.Equal(t, dayAhead(9), moved.EffectiveAt.In(calendar.Riyadh).Format(time.DateOnly))
	off := r.call(http.MethodDelete, path, "", bearer(token), freshKey())
	require.Equal(t, gen.PurchaseStatusRefunding, decoded[gen.GetPurchaseAnswer](t, off).Data.Status)
	requireRefused(t, move(dayAhead(9)), contract.FailActivationBegun)
	requireRefused(t, r.call(http.MethodDelete, path, "", bearer(token), freshKey()), contract.FailActivationBegun)
}

func TestActivation_OfSomebodyElseOrOfWhatBeganAtOnceIsRefused(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.customer(otherLine, "prepaid")
	r.holds(mainLine, 10_000)
	token, stranger := r.signIn(mainLine), r.signIn(otherLine)
	waits := r.buysBundles(token, later(dayAhead(5)))
	requireRefused(t, r.call(http.MethodDelete, "/api/purchases/"+waits.Id+"/activation", "", bearer(stranger), freshKey()), contract.FailPurchaseUnknown)
	there := r.buysBundles(token, `{"bundles":[{"id":"net-saver-1"}],"pay":{"way":"balance"}}`)
	requireRefused(t, r.call(http.MethodDelete, "/api/purchases/"+there.Id+"/activation", "", bearer(token), freshKey()), contract.FailActivationBegun)
}

func TestActivation_NeedsBothAndADayThatCanBe(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.holds(mainLine, 10_000)
	token := r.signIn(mainLine)
	for options, want := range map[string]contract.Code{
		`{"activateLater":true}`:                                                          contract.FailValidation,
		`{"effectiveDate":"` + dayAhead(3) + `"}`:                                         contract.FailValidation,
		`{"activateLater":false,"effectiveDate":"` + dayAhead(3) + `"}`:                   contract.FailValidation,
		`{"activateLater":true,"effectiveDate":"` + dayAhead(0) + `"}`:                    contract.FailEffectiveDate,
		`{"activateLater":true,"effectiveDate":"` + dayAhead(-30) + `"}`:                  contract.FailEffectiveDate,
		`{"activateLater":true,"effectiveDate":"` + dayAhead(bundle.LongestWait+1) + `"}`: contract.FailEffectiveDate,
		`{"activateLater":true,"effectiveDate":"` + dayAhead(3) + `T10:00:00Z"}`:          contract.FailValidation,
	} {
		requireRefused(t, r.buyBundles(token, `{"bundles":[{"id":"net-saver-5"}],"options":`+options+`,"pay":{"way":"balance"}}`), want)
	}
	require.Equal(t, contract.Halalas(10_000), r.balanceOf(mainLine))
}
