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
