package es2plus_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/esim/es2plus"
	"selfcare/internal/gateway/gatewaytest"
)

const (
	eid        = "89049032000000000000000000000163"
	iccid      = "8996606000000000011"
	ours       = "EAAAA-BBBBB-CCCCC-DDDDD"
	header     = `"header":{"functionRequesterIdentifier":"selfcare","functionCallIdentifier":"order-1`
	success    = `"header":{"functionExecutionStatus":{"status":"Executed-Success"}}`
	downloaded = `{` + success + `,"iccid":"8996606000000000011F"}`
	confirmed  = `{` + success + `,"matchingId":"AAAAA-BBBBB","smdpAddress":"rsp.example","eid":"` + eid + `"}`
)

var order = esim.Order{Reference: "order-1", ICCID: iccid}

func failedWith(subject, reason string) string {
	return `{"header":{"functionExecutionStatus":{"status":"Failed","statusCodeData":{"subjectCode":"` + subject +
		`","reasonCode":"` + reason + `","message":"of 0551234567"}}}}`
}

func adapterTo(t *testing.T, url string) *es2plus.SMDP {
	t.Helper()
	adapter, err := es2plus.New(es2plus.Config{
		URL: url, Requester: "selfcare", ProfileType: "consumer", ActivationHost: "smdp.default.example", Key: []byte("key"),
	}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func TestDownload_Format_IsES2(t *testing.T) {
	smdp := gatewaytest.Start(t, 200, downloaded)
	got, err := adapterTo(t, smdp.URL).Download(t.Context(), esim.Order{Reference: "order-1", EID: eid})
	require.NoError(t, err)
	require.Equal(t, iccid, got)
	require.Equal(t, "POST /gsma/rsp2/es2plus/downloadOrder", smdp.Latest().Line)
	require.Equal(t, "gsma/rsp/v2.2.0", smdp.Latest().Header.Get("X-Admin-Protocol"))
	require.JSONEq(t, `{`+header+`"},"eid":"`+eid+`","profileType":"consumer"}`, smdp.Latest().Body)
}

// matchingID is the one that the adapter makes for the order.
func matchingID(t *testing.T) string {
	t.Helper()
	smdp := gatewaytest.Start(t, 200, `{`+success+`}`)
	got, err := adapterTo(t, smdp.URL).Confirm(t.Context(), order)
	require.NoError(t, err)
	require.Regexp(t, `^([A-Z2-7]{5}-){3}[A-Z2-7]{5}$`, got.MatchingID)
	require.Equal(t, "smdp.default.example", got.Address, "an answer may name neither")
	return got.MatchingID
}

func TestConfirm_Profile_IsReleased(t *testing.T) {
	wanted := matchingID(t)
	smdp := gatewaytest.Start(t, 200, confirmed)
	got, err := adapterTo(t, smdp.URL).Confirm(t.Context(), order)
	require.NoError(t, err)
	require.Equal(t, esim.ActivationCode{Address: "rsp.example", MatchingID: "AAAAA-BBBBB"}, got)
	require.Equal(t, "POST /gsma/rsp2/es2plus/confirmOrder", smdp.Latest().Line)
	require.JSONEq(t, `{`+header+`-confirm"},"iccid":"8996606000000000011F","matchingId":"`+wanted+`","releaseFlag":true}`, smdp.Latest().Body)

	other := order
	other.Reference = "order-2"
	_, err = adapterTo(t, smdp.URL).Confirm(t.Context(), other)
	require.NoError(t, err)
	require.NotContains(t, smdp.Latest().Body, wanted)
}

// ES2+ has no inquiry: the refusal of a repeat tells that the first call was done.
func TestConfirm_RepeatRefused_ReleasesAndTellsTheCode(t *testing.T) {
	wanted := matchingID(t)
	smdp := gatewaytest.Start(t, 200, "")
	smdp.AnswerNext(failedWith("8.2.6", "3.3"), `{`+success+`}`)
	got, err := adapterTo(t, smdp.URL).Confirm(t.Context(), order)
	require.NoError(t, err)
	require.Equal(t, esim.ActivationCode{Address: "smdp.default.example", MatchingID: wanted}, got)
	require.Equal(t, "POST /gsma/rsp2/es2plus/releaseProfile", smdp.Latest().Line)
	require.JSONEq(t, `{`+header+`-release"},"iccid":"8996606000000000011F"}`, smdp.Latest().Body)

	smdp.AnswerNext(failedWith("8.2.6", "3.3"), failedWith("8.2.1", "3.5"))
	_, err = adapterTo(t, smdp.URL).Confirm(t.Context(), order)
	requireRefusal(t, "8.2.1-3.5", err)
}

func TestCancel_Profile_IsUnavailable(t *testing.T) {
	smdp := gatewaytest.Start(t, 200, `{`+success+`}`)
	adapter := adapterTo(t, smdp.URL)
	confirmed := order
	confirmed.EID, confirmed.MatchingID = eid, ours
	require.NoError(t, adapter.Cancel(t.Context(), confirmed))
	require.Equal(t, "POST /gsma/rsp2/es2plus/cancelOrder", smdp.Latest().Line)
	require.JSONEq(t, `{`+header+`-cancel"},"iccid":"8996606000000000011F","eid":"`+eid+`","matchingId":"`+ours+`",
		"finalProfileStatusIndicator":"Unavailable"}`, smdp.Latest().Body)

	smdp.Answer(200, failedWith("8.2.1", "3.3"))
	requireRefusal(t, esim.CodeInUse, adapter.Cancel(t.Context(), confirmed))
	smdp.Answer(200, failedWith("8.2.6", "3.10"))
	requireRefusal(t, "8.2.6-3.10", adapter.Cancel(t.Context(), confirmed))
}

func TestCancel_ConfirmationUnknown_TriesBoth(t *testing.T) {
	wanted := matchingID(t)
	smdp := gatewaytest.Start(t, 200, "")
	smdp.AnswerNext(failedWith("8.2.6", "3.10"), `{`+success+`}`)
	require.NoError(t, adapterTo(t, smdp.URL).Cancel(t.Context(), order))
	require.Contains(t, smdp.Latest().Body, wanted)
	require.NotContains(t, smdp.All()[0].Body, "matchingId")
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
		_, err := adapter.Download(t.Context(), order)
		requireRefusal(t, code, err)
		_, err = adapter.Confirm(t.Context(), order)
		requireRefusal(t, code, err)
		requireRefusal(t, code, adapter.Cancel(t.Context(), order))
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
		"an ICCID too short":        {200, `{` + success + `,"iccid":"899660F","matchingId":"$"}`, gateway.ErrUnknown},
		"a code that would break":   {200, `{` + success + `,"matchingId":"A$B","smdpAddress":"rsp.example"}`, gateway.ErrUnknown},
		"broken JSON":               {200, `{"header":`, gateway.ErrUnknown},
		"a page with status 200":    {200, `<html></html>`, gateway.ErrUnknown},
		"server error":              {500, ``, gateway.ErrUnknown},
		"out of service":            {503, ``, gateway.ErrRetry},
		"unauthorised":              {401, `{"code":"unauthorised"}`, gateway.ErrFinal},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			adapter := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL)
			_, err := adapter.Download(t.Context(), order)
			require.ErrorIs(t, err, tt.want)
			_, err = adapter.Confirm(t.Context(), order)
			require.ErrorIs(t, err, tt.want)
		})
	}
}
