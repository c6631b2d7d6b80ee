package contracttest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/payment"
)

func walletCharge(paymentID string) payment.Charge {
	return payment.Charge{PaymentID: paymentID, Wallet: "0551234567", Keep: true, Amount: 17250, ReturnURL: "http://localhost/return"}
}

// typeCode submits the wallet's page as the customer. The page's address is the public one; a test reaches it at the stand's
// own.
func (s stand) typeCode(t *testing.T, challengeURL, code string) {
	t.Helper()
	page, err := url.Parse(challengeURL)
	require.NoError(t, err)
	form := url.Values{"action": {"approve"}, "code": {code}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+page.Path, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	customer := &http.Client{
		Timeout:       5 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	res, err := customer.Do(req)
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	require.Equal(t, http.StatusSeeOther, res.StatusCode)
}

func TestPayment_WalletCode_Decides(t *testing.T) {
	of := func(status contract.PaymentStatus, declineCode string) payment.Result {
		return payment.Result{Status: status, Brand: "STCPAY", Last4: "4567", DeclineCode: declineCode}
	}
	tests := map[string]payment.Result{
		"123456": of(contract.PaymentPaid, ""),
		"111111": of(contract.PaymentDeclined, "insufficient_funds"),
		"222222": of(contract.PaymentDeclined, "limit_exceeded"),
		"333333": of(contract.PaymentDeclined, "limit_exceeded"),
		"444444": of(contract.PaymentPending, ""),
	}
	for code, want := range tests {
		t.Run(code, func(t *testing.T) {
			s := newStand(t)
			adapter := newPayment(t, s)
			asked, err := adapter.Charge(t.Context(), walletCharge("pay-1"))
			require.NoError(t, err)
			require.Equal(t, contract.PaymentChallenge, asked.Status)
			s.typeCode(t, asked.ChallengeURL, code)
			for range 2 { // inquired, and charged with the same key
				got, err := adapter.Inquire(t.Context(), "pay-1")
				require.NoError(t, err)
				require.Equal(t, want, got, "nothing is kept of a wallet")
				again, err := adapter.Charge(t.Context(), walletCharge("pay-1"))
				require.NoError(t, err)
				require.Equal(t, want, again)
			}
			require.True(t, want.DeclineCode == "" || payment.Declines(want.DeclineCode))
		})
	}
}

func TestPayment_Wallet_IsRefunded(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	asked, err := adapter.Charge(t.Context(), walletCharge("pay-1"))
	require.NoError(t, err)
	require.ErrorIs(t, adapter.Refund(t.Context(), "pay-1", 17250), gateway.ErrFinal, "nothing is paid yet")
	s.typeCode(t, asked.ChallengeURL, "123456")
	for range 2 {
		require.NoError(t, adapter.Refund(t.Context(), "pay-1", 17250))
	}
	got, err := adapter.Inquire(t.Context(), "pay-1")
	require.NoError(t, err)
	require.Equal(t, contract.PaymentRefunded, got.Status)
}

func TestPayment_NoWallet_IsASettledDecline(t *testing.T) {
	adapter := newPayment(t, newStand(t))
	charge := walletCharge("pay-1")
	charge.Wallet = "831234567890"
	_, err := adapter.Charge(t.Context(), charge)
	requireRefusal(t, "mobile_invalid", err)
	require.True(t, payment.Declines("mobile_invalid"))
	_, err = adapter.Inquire(t.Context(), "pay-1")
	require.ErrorIs(t, err, gateway.ErrNotFound)
}

func (s stand) applePayToken(t *testing.T) string {
	t.Helper()
	var made struct{ Token string }
	s.post(t, "/payment/tokens", s.keys.PaymentPublishable, map[string]any{"wallet": "apple-pay"}, &made)
	return made.Token
}

func TestPayment_ApplePay_PaysAndIsNotKept(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	charge := chargeOf("pay-1", s.applePayToken(t))
	charge.Keep = true
	got, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	require.Equal(t, payment.Result{Status: contract.PaymentPaid, Brand: "MADA", Last4: "0015"}, got)

	declined := chargeOf("pay-2", s.applePayToken(t))
	declined.Amount = 3105
	got, err = adapter.Charge(t.Context(), declined)
	require.NoError(t, err)
	require.Equal(t, payment.Result{Status: contract.PaymentDeclined, Brand: "MADA", Last4: "0015", DeclineCode: "do_not_honor"}, got)
}
