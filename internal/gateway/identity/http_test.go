package identity_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/identity"
)

const idNumber = "1000000008"

var expiry = time.Date(2026, 11, 20, 12, 3, 0, 0, time.UTC)

func adapterTo(t *testing.T, url string) *identity.HTTP {
	t.Helper()
	adapter, err := identity.NewHTTP(identity.Config{URL: url, AppID: "id", AppKey: "key", Service: "NewLine"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func TestRequest_Format_IsTheApps(t *testing.T) {
	app := gatewaytest.Start(t, 201, `{"transId":"t-1","random":"08","expiresAt":"2026-11-20T12:03:00Z"}`)
	got, err := adapterTo(t, app.URL).Request(t.Context(), "req-1", idNumber, "ar")
	require.NoError(t, err)
	require.Equal(t, identity.Request{TransactionID: "t-1", Random: "08", ExpiresAt: expiry}, got)

	sent := app.Latest()
	require.Equal(t, "POST /api/v1/mfa/request?local=ar&requestId=req-1", sent.Line)
	require.Equal(t, "id key", sent.Header.Get("APP-ID")+" "+sent.Header.Get("APP-KEY"))
	require.JSONEq(t, `{"nationalId":"`+idNumber+`","service":"NewLine"}`, sent.Body)
}

func TestRequest_AlreadyOpen_FindsIt(t *testing.T) {
	app := gatewaytest.Start(t, 400, `{"code":"active_transaction","transId":"t-0","random":"42","expiresAt":"2026-11-20T12:03:00Z"}`)
	got, err := adapterTo(t, app.URL).Request(t.Context(), "req-2", idNumber, "en")
	require.NoError(t, err)
	require.Equal(t, identity.Request{TransactionID: "t-0", Random: "42", ExpiresAt: expiry}, got)
}

func TestRequest_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		wantErr error
	}{
		"active without details": {400, `{"code":"active_transaction"}`, gateway.ErrFinal},
		"person without the app": {404, `{"code":"id_unknown"}`, gateway.ErrFinal},
		"answer without number":  {201, `{"transId":"t-1","expiresAt":"2026-11-20T12:03:00Z"}`, gateway.ErrUnknown},
		"broken time":            {201, `{"transId":"t-1","random":"08","expiresAt":"soon"}`, gateway.ErrUnknown},
		"server error":           {502, ``, gateway.ErrUnknown},
		"out of service":         {503, ``, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Request(t.Context(), "req-1", idNumber, "en")
			require.ErrorIs(t, err, tt.wantErr)
			require.NotContains(t, err.Error(), idNumber)
			require.Zero(t, got)
		})
	}
}

func TestStatus_EachState_IsTranslated(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		want    contract.IdentityStatus
		wantErr error
	}{
		"waiting":        {200, `{"status":"WAITING"}`, contract.IdentityWaiting, nil},
		"completed":      {200, `{"status":"COMPLETED"}`, contract.IdentityCompleted, nil},
		"rejected":       {200, `{"status":"REJECTED"}`, contract.IdentityRejected, nil},
		"expired":        {200, `{"status":"EXPIRED"}`, contract.IdentityExpired, nil},
		"a new state":    {200, `{"status":"PAUSED"}`, "", gateway.ErrRetry},
		"never heard of": {404, `{"code":"not_found"}`, "", gateway.ErrNotFound},
		"server error":   {500, ``, "", gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			app := gatewaytest.Start(t, tt.status, tt.answer)
			got, err := adapterTo(t, app.URL).Status(t.Context(), "t-1", idNumber, "08")
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
			sent := app.Latest()
			require.Equal(t, "POST /api/v1/mfa/request/status", sent.Line)
			require.JSONEq(t, `{"nationalId":"`+idNumber+`","transId":"t-1","random":"08"}`, sent.Body)
		})
	}
}
