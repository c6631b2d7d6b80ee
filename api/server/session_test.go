package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

type currentUser struct{ Data gen.CurrentUser }

type subscribers struct{ Data []gen.Subscriber }

func TestADeviceGetsASessionThatIsNotSignedIn(t *testing.T) {
	r := newRig(t)
	token := r.device()
	requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(token)), contract.FailNotSignedIn)
	for _, body := range []string{`{}`, `{"device_id":""}`, `{"device_id":"x"}`, `{"device_id":"01980000-0000-7000-8000-00000000000G"}`} {
		requireRefused(t, r.call(http.MethodPost, "/api/auth/device", body), contract.FailValidation)
	}
	require.NotEqual(t, token, r.device())
}

func TestSigningInTakesEveryWayALoginIsWritten(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("830000000001", "prepaid")
	for _, login := range []string{
		"0570000001", "570000001", "966570000001", "00966570000001", "+966 57 000 0001", "0570000001@selfcare.example",
		" 0570000001@SELFCARE.example ", "830000000001", "0830000000001",
	} {
		require.NotEmpty(t, r.signIn(login), login)
	}
}

func TestSigningInEndsTheDevicesSessionAndStartsANewToken(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.device()
	token := r.signIn(mainLine, header{"X-Device-Session": device})
	require.NotEqual(t, device, token)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(device)), contract.FailUnauthenticated)
	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/users/current", "", bearer(token)).StatusCode)
	require.NotEmpty(t, r.signIn(mainLine, header{"X-Device-Session": device}), "a device session that is over is no hindrance")
	require.NotEmpty(t, r.signIn(mainLine, header{"X-Device-Session": "' OR 1=1"}))
}

func TestAfterSigningOutATokenIsWorthNothing(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	for name, token := range map[string]string{"user": r.signIn(mainLine), "device": r.device()} {
		require.Equal(t, http.StatusNoContent, r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token)).StatusCode, name)
		requireRefused(t, r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token)), contract.FailUnauthenticated)
		requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(token)), contract.FailUnauthenticated)
	}
}

func TestSessionsEndByThemselves(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	at := func(later time.Duration) answer {
		r.options.Now = func() time.Time { return time.Now().Add(later) }
		r.replaceFlow(r.flow)
		return r.call(http.MethodGet, "/api/users/current", "", bearer(token))
	}
	require.Equal(t, http.StatusOK, at(0).StatusCode)
	for day := range 29 {
		require.Equal(t, http.StatusOK, at(time.Duration(day+1)*23*time.Hour).StatusCode, "used each day")
	}
	requireRefused(t, at(30*24*time.Hour), contract.FailUnauthenticated)
}

func TestTheTokenOfADeletedUserIsWorthNothing(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	_, err := r.db.ExecContext(t.Context(), "DELETE FROM users WHERE id = ?", user.ID)
	require.NoError(t, err)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(token)), contract.FailUnauthenticated)
}

func TestAUserSeesWhoIsSignedInAndTheLines(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	home := r.subAccount(user, "0570000004", "postpaid", []string{"history"})
	none := r.subAccount(user, "830000000002", "prepaid", []string{})
	token := r.signIn(mainLine)

	me := decoded[currentUser](t, r.call(http.MethodGet, "/api/users/current", "", bearer(token))).Data
	require.Equal(t, "Noura Alharbi", me.FirstName+" "+me.LastName)
	require.Equal(t, mainLine, me.MobileNumber)
	require.Equal(t, mainLine+"@selfcare.example", me.Email)
	require.True(t, me.EmailConfirmed)
	require.EqualValues(t, "prepaid", me.Properties.SubscriptionType)
	require.EqualValues(t, "password", me.Provider)
	require.Nil(t, me.AccessList)
	require.Equal(t, []string{"myBills"}, me.HiddenMenu)

	all := decoded[subscribers](t, r.call(http.MethodGet, "/api/users/subscribers", "", bearer(token))).Data
	require.Len(t, all, 3)
	require.Equal(t, "main", all[0].SubscriptionId)
	require.True(t, all[0].User.IsMain)
	require.Nil(t, all[0].AccessList)
	require.Equal(t, home, all[1].SubscriptionId)
	require.False(t, all[1].User.IsMain)
	require.Equal(t, "Home", all[1].Nickname)
	require.EqualValues(t, "history", (*all[1].AccessList)[0].Key)
	require.Equal(t, none, all[2].SubscriptionId)
	require.Empty(t, *all[2].AccessList)
	require.True(t, all[2].Properties.DataSim)

	me = decoded[currentUser](t, r.call(http.MethodGet, "/api/users/current", "", bearer(token), onAccount(home))).Data
	require.Equal(t, "0570000004", me.MobileNumber)
	require.EqualValues(t, "postpaid", me.Properties.SubscriptionType)
	require.Contains(t, me.HiddenMenu, "creditTransfer")
	require.Contains(t, me.HiddenMenu, "myBills", "postpaid, but not granted")
	require.NotContains(t, me.HiddenMenu, "history")
}

func TestAnAccountThatIsNotThereIsStale(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	other := r.customer("0570000002", "prepaid")
	theirs := r.subAccount(other, "0570000004", "prepaid", nil)
	former := r.subAccount(user, "0570000005", "prepaid", nil)
	_, err := r.db.ExecContext(t.Context(), "UPDATE subscriptions SET ended_at = now() WHERE id = ?", former)
	require.NoError(t, err)
	token := r.signIn(mainLine)
	for _, id := range []string{theirs, former, user.ID, "x", "' OR 1=1 --", "MAIN"} {
		for _, path := range []string{"/api/users/current", "/api/users/subscribers"} {
			got := r.call(http.MethodGet, path, "", bearer(token), onAccount(id))
			require.Equal(t, -306, requireRefused(t, got, contract.FailSubAccountStale).Code)
			require.Equal(t, http.StatusPreconditionRequired, got.StatusCode)
		}
	}
	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/users/current", "", bearer(token), onAccount("main")).StatusCode)
}

func TestVersionsOfCallsAreChecked(t *testing.T) {
	r := newRig(t)
	device := r.device()
	tests := map[string]struct {
		path, version string
		refused       bool
	}{
		"none means v2":                  {"/api/users/current", "", false},
		"v2":                             {"/api/users/current", "v2", false},
		"v3 of a v2 call":                {"/api/users/current", "v3", true},
		"nonsense":                       {"/api/users/current", "v2; DROP", true},
		"v3 of a catalogue call":         {"/api/plans", "v3", true},
		"catalogue":                      {"/api/plans", "", false},
		"catalogue from memory, as v3":   {"/api/plans", "v3", true},
		"an order's call, as v1":         {"/api/orders/" + deviceID, "v1", true},
		"a call that is v3, without any": {"/api/auth/otp", "", true},
		"a call that is v3, as v2":       {"/api/auth/otp", "v2", true},
	}
	for name, test := range tests {
		method, body := http.MethodGet, ""
		if test.path == "/api/auth/otp" {
			method, body = http.MethodPost, `{"otp":{"mobile_number":"0570000001","source":"login"}}`
		}
		got := r.call(method, test.path, body, bearer(device), header{"X-Api-Version": test.version})
		if test.refused {
			requireRefused(t, got, contract.FailVersion)
			continue
		}
		require.NotEqual(t, http.StatusBadRequest, got.StatusCode, name)
	}
}
