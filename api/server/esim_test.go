package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

const (
	startESIM = `{"kind":"esim","numberSource":"new","msisdn":"0570000001","device":{"model":"apple-iphone-16"}}`
	profile   = "8996606000000000011"
	progress  = "handleDownloadProgressInfo"
)

func newESIMRig(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	_, err := r.db.ExecContext(t.Context(), `INSERT INTO devices VALUES
		('apple-iphone-16', 'Apple', 'iPhone 16', 0), ('apple-iphone-15', 'Apple', 'iPhone 15', 1), ('google-pixel-10', 'Google', 'Pixel 10', 2)`)
	require.NoError(t, err)
	return r
}

// eSIM is an order whose activation code is out.
func (r *rig) eSIM() started {
	r.t.Helper()
	o := r.start()
	r.put(o, func(full *contract.Order) {
		full.Kind, full.Stage = contract.KindESIM, contract.StageDispatched
		full.Device = &contract.Device{EID: "89049032123451234512345678901235"}
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: "0551234567"}
		full.Profile = &contract.Profile{
			ICCID: profile, MatchingID: "AAAAA-BBBBB", SMDPAddress: "rsp.example", State: contract.ProfileReleased, Issued: 1,
			PromisedBy: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC),
		}
	})
	require.NoError(r.t, r.store.Profiles.Claim(r.t.Context(), contract.ProfileOrder{OrderID: o.id, Issue: 1}, profile))
	return o
}

func TestDevicesAreFoundByTheirWords(t *testing.T) {
	r := newESIMRig(t)
	for query, want := range map[string][]string{
		"":              {"iPhone 16", "iPhone 15", "Pixel 10"},
		"?q=iphone":     {"iPhone 16", "iPhone 15"},
		"?q=apple%2016": {"iPhone 16"},
		"?q=nokia":      nil,
		"?q=%25":        nil,
	} {
		found := decoded[struct{ Items []gen.DeviceModel }](t, r.call(http.MethodGet, "/api/lookup/devices"+query, ""))
		var names []string
		for _, device := range found.Items {
			names = append(names, device.Name)
		}
		require.Equal(t, want, names, query)
	}
}

func TestAnESIMIsStartedWithItsPhoneAndItsNumberAtOnce(t *testing.T) {
	r := newESIMRig(t)
	got := r.call(http.MethodPost, "/api/orders", startESIM, freshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	require.Equal(t, contract.UpdateSelectNumber, r.flow.sentUpdates()[0].name)
	order := decoded[struct{ Order gen.Order }](t, got).Order
	require.Equal(t, "apple-iphone-16", *order.Device.Model)
	require.Equal(t, "purchase-type-selection", string(order.Steps[0].Id))

	for body, code := range map[string]contract.Code{
		strings.Replace(startESIM, "apple-iphone-16", "nokia-3310", 1):                                         contract.FailDeviceUnknown,
		strings.Replace(startESIM, `"model":"apple-iphone-16"`, "", 1):                                         contract.FailDeviceRequired,
		strings.Replace(startESIM, `"model":"apple-iphone-16"`, `"eid":"89034011560010000000000000000131"`, 1): contract.FailEIDMistyped,
		strings.Replace(startESIM, `,"device":{"model":"apple-iphone-16"}`, "", 1):                             contract.FailStepOutOfOrder,
	} {
		requireRefused(t, r.call(http.MethodPost, "/api/orders", body, freshKey()), code)
	}
	require.Len(t, r.flow.sentUpdates(), 1)
}

func TestTheOrderOfAnESIMShowsWhatAPhoneNeeds(t *testing.T) {
	r := newESIMRig(t)
	o := r.eSIM()
	got := r.get(o, "")
	shown := decoded[gen.Order](t, got).Profile
	require.Equal(t, "LPA:1$rsp.example$AAAAA-BBBBB", *shown.Lpa)
	require.Equal(t, "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$rsp.example$AAAAA-BBBBB", *shown.IosLink)
	require.Equal(t, []string{profile, "rsp.example", "AAAAA-BBBBB"}, []string{*shown.Iccid, *shown.SmdpAddress, *shown.MatchingId})
	require.Equal(t, 2, shown.ReissuesLeft)
	require.Equal(t, time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), *shown.PromisedBy)
	require.Nil(t, shown.Error)

	for _, stage := range []contract.Stage{contract.StageCancelling, contract.StageCancelled, contract.StageAbandoned} {
		for _, state := range []contract.ProfileState{contract.ProfileReleased, contract.ProfileDownloaded, contract.ProfileCancelled} {
			r.put(o, func(full *contract.Order) { full.Stage, full.Profile.State = stage, state })
			shown := decoded[gen.Order](t, r.get(o, "")).Profile
			require.Nil(t, shown.Lpa, "%s %s: no line is behind that code any more", stage, state)
			require.Nil(t, shown.IosLink)
			require.Nil(t, shown.MatchingId)
			require.Nil(t, shown.PromisedBy, "nothing is promised any more")
		}
	}
	r.put(o, func(full *contract.Order) { full.Stage = contract.StageDispatched })

	r.put(o, func(full *contract.Order) {
		full.Profile.State, full.Profile.ErrorCode, full.Profile.Issued = contract.ProfileError, contract.FailProfileNoMemory, 3
	})
	shown = decoded[gen.Order](t, r.get(o, "")).Profile
	require.Equal(t, texts.Text(texts.English, contract.FailProfileNoMemory, nil), shown.Error.Message)
	require.Zero(t, shown.ReissuesLeft)
	require.Nil(t, shown.Lpa, "a code that failed is of no use")

	r.put(o, func(full *contract.Order) {
		full.Stage, full.Profile = contract.StageCancelled, &contract.Profile{State: contract.ProfileOrdered}
	})
	require.Nil(t, decoded[gen.Order](t, r.get(o, "")).Profile, "nothing is promised any more")
}

func TestSupportDoesNotSeeActivationCodes(t *testing.T) {
	r := newESIMRig(t)
	r.eSIM()
	token := r.signedIn("support@selfcare.example", "support")
	got := r.call(http.MethodGet, "/api/support/orders", "", header{"Authorization": "Bearer " + token})
	require.Equal(t, http.StatusOK, got.StatusCode)
	require.Contains(t, string(got.body), profile)
	require.NotContains(t, string(got.body), "AAAAA-BBBBB")
}

func TestStepsOfAnESIMArePassedOn(t *testing.T) {
	r := newESIMRig(t)
	o := r.eSIM()
	eid := "89049032123451234512345678901235"
	for _, step := range []struct {
		method, path, body string
		want               any
	}{
		{"PUT", "/device", `{"eid":"` + eid + `"}`, contract.DeviceChoice{Device: contract.Device{EID: eid}}},
		{"POST", "/profile/reissue", `{}`, contract.ReissueRequest{}},
		{"POST", "/profile/reissue", `{"device":{"model":"google-pixel-10"}}`, contract.ReissueRequest{Device: &contract.Device{Model: "google-pixel-10"}}},
	} {
		got := r.call(step.method, "/api/orders/"+o.id+step.path, step.body, withSession(o.session), freshKey())
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		updates := r.flow.sentUpdates()
		require.Equal(t, step.want, updates[len(updates)-1].arg)
	}
}

func TestAnActivationCodeIsSentAgainButNotEndlessly(t *testing.T) {
	r := newESIMRig(t)
	o := r.eSIM()
	send := func(body string, key header) answer {
		return r.call(http.MethodPost, "/api/orders/"+o.id+"/profile/message", body, withSession(o.session), key)
	}
	key := freshKey()
	for range 2 {
		require.Equal(t, http.StatusNoContent, send(`{}`, key).StatusCode)
	}
	require.Equal(t, 1, r.notices.count())
	require.Equal(t, []string{"esim-ready", "0551234567", "noura@example.com", "AAAAA-BBBBB"}, []string{
		r.notices.latest().Template, r.notices.latest().Mobile, r.notices.latest().Email, r.notices.latest().Params["activationCode"],
	})
	requireRefused(t, send(`{"channel":"sms"}`, freshKey()), contract.FailRateLimited)
	for range 4 {
		r.redis.FastForward(time.Minute)
		require.Equal(t, http.StatusNoContent, send(`{"channel":"sms"}`, freshKey()).StatusCode)
		require.Empty(t, r.notices.latest().Email)
	}
	r.redis.FastForward(time.Minute)
	limited := send(`{"channel":"email"}`, freshKey())
	requireRefused(t, limited, contract.FailRateLimited)
	require.NotEmpty(t, limited.Header.Get("Retry-After"))

	r.put(o, func(full *contract.Order) { full.Profile.State = contract.ProfileInstalled })
	requireRefused(t, send(`{}`, freshKey()), contract.FailProfileInstalled)
}

func TestTheCodeOfANumberOnItsWaySaysWhenItWorks(t *testing.T) {
	r := newESIMRig(t)
	o := r.eSIM()
	r.put(o, func(full *contract.Order) {
		full.NumberSource, full.Booking = contract.NumberPortIn, nil
		full.Port = &contract.Port{MSISDN: "0551234567", Status: contract.PortSubmitted, Tries: 1}
	})
	sent := r.call(http.MethodPost, "/api/orders/"+o.id+"/profile/message", `{}`, withSession(o.session), freshKey())
	require.Equal(t, http.StatusNoContent, sent.StatusCode)
	require.Equal(t, "esim-ready-port", r.notices.latest().Template)
	require.Equal(t, "0551234567", r.notices.latest().Params["msisdn"])
}

func progressBody(eventID, iccid, point, status string) string {
	return callBack(eventID, progress, `{"iccid":"`+iccid+`","notificationPointId":`+point+
		`,"timestamp":"2026-01-02T06:00:00+03:00","notificationPointStatus":`+status+`}`)
}

const (
	succeeded = `{"status":"Executed-Success"}`
	noMemory  = `{"status":"Failed","statusCodeData":{"subjectCode":"8.1","reasonCode":"4.8"}}`
)

func TestProgressOfADownloadBecomesASignalOnce(t *testing.T) {
	r := newESIMRig(t)
	o := r.eSIM()
	at := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
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
	number, err := r.store.Orders.NumberOf(t.Context(), o.id)
	require.NoError(t, err)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			before := len(r.flow.sentSignals())
			eventID := "evt_" + strings.ReplaceAll(name, " ", "_")
			for range 2 {
				got := r.report("esim", progressBody(eventID, profile+"F", test.point, test.status))
				require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.body))
			}
			signals := r.flow.sentSignals()[before:]
			if test.want == nil {
				require.Empty(t, signals)
				return
			}
			test.want.EventID, test.want.ICCID, test.want.At = eventID, profile, at
			require.Equal(t, []sent{{contract.OrderWorkflowID(number), contract.SignalProfileReported, "", *test.want}}, signals)
		})
	}
}

func TestProgressThatIsNotOursIsRefused(t *testing.T) {
	r := newESIMRig(t)
	r.eSIM()
	requireRefused(t, r.report("esim", progressBody("evt_unknown", "8996606999999999999F", "4", succeeded)), contract.FailOrderNotFound)
	for _, body := range []string{
		progressBody("evt_short_1", "8996606F", "4", succeeded), progressBody("evt_point_9", profile+"F", "9", succeeded),
		progressBody("evt_no_state", profile+"F", "4", `{}`), callBack("evt_nothing", progress, `{}`),
	} {
		requireRefused(t, r.report("esim", body), contract.FailValidation)
	}
	old := progressBody("evt_old_stamp", profile+"F", "4", succeeded)
	requireRefused(t, r.call(http.MethodPost, "/api/webhooks/esim", old, signature("secret-e", old, time.Now().Add(-6*time.Minute))), contract.FailSignature)
	requireRefused(t, r.call(http.MethodPost, "/api/webhooks/esim", old, signature("secret-c", old, time.Now())), contract.FailSignature)
	require.Empty(t, r.flow.sentSignals())
}
