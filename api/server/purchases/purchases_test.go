package purchases_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
	"selfcare/internal/flow"
)

func TestRecharge_Card_CostsVAT(t *testing.T) {
	r := servertest.New(t)
	her := r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	got := r.MustBuy(token, servertest.Recharge50)
	require.Equal(t, gen.PurchaseStatusCompleted, got.Status)
	require.Equal(t, []int64{5000, 5750, 750}, []int64{got.Amount, got.Total, got.Vat})
	require.EqualValues(t, 5000, *got.Balance)
	require.Equal(t, servertest.MainLine, got.Msisdn)
	require.Regexp(t, typed.PurchaseNumber.Pattern(), got.Number)
	require.Equal(t, "https://selfcare.example/en/purchase/"+got.Id, r.Purchases.PaidWith[0].ReturnURL)
	require.Equal(t, her.ID, r.Purchases.Started[0].Purchase.UserID)

	shown := r.Call(http.MethodGet, "/api/purchases/"+got.Id, "", servertest.Bearer(token))
	require.Equal(t, got.Number, servertest.Decoded[struct{ Data gen.Purchase }](t, shown).Data.Number)
	r.Customer("0570000002", "prepaid")
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/purchases/"+got.Id, "", servertest.Bearer(r.SignIn("0570000002"))), contract.FailPurchaseUnknown)
}

func TestPurchase_SameKey_IsTheSamePurchase(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token, key := r.SignIn(servertest.MainLine), servertest.WithKey(uuid.NewString())
	first, again := r.MustBuy(token, servertest.Recharge50, key), r.MustBuy(token, servertest.Recharge50, key)
	require.Equal(t, first.Id, again.Id)
	require.Len(t, r.Purchases.Started, 1)
}

func TestPurchase_BankAnswer_IsItsStatus(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	for bank, want := range map[contract.PaymentStatus]gen.PurchaseStatus{
		contract.PaymentChallenge: gen.PurchaseStatusChallenge, contract.PaymentPending: gen.PurchaseStatusChecking,
		contract.PaymentDeclined: gen.PurchaseStatusFailed, contract.PaymentAbandoned: gen.PurchaseStatusFailed,
	} {
		r.Purchases.Bank = bank
		got := r.MustBuy(token, servertest.Recharge50)
		require.Equal(t, want, got.Status, bank)
		require.Equal(t, bank == contract.PaymentChallenge, got.Payment.ChallengeUrl != nil, bank)
		require.Equal(t, want == gen.PurchaseStatusFailed, got.Failure != nil, bank)
	}
	usage, err := r.Store.Lines.Usage(t.Context(), r.LineID(servertest.MainLine))
	require.NoError(t, err)
	require.Zero(t, usage.Balance)
}

func TestPurchase_Unfit_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "postpaid")
	r.Pack("data-1", 1000)
	token, postpaid := r.SignIn(servertest.MainLine), r.SignIn("0570000002")
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
		"a withdrawn pack":       {token, `{"kind":"data-recharge","dataPackId":"data-9","pay":{"way":"balance"}}`, contract.FailDataPackUnknown},
		"more than the balance":  {token, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`, contract.FailBalanceShort},
		"no balance to pay from": {postpaid, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`, contract.FailPurchaseWay},
		"a postpaid line":        {postpaid, `{"kind":"recharge","amount":5000,` + card + `}`, contract.FailRechargePostpaid},
		"oneself":                {token, `{"kind":"recharge","amount":5000,"friend":"` + servertest.MainLine + `",` + card + `}`, contract.FailFriendSelf},
		"another operator's":     {token, `{"kind":"recharge","amount":5000,"friend":"0551234567",` + card + `}`, contract.FailFriendForeign},
		"a postpaid friend":      {token, `{"kind":"recharge","amount":5000,"friend":"0570000002",` + card + `}`, contract.FailFriendPostpaid},
		"13 characters":          {token, servertest.VoucherBody("VCHR20SAR0001"), contract.FailVoucherFormat},
		"an unknown voucher":     {token, servertest.VoucherBody("AAAAAAAAAAAAAA"), contract.FailVoucherUnknown},
	} {
		t.Run(name, func(t *testing.T) { servertest.RequireRefused(t, r.Buy(tt.token, tt.body), tt.want) })
	}
	require.Empty(t, r.Purchases.Started)
}

func TestVoucher_UsedOrExpired_Refused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	r.Voucher(servertest.GoodCode, 2000, time.Now().Add(time.Hour))
	r.Voucher("VCHROLD0000001", 2000, time.Now().Add(-time.Hour))
	servertest.RequireRefused(t, r.Buy(token, servertest.VoucherBody("VCHROLD0000001")), contract.FailVoucherExpired)
	got := r.MustBuy(token, servertest.VoucherBody("vchr 20sa-r000 01"))
	require.EqualValues(t, 2000, got.Amount)
	require.Zero(t, got.Total)
	require.EqualValues(t, 2000, *got.Balance)
	servertest.RequireRefused(t, r.Buy(token, servertest.VoucherBody(servertest.GoodCode)), contract.FailVoucherUsed)
}

func TestVoucher_Guesses_AreLimited(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	for n := range 12 {
		code := fmt.Sprintf("GOOD%010d", n)
		r.Voucher(code, 2000, time.Now().Add(time.Hour))
		r.MustBuy(token, servertest.VoucherBody(code))
	}
	for n := range 10 {
		servertest.RequireRefused(t, r.Buy(token, servertest.VoucherBody(fmt.Sprintf("GUESS%09d", n))), contract.FailVoucherUnknown)
	}
	servertest.RequireRefused(t, r.Buy(token, servertest.VoucherBody("GUESS999999999")), contract.FailVoucherTries)
}

func TestRecharge_Friend_IsMasked(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	token := r.SignIn(servertest.MainLine)
	checked := r.Call(http.MethodPost, "/api/recharge/friend", `{"msisdn":"966570000002"}`, servertest.Bearer(token))
	require.Equal(t, http.StatusNoContent, checked.StatusCode, string(checked.Body))
	got := r.MustBuy(token, strings.Replace(servertest.Recharge50, `"amount"`, `"friend":"0570000002","amount"`, 1))
	require.True(t, got.ForFriend)
	require.Equal(t, "057•••0002", got.Msisdn)
	require.Nil(t, got.Balance, "the buyer must not see the friend's balance")
	usage, err := r.Store.Lines.Usage(t.Context(), r.LineID("0570000002"))
	require.NoError(t, err)
	require.EqualValues(t, 5000, usage.Balance)
	for range 38 {
		r.Call(http.MethodPost, "/api/recharge/friend", `{"msisdn":"0570000002"}`, servertest.Bearer(token))
	}
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/recharge/friend", `{"msisdn":"0570000002"}`, servertest.Bearer(token)), contract.FailFriendTries)
}

func TestDataPack_Bought_IsItsOwnBucket(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 3000)
	r.Pack("data-1", 1000)
	token := r.SignIn(servertest.MainLine)
	got := r.MustBuy(token, `{"kind":"data-recharge","dataPackId":"data-1","total":1000,"pay":{"way":"balance"}}`)
	require.EqualValues(t, 2000, *got.Balance)
	require.EqualValues(t, 1024, got.Data.Megabytes)
	require.WithinDuration(t, time.Now().AddDate(0, 0, 7), *got.Data.ValidUntil, time.Minute)
	usage, err := r.Store.Lines.Usage(t.Context(), r.LineID(servertest.MainLine))
	require.NoError(t, err)
	require.Len(t, usage.Allowances, 1)
	require.EqualValues(t, 1024, *usage.Allowances[0].Total)
}

func TestPurchase_PaymentReport_SignalsIt(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Purchases.Bank = contract.PaymentChallenge
	got := r.MustBuy(r.SignIn(servertest.MainLine), servertest.Recharge50)
	paymentID := r.Purchases.Started[0].Purchase.Payment.ID
	body := servertest.CallBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`","status":"paid"}`)
	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode)
	told := r.Flow.SentSignals()
	require.Equal(t, contract.PurchaseWorkflowID(got.Number), told[0].WorkflowID)

	r.Flow.SignalErr = fmt.Errorf("payment-reported: %w", flow.ErrOver)
	body = servertest.CallBack("evt_payment_2", "payment.updated", `{"reference":"`+paymentID+`","status":"paid"}`)
	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode)
	require.Equal(t, []contract.LatePaymentInput{{PurchaseID: got.Id, PurchaseNumber: got.Number, PaymentID: paymentID}}, r.Refunds.Late)
}
