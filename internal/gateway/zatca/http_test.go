package zatca_test

import (
	"encoding/base64"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/zatca"
)

func adapterTo(t *testing.T, url string) *zatca.HTTP {
	t.Helper()
	adapter, err := zatca.NewHTTP(zatca.Config{URL: url}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

var device = zatca.Credentials{Token: "TUlJPQ==", Secret: "secret"}

var document = zatca.Submission{UUID: "8e6000cf", Hash: "aGFzaA==", XML: []byte("<Invoice/>")}

func TestReport_Format_IsThePlatforms(t *testing.T) {
	platform := gatewaytest.Start(t, 202, `{"validationResults":{"warningMessages":[{"code":"BR-KSA-09"},{"code":"free text"}]},"reportingStatus":"REPORTED"}`)
	got, err := adapterTo(t, platform.URL).Report(t.Context(), device, document)
	require.NoError(t, err)
	require.Equal(t, zatca.Verdict{Warnings: []string{"BR-KSA-09"}}, got)
	sent := platform.Latest()
	require.Equal(t, "POST /invoices/reporting/single", sent.Line)
	require.JSONEq(t, `{"invoiceHash":"aGFzaA==","uuid":"8e6000cf","invoice":"PEludm9pY2UvPg=="}`, sent.Body)
	require.Equal(t, []string{"V2", "0"}, []string{sent.Header.Get("Accept-Version"), sent.Header.Get("Clearance-Status")})
	require.Equal(t, "Basic "+base64.StdEncoding.EncodeToString([]byte("TUlJPQ==:secret")), sent.Header.Get("Authorization"))
}

func TestClear_Answer_HasTheClearedDocument(t *testing.T) {
	platform := gatewaytest.Start(t, 200, `{"clearanceStatus":"CLEARED","clearedInvoice":"PEludm9pY2UvPg=="}`)
	got, err := adapterTo(t, platform.URL).Clear(t.Context(), device, document)
	require.NoError(t, err)
	require.Equal(t, "<Invoice/>", string(got.Cleared))
	require.Equal(t, "POST /invoices/clearance/single", platform.Latest().Line)
	require.Equal(t, "1", platform.Latest().Header.Get("Clearance-Status"))
}

func TestReport_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		wantErr error
	}{
		"reported":                     {200, `{"reportingStatus":"REPORTED"}`, nil},
		"reported before":              {409, `{"reportingStatus":"NOT_REPORTED"}`, nil},
		"rejected":                     {400, `{"validationResults":{"errorMessages":[{"code":"BR-KSA-17"}]},"reportingStatus":"NOT_REPORTED"}`, gateway.ErrFinal},
		"taken without saying so":      {200, `{"reportingStatus":"NOT_REPORTED"}`, gateway.ErrUnknown},
		"broken JSON":                  {200, `{"reportingStatus":`, gateway.ErrUnknown},
		"wrong credentials":            {401, `{"status":401}`, gateway.ErrRetry},
		"another version":              {406, `{}`, gateway.ErrRetry},
		"too many":                     {429, ``, gateway.ErrRetry},
		"out of service":               {503, ``, gateway.ErrRetry},
		"server error":                 {500, `{"code":"500"}`, gateway.ErrUnknown},
		"an address that is not there": {404, ``, gateway.ErrUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Report(t.Context(), device, document)
			require.ErrorIs(t, err, tt.wantErr)
		})
	}
}

func TestReport_Rejected_NamesBrokenRules(t *testing.T) {
	platform := gatewaytest.Start(t, 400, `{"validationResults":{"errorMessages":[{"code":"BR-KSA-17"},{"code":"BR-CO-15"},{"code":null}]}}`)
	_, err := adapterTo(t, platform.URL).Report(t.Context(), device, document)
	var rejected *zatca.Rejection
	require.ErrorAs(t, err, &rejected)
	require.Equal(t, []string{"BR-KSA-17", "BR-CO-15"}, rejected.Rules)
}
