package orders_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

const (
	startESIM = `{"kind":"esim","numberSource":"new","msisdn":"0570000001","device":{"model":"apple-iphone-16"}}`
)

func newESIMRig(t *testing.T) *servertest.Rig {
	t.Helper()
	r := servertest.New(t)
	_, err := r.DB.ExecContext(t.Context(), `INSERT INTO devices VALUES
		('apple-iphone-16', 'Apple', 'iPhone 16', 0), ('apple-iphone-15', 'Apple', 'iPhone 15', 1), ('google-pixel-10', 'Google', 'Pixel 10', 2)`)
	require.NoError(t, err)
	return r
}

func TestDevices_SearchWords_FindThem(t *testing.T) {
	r := newESIMRig(t)
	for query, want := range map[string][]string{
		"":              {"iPhone 16", "iPhone 15", "Pixel 10"},
		"?q=iphone":     {"iPhone 16", "iPhone 15"},
		"?q=apple%2016": {"iPhone 16"},
		"?q=nokia":      nil,
		"?q=%25":        nil,
	} {
		found := servertest.Decoded[struct{ Items []gen.DeviceModel }](t, r.Call(http.MethodGet, "/api/lookup/devices"+query, ""))
		var names []string
		for _, device := range found.Items {
			names = append(names, device.Name)
		}
		require.Equal(t, want, names, query)
	}
}

func TestESIM_Start_TakesPhoneAndNumber(t *testing.T) {
	r := newESIMRig(t)
	got := r.Call(http.MethodPost, "/api/orders", startESIM, servertest.FreshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	require.Equal(t, contract.UpdateSelectNumber, r.Flow.SentUpdates()[0].Name)
	order := servertest.Decoded[struct{ Order gen.Order }](t, got).Order
	require.Equal(t, "apple-iphone-16", *order.Device.Model)
	require.Equal(t, "purchase-type-selection", string(order.Steps[0].Id))

	for body, code := range map[string]contract.Code{
		strings.Replace(startESIM, "apple-iphone-16", "nokia-3310", 1):                                         contract.FailDeviceUnknown,
		strings.Replace(startESIM, `"model":"apple-iphone-16"`, "", 1):                                         contract.FailDeviceRequired,
		strings.Replace(startESIM, `"model":"apple-iphone-16"`, `"eid":"89034011560010000000000000000131"`, 1): contract.FailEIDMistyped,
		strings.Replace(startESIM, `,"device":{"model":"apple-iphone-16"}`, "", 1):                             contract.FailStepOutOfOrder,
	} {
		servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/orders", body, servertest.FreshKey()), code)
	}
	require.Len(t, r.Flow.SentUpdates(), 1)
}

func TestESIM_Order_ShowsActivationData(t *testing.T) {
	r := newESIMRig(t)
	o := r.ESIM()
	got := r.Get(o, "")
	shown := servertest.Decoded[gen.Order](t, got).Profile
	require.Equal(t, "LPA:1$rsp.example$AAAAA-BBBBB", *shown.Lpa)
	require.Equal(t, "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$rsp.example$AAAAA-BBBBB", *shown.IosLink)
	require.Equal(t, []string{servertest.Profile, "rsp.example", "AAAAA-BBBBB"}, []string{*shown.Iccid, *shown.SmdpAddress, *shown.MatchingId})
	require.Equal(t, 2, shown.ReissuesLeft)
	require.Equal(t, time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), *shown.PromisedBy)
	require.Nil(t, shown.Error)

	for _, stage := range []contract.Stage{contract.StageCancelling, contract.StageCancelled, contract.StageAbandoned} {
		for _, state := range []contract.ProfileState{contract.ProfileReleased, contract.ProfileDownloaded, contract.ProfileCancelled} {
			r.Put(o, func(full *contract.Order) { full.Stage, full.Profile.State = stage, state })
			shown := servertest.Decoded[gen.Order](t, r.Get(o, "")).Profile
			require.Nil(t, shown.Lpa, "%s %s: the code's line has ended", stage, state)
			require.Nil(t, shown.IosLink)
			require.Nil(t, shown.AndroidLink)
			require.Nil(t, shown.MatchingId)
			require.Nil(t, shown.PromisedBy, "the order promises no date any more")
		}
	}
	r.Put(o, func(full *contract.Order) { full.Stage = contract.StageDispatched })

	r.Put(o, func(full *contract.Order) {
		full.Profile.State, full.Profile.ErrorCode, full.Profile.Issued = contract.ProfileError, contract.FailProfileNoMemory, 3
	})
	shown = servertest.Decoded[gen.Order](t, r.Get(o, "")).Profile
	require.Equal(t, texts.Text(texts.English, contract.FailProfileNoMemory, nil), shown.Error.Message)
	require.Zero(t, shown.ReissuesLeft)
	require.Nil(t, shown.Lpa, "a failed code must not be shown")

	r.Put(o, func(full *contract.Order) {
		full.Stage, full.Profile = contract.StageCancelled, &contract.Profile{State: contract.ProfileOrdered}
	})
	require.Nil(t, servertest.Decoded[gen.Order](t, r.Get(o, "")).Profile, "the order promises no date any more")
}

func TestESIM_Support_SeesNoActivationCode(t *testing.T) {
	r := newESIMRig(t)
	r.ESIM()
	token := r.SignedIn("support@selfcare.example", "support")
	got := r.Call(http.MethodGet, "/api/support/orders", "", servertest.Header{"Authorization": "Bearer " + token})
	require.Equal(t, http.StatusOK, got.StatusCode)
	require.Contains(t, string(got.Body), servertest.Profile)
	require.NotContains(t, string(got.Body), "AAAAA-BBBBB")
}

func TestESIM_Step_ReachesTheWorkflow(t *testing.T) {
	r := newESIMRig(t)
	o := r.ESIM()
	eid := "89049032123451234512345678901235"
	for _, step := range []struct {
		method, path, body string
		want               any
	}{
		{"PUT", "/device", `{"eid":"` + eid + `"}`, contract.DeviceChoice{Device: contract.Device{EID: eid}}},
		{"POST", "/profile/reissue", `{}`, contract.ReissueRequest{}},
		{"POST", "/profile/reissue", `{"device":{"model":"google-pixel-10"}}`, contract.ReissueRequest{Device: &contract.Device{Model: "google-pixel-10"}}},
	} {
		got := r.Call(step.method, "/api/orders/"+o.ID+step.path, step.body, servertest.WithSession(o.Session), servertest.FreshKey())
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		updates := r.Flow.SentUpdates()
		require.Equal(t, step.want, updates[len(updates)-1].Arg)
	}
}

func TestESIM_CodeSentAgain_IsLimited(t *testing.T) {
	r := newESIMRig(t)
	o := r.ESIM()
	send := func(body string, key servertest.Header) servertest.Answer {
		return r.Call(http.MethodPost, "/api/orders/"+o.ID+"/profile/message", body, servertest.WithSession(o.Session), key)
	}
	key := servertest.FreshKey()
	for range 2 {
		require.Equal(t, http.StatusNoContent, send(`{}`, key).StatusCode)
	}
	require.Equal(t, 1, r.Notices.Count())
	require.Equal(t, []string{"esim-ready", "0551234567", "noura@example.com", "AAAAA-BBBBB"}, []string{
		r.Notices.Latest().Template, r.Notices.Latest().Mobile, r.Notices.Latest().Email, r.Notices.Latest().Params["activationCode"],
	})
	servertest.RequireRefused(t, send(`{"channel":"sms"}`, servertest.FreshKey()), contract.FailRateLimited)
	for range 4 {
		r.Redis.FastForward(time.Minute)
		require.Equal(t, http.StatusNoContent, send(`{"channel":"sms"}`, servertest.FreshKey()).StatusCode)
		require.Empty(t, r.Notices.Latest().Email)
	}
	r.Redis.FastForward(time.Minute)
	limited := send(`{"channel":"email"}`, servertest.FreshKey())
	servertest.RequireRefused(t, limited, contract.FailRateLimited)
	require.NotEmpty(t, limited.Header.Get("Retry-After"))

	r.Put(o, func(full *contract.Order) { full.Profile.State = contract.ProfileInstalled })
	servertest.RequireRefused(t, send(`{}`, servertest.FreshKey()), contract.FailProfileInstalled)
}

func TestESIM_PortedNumber_SaysWhenItWorks(t *testing.T) {
	r := newESIMRig(t)
	o := r.ESIM()
	r.Put(o, func(full *contract.Order) {
		full.NumberSource, full.Booking = contract.NumberPortIn, nil
		full.Port = &contract.Port{MSISDN: "0551234567", Status: contract.PortSubmitted, Tries: 1}
	})
	sent := r.Call(http.MethodPost, "/api/orders/"+o.ID+"/profile/message", `{}`, servertest.WithSession(o.Session), servertest.FreshKey())
	require.Equal(t, http.StatusNoContent, sent.StatusCode)
	require.Equal(t, "esim-ready-port", r.Notices.Latest().Template)
	require.Equal(t, "0551234567", r.Notices.Latest().Params["msisdn"])
}

// progressBody is a notification of the SM-DP+; second tells repeats from other ones.
func progressBody(second int, iccid, point, status string) string {
	return fmt.Sprintf(`{"header":{"functionRequesterIdentifier":"smdp","functionCallIdentifier":"1"},"iccid":"%s","profileType":"consumer",
		"timestamp":"2026-01-02T06:00:%02d+03:00","notificationPointId":%s,"notificationPointStatus":%s}`, iccid, second, point, status)
}

const (
	succeeded = `{"status":"Executed-Success"}`
	noMemory  = `{"status":"Failed","statusCodeData":{"subjectCode":"8.1","reasonCode":"4.8"}}`
)

func TestESIM_DownloadReport_SignalsOnce(t *testing.T) {
	r := newESIMRig(t)
	o := r.ESIM()
	second := 0
	tests := map[string]struct {
		point, status string
		want          *contract.ProfileReported
	}{
		"downloaded":          {"3", succeeded, &contract.ProfileReported{State: contract.ProfileDownloaded}},
		"installed":           {"4", succeeded, &contract.ProfileReported{State: contract.ProfileInstalled}},
		"failed to install":   {"4", noMemory, &contract.ProfileReported{State: contract.ProfileError, Failure: contract.FailProfileNoMemory}},
		"failed to start":     {"1", `{"status":"Failed"}`, &contract.ProfileReported{State: contract.ProfileError, Failure: contract.FailProfileNotInstall}},
		"eligible, no matter": {"1", succeeded, nil},
	}
	number, err := r.Store.Orders.NumberOf(t.Context(), o.ID)
	require.NoError(t, err)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			before := len(r.Flow.SentSignals())
			second++
			for range 2 {
				got := r.ReportProgress(progressBody(second, servertest.Profile+"F", test.point, test.status))
				require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.Body))
			}
			signals := r.Flow.SentSignals()[before:]
			if test.want == nil {
				require.Empty(t, signals)
				return
			}
			at := time.Date(2026, 1, 2, 3, 0, second, 0, time.UTC)
			test.want.EventID = servertest.Profile + "-" + test.point + "-" + strconv.FormatInt(at.UnixMilli(), 10)
			test.want.ICCID, test.want.At = servertest.Profile, at
			require.Equal(t, []servertest.Sent{{WorkflowID: contract.OrderWorkflowID(number), Name: contract.SignalProfileReported, Key: "", Arg: *test.want}}, signals)
		})
	}
}

func TestESIM_ForeignReport_IsRefused(t *testing.T) {
	r := newESIMRig(t)
	r.ESIM()
	servertest.RequireRefused(t, r.ReportProgress(progressBody(1, "8996606999999999999F", "4", succeeded)), contract.FailOrderNotFound)
	for _, body := range []string{
		progressBody(1, "8996606F", "4", succeeded), progressBody(1, servertest.Profile+"F", "x", succeeded),
		progressBody(1, servertest.Profile+"F", "4", `{}`), `{}`,
	} {
		require.Contains(t, []int{http.StatusBadRequest, http.StatusUnprocessableEntity}, r.ReportProgress(body).StatusCode, body)
	}
	require.Equal(t, http.StatusNoContent, r.ReportProgress(progressBody(1, "8996606999999999999F", "100", succeeded)).StatusCode, "of another agreement")
	body := progressBody(1, servertest.Profile+"F", "4", succeeded)
	for _, address := range []string{"/api/webhooks/esim/es2plus", "/api/webhooks/esim/generic", "/gsma/rsp2/es2plus/handleDownloadProgressInfo"} {
		require.NotEqual(t, http.StatusNoContent, r.Call(http.MethodPost, address, body).StatusCode, "the customers' address proves no SM-DP+")
	}
	require.Empty(t, r.Flow.SentSignals())
}
