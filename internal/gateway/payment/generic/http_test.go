package generic_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/payment/generic"
)

const paymentID = "0198c0de-0000-7000-8000-000000000001"

func adapterTo(t *testing.T, url string) *generic.Provider {
	t.Helper()
	adapter, err := generic.New(generic.Config{URL: url, SecretKey: "sk"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func charge() payment.Charge {
	return payment.Charge{PaymentID: paymentID, CardToken: "tok_1", Amount: 17250, ReturnURL: "http://localhost/return"}
}

// chargeJSON is an answer about our charge with some more fields.
func chargeJSON(more string) string {
	return `{"id":"ch_1","reference":"` + paymentID + `","amount":17250,"brand":"MADA","last4":"0001",` + more + `}`
}

func TestCharge_Format_IsTheProviders(t *testing.T) {
	provider := gatewaytest.Start(t, 200, chargeJSON(`"status":"challenge","challengeUrl":"http://pay/3ds"`))
	got, err := adapterTo(t, provider.URL+"/payment").Charge(t.Context(), charge())
	require.NoError(t, err)
	require.Equal(t, payment.Result{Status: contract.PaymentChallenge, Brand: "MADA", Last4: "0001", ChallengeURL: "http://pay/3ds"}, got)

	sent := provider.Latest()
	require.Equal(t, "POST /payment/charges", sent.Line)
	require.Equal(t, "Bearer sk", sent.Header.Get("Authorization"))
	require.Equal(t, paymentID, sent.Header.Get("Idempotency-Key"))
	require.JSONEq(t, `{"reference":"`+paymentID+`","token":"tok_1","amount":17250,"currency":"SAR","returnUrl":"http://localhost/return"}`, sent.Body)
}

func TestCharge_Wallet_ReplacesCard(t *testing.T) {
	provider := gatewaytest.Start(t, 200, `{"reference":"`+paymentID+`","amount":17250,"brand":"STCPAY","last4":"4567","wallet":"stc-pay",`+
		`"status":"challenge","challengeUrl":"http://pay/wallet"}`)
	got, err := adapterTo(t, provider.URL).Charge(t.Context(), payment.Charge{
		PaymentID: paymentID, Wallet: "0551234567", Amount: 17250, ReturnURL: "http://localhost/return",
	})
	require.NoError(t, err)
	require.Equal(t, payment.Result{Status: contract.PaymentChallenge, Brand: "STCPAY", Last4: "4567", ChallengeURL: "http://pay/wallet"}, got)
	require.JSONEq(t, `{"reference":"`+paymentID+`","stcpay":{"mobile":"0551234567"},"amount":17250,"currency":"SAR","returnUrl":"http://localhost/return"}`,
		provider.Latest().Body)
}

func TestEnterCode_Generic_HasItsOwnPage(t *testing.T) {
	provider := gatewaytest.Start(t, 200, `{}`)
	var refusal *gateway.Refusal
	require.ErrorAs(t, adapterTo(t, provider.URL).EnterCode(t.Context(), paymentID, "123456"), &refusal)
	require.Equal(t, payment.CodeNotAsked, refusal.Code)
	require.Empty(t, provider.Latest().Line)
}

func TestDeclines_NoWallet_TookNoMoney(t *testing.T) {
	require.True(t, payment.Declines("mobile_invalid"))
	require.False(t, payment.Declines("mobile_busy"))
}

func TestCharge_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		want    payment.Result
		wantErr error
	}{
		"paid":           {200, chargeJSON(`"status":"paid"`), payment.Result{Status: contract.PaymentPaid, Brand: "MADA", Last4: "0001"}, nil},
		"declined":       {200, chargeJSON(`"status":"declined","declineCode":"lost_card"`), payment.Result{Status: contract.PaymentDeclined, Brand: "MADA", Last4: "0001", DeclineCode: "lost_card"}, nil},
		"used token":     {409, `{"code":"token_used","message":"…"}`, payment.Result{}, gateway.ErrFinal},
		"other payment":  {200, `{"reference":"someone","amount":17250,"status":"paid"}`, payment.Result{}, gateway.ErrUnknown},
		"other amount":   {200, `{"reference":"` + paymentID + `","amount":1,"status":"paid"}`, payment.Result{}, gateway.ErrUnknown},
		"unknown status": {200, chargeJSON(`"status":"wobbling"`), payment.Result{}, gateway.ErrUnknown},
		"lost challenge": {200, chargeJSON(`"status":"challenge"`), payment.Result{}, gateway.ErrUnknown},
		"broken JSON":    {200, chargeJSON(`"status":`), payment.Result{}, gateway.ErrUnknown},
		"server error":   {500, ``, payment.Result{}, gateway.ErrUnknown},
		"out of service": {503, ``, payment.Result{}, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Charge(t.Context(), charge())
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestCharge_TimeoutAfterPaid_FoundByInquiry(t *testing.T) {
	provider := gatewaytest.Start(t, 404, `{"code":"not_found"}`)
	hurried, timeIsOver := context.WithCancel(t.Context())
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_, _ = io.Copy(io.Discard, r.Body)
			provider.Answer(200, chargeJSON(`"status":"paid"`)) // the money is taken …
			timeIsOver()
			<-r.Context().Done() // … and the caller hangs up before the answer
			return
		}
		provider.ServeHTTP(w, r)
	}))
	defer slow.Close()
	adapter := adapterTo(t, slow.URL)

	_, err := adapter.Inquire(t.Context(), paymentID)
	require.ErrorIs(t, err, gateway.ErrNotFound)
	_, err = adapter.Charge(hurried, charge())
	require.ErrorIs(t, err, gateway.ErrUnknown)
	got, err := adapter.Inquire(t.Context(), paymentID)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentPaid, got.Status)
	require.Equal(t, "GET /charges/"+paymentID, provider.Latest().Line)
}

func TestInquire_NeverSeen_OnlyByProvidersCode(t *testing.T) {
	tests := map[string]struct {
		answer  string
		wantErr error
	}{
		"the provider knows no such charge":      {`{"code":"not_found"}`, gateway.ErrNotFound},
		"something in between knows no such way": {`{"code":"no_route"}`, gateway.ErrRetry},
		"no code":                                {`<html>`, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := adapterTo(t, gatewaytest.Start(t, 404, tt.answer).URL).Inquire(t.Context(), paymentID)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, errors.Is(tt.wantErr, gateway.ErrNotFound), errors.Is(err, gateway.ErrNotFound))
		})
	}
}

func TestRefund_Key_IsItsOwn(t *testing.T) {
	provider := gatewaytest.Start(t, 200, chargeJSON(`"status":"refunded"`))
	adapter := adapterTo(t, provider.URL)
	require.NoError(t, adapter.Refund(t.Context(), paymentID, 17250))
	require.NoError(t, adapter.Refund(t.Context(), paymentID, 17250))
	sent := provider.Latest()
	require.Equal(t, "POST /charges/"+paymentID+"/refund", sent.Line)
	require.Equal(t, "refund-"+paymentID, sent.Header.Get("Idempotency-Key"))
	require.JSONEq(t, `{"amount":17250}`, sent.Body)

	provider.Answer(200, chargeJSON(`"status":"paid"`))
	require.ErrorIs(t, adapter.Refund(t.Context(), paymentID, 17250), gateway.ErrUnknown)
	provider.Answer(200, chargeJSON(`"status":"paid","refunded":15000`))
	require.NoError(t, adapter.Refund(t.Context(), paymentID, 15000), "a part of the amount")
}

func TestRefund_Refused_KeepsCode(t *testing.T) {
	err := adapterTo(t, gatewaytest.Start(t, 409, `{"code":"not_paid"}`).URL).Refund(t.Context(), paymentID, 17250)
	var refusal *gateway.Refusal
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, gateway.Refusal{System: "payment", Code: "not_paid"}, *refusal)
}

func TestReadSettlement_OtherFile_IsBroken(t *testing.T) {
	provider := gatewaytest.Start(t, 200, "merchant_reference,…\nTRAILER\n")
	batch, err := adapterTo(t, provider.URL+"/payment").ReadSettlement(t.Context(), "2026-11-25")
	require.NoError(t, err)
	require.Equal(t, []any{"2026-11-25", "heading", sha256.Size}, []any{batch.ID, batch.Broken, len(batch.SHA256)})
	sent := provider.Latest()
	require.Equal(t, "GET /payment/settlements/2026-11-25", sent.Line)
	require.Equal(t, "Bearer sk", sent.Header.Get("Authorization"))
	require.Equal(t, "text/csv, application/json", sent.Header.Get("Accept"))
}

func TestReadSettlement_Answers_AreSorted(t *testing.T) {
	for name, tt := range map[string]struct {
		status  int
		answer  string
		wantErr error
	}{
		"not written yet": {404, `{"code":"no_file"}`, gateway.ErrRetry},
		"out of service":  {503, ``, gateway.ErrRetry},
		"not ours":        {403, `{"code":"forbidden"}`, gateway.ErrFinal},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).ReadSettlement(t.Context(), "2026-11-25")
			require.ErrorIs(t, err, tt.wantErr)
		})
	}
}
