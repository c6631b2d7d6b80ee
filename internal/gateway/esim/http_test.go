package esim_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/gatewaytest"
)

const (
	eid        = "89049032000000000000000000000163"
	iccid      = "8996606000000000011"
	success    = `"header":{"functionExecutionStatus":{"status":"Executed-Success"}}`
	downloaded = `{` + success + `,"iccid":"8996606000000000011F"}`
	confirmed  = `{` + success + `,"matchingId":"AAAAA-BBBBB","smdpAddress":"rsp.example","eid":"` + eid + `"}`
)

func failedWith(subject, reason string) string {
	return `{"header":{"functionExecutionStatus":{"status":"Failed","statusCodeData":{"subjectCode":"` + subject +
		`","reasonCode":"` + reason + `","message":"of 0551234567"}}}}`
}

func adapterTo(t *testing.T, url string) *esim.HTTP {
	t.Helper()
	adapter, err := esim.NewHTTP(esim.Config{URL: url, Requester: "selfcare", APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func TestDownload_Format_IsES2(t *testing.T) {
	smdp := gatewaytest.Start(t, 200, downloaded)
	got, err := adapterTo(t, smdp.URL).Download(t.Context(), esim.Order{Reference: "order-1", EID: eid})
	require.NoError(t, err)
	require.Equal(t, iccid, got)
	require.Equal(t, "POST /gsma/rsp2/es2plus/downloadOrder", smdp.Latest().Line)
	require.Equal(t, "key", smdp.Latest().Header.Get("X-Api-Key"))
	require.Equal(t, "gsma/rsp/v2.2.0", smdp.Latest().Header.Get("X-Admin-Protocol"))
	require.JSONEq(t, `{"header":{"functionRequesterIdentifier":"selfcare","functionCallIdentifier":"order-1"},
		"eid":"`+eid+`","profileType":"selfcare-consumer"}`, smdp.Latest().Body)
}

func TestConfirm_Profile_IsReleased(t *testing.T) {
	smdp := gatewaytest.Start(t, 200, confirmed)
	got, err := adapterTo(t, smdp.URL).Confirm(t.Context(), "order-1", iccid, "")
	require.NoError(t, err)
	require.Equal(t, esim.ActivationCode{Address: "rsp.example", MatchingID: "AAAAA-BBBBB"}, got)
	require.Equal(t, "POST /gsma/rsp2/es2plus/confirmOrder", smdp.Latest().Line)
	require.JSONEq(t, `{"header":{"functionRequesterIdentifier":"selfcare","functionCallIdentifier":"order-1"},
		"iccid":"8996606000000000011F","releaseFlag":true}`, smdp.Latest().Body)
}

func TestCancel_Profile_IsUnavailable(t *testing.T) {
	smdp := gatewaytest.Start(t, 200, `{`+success+`}`)
	adapter := adapterTo(t, smdp.URL)
	require.NoError(t, adapter.Cancel(t.Context(), "order-1", iccid))
	require.Equal(t, "POST /gsma/rsp2/es2plus/cancelOrder", smdp.Latest().Line)
	require.JSONEq(t, `{"header":{"functionRequesterIdentifier":"selfcare","functionCallIdentifier":"order-1"},
		"iccid":"8996606000000000011F","finalProfileStatusIndicator":"Unavailable"}`, smdp.Latest().Body)

	smdp.Answer(200, failedWith("8.2.1", "3.3"))
	requireRefusal(t, esim.CodeInUse, adapter.Cancel(t.Context(), "order-1", iccid))
}

// requireRefusal also requires that the SM-DP+'s own text, which may name a person, is left out.
func requireRefusal(t *testing.T, code string, err error) {
	t.Helper()
	var refusal *gateway.Refusal
	require.ErrorAs(t, err, &refusal)
	require.ErrorIs(t, err, gateway.ErrFinal)
	require.Equal(t, code, refusal.Code)
	require.NotContains(t, err.Error(), "0551234567")
}

func TestSMDP_Failure_IsAnAnswer(t *testing.T) {
	smdp := gatewaytest.Start(t, 200, "")
	adapter := adapterTo(t, smdp.URL)
	for answer, code := range map[string]string{
		failedWith("8.2.5", "3.7"):                                    esim.CodeNoneLeft,
		failedWith("8.1.1", "3.8"):                                    esim.CodeEIDRefused,
		failedWith("of Sara", "Ali"):                                  "failed",
		failedWith("", ""):                                            "failed",
		`{"header":{"functionExecutionStatus":{"status":"Expired"}}}`: "expired",
	} {
		smdp.Answer(200, answer)
		_, err := adapter.Download(t.Context(), esim.Order{Reference: "order-1"})
		requireRefusal(t, code, err)
		_, err = adapter.Confirm(t.Context(), "order-1", iccid, eid)
		requireRefusal(t, code, err)
	}
}

func TestSMDP_Unreadable_IsUnknown(t *testing.T) {
	tests := map[string]struct {
		status int
		answer string
		want   error
	}{
		"no status":                 {200, `{"iccid":"8996606000000000011F"}`, gateway.ErrUnknown},
		"a status of another world": {200, `{"header":{"functionExecutionStatus":{"status":"Perhaps"}}}`, gateway.ErrUnknown},
		"success without data":      {200, `{` + success + `}`, gateway.ErrUnknown},
		"an ICCID too short":        {200, `{` + success + `,"iccid":"899660F"}`, gateway.ErrUnknown},
		"a code that would break":   {200, `{` + success + `,"matchingId":"A$B","smdpAddress":"rsp.example"}`, gateway.ErrUnknown},
		"broken JSON":               {200, `{"header":`, gateway.ErrUnknown},
		"server error":              {500, ``, gateway.ErrUnknown},
		"out of service":            {503, ``, gateway.ErrRetry},
		"unauthorised":              {401, `{"code":"unauthorised"}`, gateway.ErrFinal},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			adapter := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL)
			_, err := adapter.Download(t.Context(), esim.Order{Reference: "order-1"})
			require.ErrorIs(t, err, tt.want)
			_, err = adapter.Confirm(t.Context(), "order-1", iccid, eid)
			require.ErrorIs(t, err, tt.want)
		})
	}
}
