package zatca_test

import (
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/zatca"
)

const (
	given   = `{"requestID":1234567890123,"dispositionMessage":"ISSUED","binarySecurityToken":"token-2","secret":"secret-2","errors":null}`
	request = "-----BEGIN CERTIFICATE REQUEST-----"
	otp     = "123345"
)

var wantIssued = zatca.Issued{Credentials: zatca.Credentials{Token: "token-2", Secret: "secret-2"}, RequestID: "1234567890123"}

func TestEnrolment_Format_IsThePlatforms(t *testing.T) {
	csr := `{"csr":"` + base64.StdEncoding.EncodeToString([]byte(request)) + `"}`
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("TUlJPQ==:secret"))
	tests := map[string]struct {
		ask                func(*zatca.HTTP) (zatca.Issued, error)
		line, body         string
		otp, authorization string
	}{
		"compliance": {func(h *zatca.HTTP) (zatca.Issued, error) { return h.RequestCompliance(t.Context(), otp, request) }, "POST /compliance", csr, otp, ""},
		"production": {func(h *zatca.HTTP) (zatca.Issued, error) { return h.RequestProduction(t.Context(), device, "17") }, "POST /production/csids", `{"compliance_request_id":"17"}`, "", basic},
		"renewal":    {func(h *zatca.HTTP) (zatca.Issued, error) { return h.Renew(t.Context(), device, otp, request) }, "PATCH /production/csids", csr, otp, basic},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			platform := gatewaytest.Start(t, 200, given)
			got, err := tt.ask(adapterTo(t, platform.URL))
			require.NoError(t, err)
			require.Equal(t, wantIssued, got)
			sent := platform.Latest()
			require.Equal(t, tt.line, sent.Line)
			require.JSONEq(t, tt.body, sent.Body)
			require.Equal(t, []string{"V2", tt.otp, tt.authorization}, []string{sent.Header.Get("Accept-Version"), sent.Header.Get("OTP"), sent.Header.Get("Authorization")})
		})
	}
}

func TestRequestCompliance_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		wantErr error
		says    string
	}{
		"a request id as text":   {200, `{"requestID":"1234567890123","dispositionMessage":"ISSUED","binarySecurityToken":"token-2","secret":"secret-2"}`, nil, ""},
		"not compliant":          {200, `{"requestID":17,"dispositionMessage":"NOT_COMPLIANT","errors":[{"code":"CSR-01","message":"The template is unknown"}]}`, gateway.ErrFinal, "not_compliant: CSR-01 The template is unknown"},
		"not compliant in texts": {200, `{"dispositionMessage":"NOT_COMPLIANT","errors":["no title"]}`, gateway.ErrFinal, "no title"},
		"a refused password":     {400, `{"code":"Invalid-OTP","message":"The OTP is not valid"}`, gateway.ErrFinal, "invalid-otp: Invalid-OTP The OTP is not valid"},
		"refused with a list":    {400, `{"errors":[{"code":"Invalid-CSR","message":"no\nCSR"}]}`, gateway.ErrFinal, "Invalid-CSR no CSR"},
		"refused without reason": {403, `{}`, gateway.ErrFinal, "http_403"},
		"checks come first":      {428, `{"requestID":17,"dispositionMessage":"NOT_COMPLIANT"}`, gateway.ErrFinal, "http_428"},
		"a page":                 {200, `<html><body>Welcome</body></html>`, gateway.ErrUnknown, "not the agreed JSON"},
		"a page with a refusal":  {400, `<html>`, gateway.ErrUnknown, "not the agreed JSON"},
		"no certificate":         {200, `{"requestID":17,"dispositionMessage":"ISSUED","secret":"a"}`, gateway.ErrUnknown, "without a certificate"},
		"an empty object":        {200, `{}`, gateway.ErrUnknown, "without a certificate"},
		"out of service":         {503, ``, gateway.ErrRetry, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).RequestCompliance(t.Context(), otp, request)
			if tt.wantErr == nil {
				require.NoError(t, err)
				require.Equal(t, wantIssued, got)
				return
			}
			require.ErrorIs(t, err, tt.wantErr)
			require.ErrorContains(t, err, tt.says)
			require.Zero(t, got)
		})
	}
}

func TestCheck_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		wantErr error
	}{
		"simplified":             {200, `{"validationResults":{"status":"PASS"},"reportingStatus":"REPORTED","clearanceStatus":null}`, nil},
		"standard":               {202, `{"validationResults":{"status":"WARNING"},"reportingStatus":null,"clearanceStatus":"CLEARED"}`, nil},
		"rejected":               {400, `{"validationResults":{"errorMessages":[{"code":"BR-KSA-17"}]},"reportingStatus":"NOT_REPORTED"}`, gateway.ErrFinal},
		"taken without a status": {200, `{"validationResults":{"status":"PASS"}}`, gateway.ErrUnknown},
		"wrong credentials":      {401, `{"status":401}`, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			platform := gatewaytest.Start(t, tt.status, tt.answer)
			err := adapterTo(t, platform.URL).Check(t.Context(), device, document)
			if tt.wantErr == nil {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, tt.wantErr)
			}
			require.Equal(t, "POST /compliance/invoices", platform.Latest().Line)
		})
	}
}
