package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

const (
	recharge50 = `{"kind":"recharge","amount":5000,"total":5750,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`
	goodCode   = "VCHR20SAR00001"
)

func voucherBody(code string) string {
	return fmt.Sprintf(`{"kind":"voucher","voucher":%q,"pay":{"way":"voucher"}}`, code)
}

func TestARechargeByCardCostsItsVATAndTheNewBalanceIsThereAtOnce(t *testing.T) {
	r := newRig(t)
	her := r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	got := r.buys(token, recharge50)
	require.Equal(t, gen.PurchaseStatusCompleted, got.Status)
	require.Equal(t, []int64{5000, 5750, 750}, []int64{got.Amount, got.Total, got.Vat})
	require.EqualValues(t, 5000, *got.Balance)
	require.Equal(t, mainLine, got.Msisdn)
	require.Regexp(t, `^PU\d{8}$`, got.Number)
	require.Equal(t, "https://selfcare.example/en/purchase/"+got.Id, r.purchases.paidWith[0].ReturnURL)
	require.Equal(t, her.ID, r.purchases.started[0].Purchase.UserID)

	shown := r.call(http.MethodGet, "/api/purchases/"+got.Id, "", bearer(token))
	require.Equal(t, got.Number, decoded[struct{ Data gen.Purchase }](t, shown).Data.Number)
	r.customer("0570000002", "prepaid")
	requireRefused(t, r.call(http.MethodGet, "/api/purchases/"+got.Id, "", bearer(r.signIn("0570000002"))), contract.FailPurchaseUnknown)
}

func TestARepeatedPurchaseIsTheSamePurchase(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token, key := r.signIn(mainLine), withKey(uuid.NewString())
	first, again := r.buys(token, recharge50, key), r.buys(token, recharge50, key)
	require.Equal(t, first.Id, again.Id)
	require.Len(t, r.purchases.started, 1)
}

func TestWhatTheBankAnswersIsShown(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	for bank, want := range map[contract.PaymentStatus]gen.PurchaseStatus{
		contract.PaymentChallenge: gen.PurchaseStatusChallenge, contract.PaymentPending: gen.PurchaseStatusChecking,
		contract.PaymentDeclined: gen.PurchaseStatusFailed, contract.PaymentAbandoned: gen.PurchaseStatusFailed,
	} {
		r.purchases.bank = bank
		got := r.buys(token, recharge50)
		require.Equal(t, want, got.Status, bank)
		require.Equal(t, bank == contract.PaymentChallenge, got.Payment.ChallengeUrl != nil, bank)
		require.Equal(t, want == gen.PurchaseStatusFailed, got.Failure != nil, bank)
	}
	usage, err := r.store.Lines.Usage(t.Context(), r.lineID(mainLine))
	require.NoError(t, err)
	require.Zero(t, usage.Balance)
}

func TestWhatCannotBeBoughtIsRefused(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "postpaid")
	r.pack("data-1", 1000)
	token, postpaid := r.signIn(mainLine), r.signIn("0570000002")
	card := `"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}`
	for name, tt := range map[string]struct {
		token, body string
		want        contract.Code
	}{
		"too small":              {token, `{"kind":"recharge","amount":999,` + card + `}`, contract.FailRechargeAmount},
		"too large":              {token, `{"kind":"recharge","amount":99900100,` + card + `}`, contract.FailRechargeAmount},
		"parts of a riyal":       {token, `{"kind":"recharge","amount":5050,` + card + `}`, contract.FailRechargeAmount},
		"nothing":                {token, `{"kind":"recharge","amount":0,` + card + `}`, contract.FailValidation},
		"less than nothing":      {token, `{"kind":"recharge","amount":-5000,` + card + `}`, contract.FailValidation},
		"three decimals":         {token, `{"kind":"recharge","amount":50.001,` + card + `}`, contract.FailValidation},
		"another price":          {token, `{"kind":"recharge","amount":5000,"total":5000,` + card + `}`, contract.FailPriceChanged},
		"no amount":              {token, `{"kind":"recharge",` + card + `}`, contract.FailRechargeAmount},
		"from the balance":       {token, `{"kind":"recharge","amount":5000,"pay":{"way":"balance"}}`, contract.FailPurchaseWay},
		"without a card":         {token, `{"kind":"recharge","amount":5000,"pay":{"way":"card"}}`, contract.FailValidation},
		"a stranger's card":      {token, `{"kind":"recharge","amount":5000,"pay":{"way":"saved-card","cardId":"` + uuid.NewString() + `"}}`, contract.FailCardUnknown},
		"no wallet":              {token, `{"kind":"recharge","amount":5000,"pay":{"way":"stc-pay","stcPayMobile":"123456789"}}`, contract.FailValidation},
		"a pack that is gone":    {token, `{"kind":"data-recharge","dataPackId":"data-9","pay":{"way":"balance"}}`, contract.FailDataPackUnknown},
		"more than the balance":  {token, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`, contract.FailBalanceShort},
		"no balance to pay from": {postpaid, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`, contract.FailPurchaseWay},
		"a postpaid line":        {postpaid, `{"kind":"recharge","amount":5000,` + card + `}`, contract.FailRechargePostpaid},
		"oneself":                {token, `{"kind":"recharge","amount":5000,"friend":"` + mainLine + `",` + card + `}`, contract.FailFriendSelf},
		"another operator's":     {token, `{"kind":"recharge","amount":5000,"friend":"0551234567",` + card + `}`, contract.FailFriendForeign},
		"a postpaid friend":      {token, `{"kind":"recharge","amount":5000,"friend":"0570000002",` + card + `}`, contract.FailFriendPostpaid},
		"13 characters":          {token, voucherBody("VCHR20SAR0001"), contract.FailVoucherFormat},
		"a voucher nobody made":  {token, voucherBody("AAAAAAAAAAAAAA"), contract.FailVoucherUnknown},
	} {
		t.Run(name, func(t *testing.T) { requireRefused(t, r.buy(tt.token, tt.body), tt.want) })
	}
	require.Empty(t, r.purchases.started)
}

func TestAVoucherIsGoodOnceUntilItExpires(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	r.voucher(goodCode, 2000, time.Now().Add(time.Hour))
	r.voucher("VCHROLD0000001", 2000, time.Now().Add(-time.Hour))
	requireRefused(t, r.buy(token, voucherBody("VCHROLD0000001")), contract.FailVoucherExpired)
	got := r.buys(token, voucherBody("vchr 20sa-r000 01"))
	require.EqualValues(t, 2000, got.Amount)
	require.Zero(t, got.Total)
	require.EqualValues(t, 2000, *got.Balance)
	requireRefused(t, r.buy(token, voucherBody(goodCode)), contract.FailVoucherUsed)
}

func TestWhoGuessesVouchersIsStoppedAndWhoHasManyIsNot(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	for n := range 12 {
		code := fmt.Sprintf("GOOD%010d", n)
		r.voucher(code, 2000, time.Now().Add(time.Hour))
		r.buys(token, voucherBody(code))
	}
	for n := range 10 {
		requireRefused(t, r.buy(token, voucherBody(fmt.Sprintf("GUESS%09d", n))), contract.FailVoucherUnknown)
	}
	requireRefused(t, r.buy(token, voucherBody("GUESS999999999")), contract.FailVoucherTries)
}

func TestAFriendIsRechargedAndShownMasked(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	token := r.signIn(mainLine)
	checked := r.call(http.MethodPost, "/api/recharge/friend", `{"msisdn":"966570000002"}`, bearer(token))
	require.Equal(t, http.StatusOK, checked.StatusCode, string(checked.body))
	require.Contains(t, string(checked.body), "057•••0002")
	got := r.buys(token, strings.Replace(recharge50, `"amount"`, `"friend":"0570000002","amount"`, 1))
	require.True(t, got.ForFriend)
	require.Equal(t, "057•••0002", got.Msisdn)
	require.Nil(t, got.Balance, "whose balance it is, is not the buyer's to see")
	usage, err := r.store.Lines.Usage(t.Context(), r.lineID("0570000002"))
	require.NoError(t, err)
	require.EqualValues(t, 5000, usage.Balance)
	for range 38 {
		r.call(http.MethodPost, "/api/recharge/friend", `{"msisdn":"0570000002"}`, bearer(token))
	}
	requireRefused(t, r.call(http.MethodPost, "/api/recharge/friend", `{"msisdn":"0570000002"}`, bearer(token)), contract.FailFriendTries)
}

func TestDataIsBoughtFromTheBalanceAndIsABucketOfItsOwn(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.holds(mainLine, 3000)
	r.pack("data-1", 1000)
	token := r.signIn(mainLine)
	got := r.buys(token, `{"kind":"data-recharge","dataPackId":"data-1","total":1000,"pay":{"way":"balance"}}`)
	require.EqualValues(t, 2000, *got.Balance)
	require.EqualValues(t, 1024, got.Data.Megabytes)
	require.WithinDuration(t, time.Now().AddDate(0, 0, 7), *got.Data.ValidUntil, time.Minute)
	usage, err := r.store.Lines.Usage(t.Context(), r.lineID(mainLine))
	require.NoError(t, err)
	require.Len(t, usage.Allowances, 1)
	require.EqualValues(t, 1024, *usage.Allowances[0].Total)
}

func TestAReportOfItsPaymentGoesToThePurchase(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.purchases.bank = contract.PaymentChallenge
	got := r.buys(r.signIn(mainLine), recharge50)
	paymentID := r.purchases.started[0].Purchase.Payment.ID
	body := callBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`","status":"paid"}`)
	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode)
	told := r.flow.sentSignals()
	require.Equal(t, contract.PurchaseWorkflowID(got.Number), told[0].workflowID)

	r.flow.signalErr = fmt.Errorf("payment-reported: %w", flow.ErrOver)
	body = callBack("evt_payment_2", "payment.updated", `{"reference":"`+paymentID+`","status":"paid"}`)
	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode)
	require.Equal(t, []contract.LatePaymentInput{{PurchaseID: got.Id, PurchaseNumber: got.Number, PaymentID: paymentID}}, r.refunds.late)
}
