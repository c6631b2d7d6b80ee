package purchases_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestWalletCode_Payer_NeedsNoSignIn(t *testing.T) {
	r := servertest.New(t)
	r.Customer("0570000001", "prepaid")
	token := r.SignIn("0570000001")
	r.Purchases.Bank = contract.PaymentChallenge
	bought := r.MustBuy(token, `{"kind":"recharge","amount":2000,"pay":{"way":"stc-pay","stcPayMobile":"0551234567"},"total":2300}`)
	enter := func(paymentID, code string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/payments/"+paymentID+"/wallet-code", fmt.Sprintf(`{"code":%q}`, code), servertest.FreshKey())
	}
	got := enter(bought.Payment.Id, "١٢٣٤٥٦")
	require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.Body))
	require.Equal(t, []string{contract.PurchaseWorkflowID(bought.Number) + " " + bought.Payment.Id + " 123456"}, r.Purchases.Codes)

	r.Purchases.CodeRefusal = contract.Refuse(contract.FailWalletCodeWrong)
	servertest.RequireRefused(t, enter(bought.Payment.Id, "123456"), contract.FailWalletCodeWrong)
	servertest.RequireRefused(t, enter(uuid.NewString(), "123456"), contract.FailWalletCodeNotAsked)
	servertest.RequireRefused(t, enter(bought.Payment.Id, "12"), contract.FailValidation)
	require.Len(t, r.Purchases.Codes, 2)
}

func TestWalletCode_Guesses_AreLimited(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Customer("0570000001", "prepaid")
	token := r.SignIn("0570000001")
	r.Purchases.Bank = contract.PaymentChallenge
	bought := r.MustBuy(token, `{"kind":"recharge","amount":2000,"pay":{"way":"stc-pay","stcPayMobile":"0551234567"},"total":2300}`)
	enter := func(paymentID, from string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/payments/"+paymentID+"/wallet-code", `{"code":"111111"}`, servertest.FreshKey(), servertest.Header{"X-Forwarded-For": from})
	}
	r.Purchases.CodeRefusal = contract.Refuse(contract.FailWalletCodeWrong)
	for n := range 12 { // of one payment, from many addresses
		want := contract.FailWalletCodeWrong
		if n >= 10 {
			want = contract.FailRateLimited
		}
		servertest.RequireRefused(t, enter(bought.Payment.Id, fmt.Sprintf("203.0.113.%d", n)), want)
	}
	require.Len(t, r.Purchases.Codes, 10, "no further code reaches the wallet")
	for n := range 202 { // of many payments, from one address
		want := contract.FailWalletCodeNotAsked
		if n >= 200 {
			want = contract.FailRateLimited
		}
		servertest.RequireRefused(t, enter(uuid.NewString(), "198.51.100.7"), want)
	}
}
