package nafath_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/identity/nafath"
)

const (
	idNumber = "1000000008"
	client   = "203.0.113.77"
	server   = "192.0.2.1"
)

var push = identity.Ask{RequestID: "req-1", IDNumber: idNumber, Language: "ar", Client: client}

func adapterTo(t *testing.T, url, service string) *nafath.Client {
	t.Helper()
	adapter, err := nafath.New(nafath.Config{URL: url, AppID: "id", AppKey: "key", Service: service, Server: server}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func TestRequest_Format_IsNafaths(t *testing.T) {
	app := gatewaytest.Start(t, 201, `{"transId":"t-1","random":"08"}`)
	before := time.Now()
	got, err := adapterTo(t, app.URL, "OpenAccount").Request(t.Context(), push)
	require.NoError(t, err)
	require.Equal(t, "t-1 08", got.TransactionID+" "+got.Random)
	require.WithinRange(t, got.ExpiresAt, before.Add(180*time.Second), time.Now().Add(180*time.Second))

	sent := app.Latest()
	require.Equal(t, "POST /api/v1/mfa/request?local=ar&requestId=req-1", sent.Line)
	require.Equal(t, "id key", sent.Header.Get("APP-ID")+" "+sent.Header.Get("APP-KEY"))
	require.Equal(t, []string{client + "," + server}, sent.Header.Values("X-Forwarded-For"))
	require.JSONEq(t, `{"nationalId":"`+idNumber+`","service":"OpenAccount"}`, sent.Body)
}

func TestRequest_UnknownClient_NamesOurServerOnly(t *testing.T) {
	app := gatewaytest.Start(t, 201, `{"transId":"t-1","random":8}`)
	for _, unknown := range []string{"", "0.0.0.0", "127.0.0.1, 203.0.113.9"} {
		ask := push
		ask.Client = unknown
		got, err := adapterTo(t, app.URL, "OpenAccount").Request(t.Context(), ask)
		require.NoError(t, err)
		require.Equal(t, "08", got.Random, "a number loses its leading zero")
		require.Equal(t, []string{server}, app.Latest().Header.Values("X-Forwarded-For"), unknown)
	}
}

func TestRequest_Service_SetsLifeOfPush(t *testing.T) {
	app := gatewaytest.Start(t, 200, `{"transId":"t-1","random":"08"}`)
	for service, life := range map[string]time.Duration{
		"Login": time.Minute, "OpenAccountWithoutBio": time.Minute, "OpenAccount": 3 * time.Minute, "LoginOfEmployees": 3 * time.Minute,
	} {
		got, err := adapterTo(t, app.URL, service).Request(t.Context(), push)
		require.NoError(t, err)
		require.WithinDuration(t, time.Now().Add(life), got.ExpiresAt, 20*time.Second, service)
	}
}

func TestRequest_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status   int
		answer   string
		wantErr  error
		wantCode string // of a refusal
	}{
		"another push is open":    {400, `{"code":"400-034-050","reference":4711}`, gateway.ErrFinal, identity.CodeOpen},
		"person without the app":  {404, `{"code":"404-000-000","reference":4711}`, gateway.ErrFinal, identity.CodeIDUnknown},
		"invalid data":            {422, `{"code":"422-031-046","reference":4711}`, gateway.ErrFinal, identity.CodeIDUnknown},
		"person unknown":          {400, `{"code":"400-034-053","reference":4711}`, gateway.ErrFinal, identity.CodeIDUnknown},
		"wrong pair of keys":      {403, ``, gateway.ErrFinal, "http_403"},
		"answer without number":   {201, `{"transId":"t-1"}`, gateway.ErrUnknown, ""},
		"number that is not one":  {201, `{"transId":"t-1","random":"` + idNumber + `"}`, gateway.ErrUnknown, ""},
		"number of another shape": {201, `{"transId":"t-1","random":{}}`, gateway.ErrUnknown, ""},
		"no such address":         {404, `No Mapping Rule matched`, gateway.ErrUnknown, ""},
		"server error":            {502, ``, gateway.ErrUnknown, ""},
		"out of service":          {503, ``, gateway.ErrRetry, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL, "Login").Request(t.Context(), push)
			require.ErrorIs(t, err, tt.wantErr)
			require.NotContains(t, err.Error(), idNumber)
			require.NotContains(t, err.Error(), client)
			require.Zero(t, got)
			if tt.wantCode != "" {
				var refused *gateway.Refusal
				require.ErrorAs(t, err, &refused)
				require.Equal(t, tt.wantCode, refused.Code)
			}
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
		"waiting":             {200, `{"status":"WAITING"}`, contract.IdentityWaiting, nil},
		"completed":           {200, `{"status":"COMPLETED"}`, contract.IdentityCompleted, nil},
		"rejected":            {200, `{"status":"REJECTED"}`, contract.IdentityRejected, nil},
		"expired":             {200, `{"status":"EXPIRED"}`, contract.IdentityExpired, nil},
		"transaction is over": {400, `{"code":"400-034-051","reference":1}`, contract.IdentityExpired, nil},
		"a new state":         {200, `{"status":"PAUSED"}`, "", gateway.ErrRetry},
		"never heard of":      {400, `{"code":"400-034-053","reference":1}`, "", gateway.ErrNotFound},
		"wrong pair of keys":  {403, ``, "", gateway.ErrFinal},
		"server error":        {500, ``, "", gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			app := gatewaytest.Start(t, tt.status, tt.answer)
			got, err := adapterTo(t, app.URL, "Login").Status(t.Context(), "t-1", idNumber, "08")
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
			sent := app.Latest()
			require.Equal(t, "POST /api/v1/mfa/request/status", sent.Line)
			require.JSONEq(t, `{"nationalId":"`+idNumber+`","transId":"t-1","random":"08"}`, sent.Body)
		})
	}
}
