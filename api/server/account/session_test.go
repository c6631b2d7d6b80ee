package account_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestSession_NewDevice_IsAnonymous(t *testing.T) {
	r := servertest.New(t)
	token := r.Device()
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token)), contract.FailNotSignedIn)
	for _, body := range []string{`{}`, `{"device_id":""}`, `{"device_id":"x"}`, `{"device_id":"01980000-0000-7000-8000-00000000000G"}`} {
		servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth/device", body), contract.FailValidation)
	}
	require.NotEqual(t, token, r.Device())
}

func TestSignIn_EachSpelling_IsAccepted(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("830000000001", "prepaid")
	for _, login := range []string{
		"0570000001", "570000001", "966570000001", "00966570000001", "+966 57 000 0001", "0570000001@selfcare.example",
		" 0570000001@SELFCARE.example ", "830000000001", "0830000000001",
	} {
		require.NotEmpty(t, r.SignIn(login), login)
	}
}

func TestSignIn_Device_GetsANewToken(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.Device()
	token := r.SignIn(servertest.MainLine, servertest.Header{"X-Device-Session": device})
	require.NotEqual(t, device, token)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(device)), contract.FailUnauthenticated)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token)).StatusCode)
	require.NotEmpty(t, r.SignIn(servertest.MainLine, servertest.Header{"X-Device-Session": device}), "an ended device session does not block the sign-in")
	require.NotEmpty(t, r.SignIn(servertest.MainLine, servertest.Header{"X-Device-Session": "' OR 1=1"}))
}

func TestSignOut_OldToken_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	for name, token := range map[string]string{"user": r.SignIn(servertest.MainLine), "device": r.Device()} {
		require.Equal(t, http.StatusNoContent, r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token)).StatusCode, name)
		servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token)), contract.FailUnauthenticated)
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token)), contract.FailUnauthenticated)
	}
}

func TestSession_Expired_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	at := func(later time.Duration) servertest.Answer {
		r.Options.Now = func() time.Time { return time.Now().Add(later) }
		r.ReplaceFlow(r.Flow)
		return r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token))
	}
	require.Equal(t, http.StatusOK, at(0).StatusCode)
	for day := range 29 {
		require.Equal(t, http.StatusOK, at(time.Duration(day+1)*23*time.Hour).StatusCode, "daily use keeps the session")
	}
	servertest.RequireRefused(t, at(30*24*time.Hour), contract.FailUnauthenticated)
}

func TestSession_DeletedUser_IsRefused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	_, err := r.DB.ExecContext(t.Context(), "DELETE FROM users WHERE id = ?", user.ID)
	require.NoError(t, err)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token)), contract.FailUnauthenticated)
}

func TestSession_SignedIn_HasUserAndLines(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	home := r.SubAccount(user, "0570000004", "postpaid", []string{"history"})
	none := r.SubAccount(user, "830000000002", "prepaid", []string{})
	token := r.SignIn(servertest.MainLine)

	me := servertest.Decoded[servertest.CurrentUser](t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token))).Data
	require.Equal(t, "Noura Alharbi", me.FirstName+" "+me.LastName)
	require.Equal(t, servertest.MainLine, me.MobileNumber)
	require.Equal(t, servertest.MainLine+"@selfcare.example", me.Email)
	require.True(t, me.EmailConfirmed)
	require.EqualValues(t, "prepaid", me.Properties.SubscriptionType)
	require.EqualValues(t, "password", me.Provider)
	require.Nil(t, me.AccessList)
	require.Equal(t, []string{"myBills"}, me.HiddenMenu)

	all := servertest.Decoded[servertest.Subscribers](t, r.Call(http.MethodGet, "/api/users/subscribers", "", servertest.Bearer(token))).Data
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

	me = servertest.Decoded[servertest.CurrentUser](t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token), servertest.OnAccount(home))).Data
	require.Equal(t, "0570000004", me.MobileNumber)
	require.EqualValues(t, "postpaid", me.Properties.SubscriptionType)
	require.Contains(t, me.HiddenMenu, "creditTransfer")
	require.Contains(t, me.HiddenMenu, "myBills", "the line is postpaid but lacks the permission")
	require.NotContains(t, me.HiddenMenu, "history")
}

func TestSession_OtherAccount_IsStale(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	other := r.Customer("0570000002", "prepaid")
	theirs := r.SubAccount(other, "0570000004", "prepaid", nil)
	former := r.SubAccount(user, "0570000005", "prepaid", nil)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE subscriptions SET ended_at = now() WHERE id = ?", former)
	require.NoError(t, err)
	token := r.SignIn(servertest.MainLine)
	for _, id := range []string{theirs, former, user.ID, "x", "' OR 1=1 --", "MAIN"} {
		for _, path := range []string{"/api/users/current", "/api/users/subscribers"} {
			got := r.Call(http.MethodGet, path, "", servertest.Bearer(token), servertest.OnAccount(id))
			require.Equal(t, -306, servertest.RequireRefused(t, got, contract.FailSubAccountStale).Code)
			require.Equal(t, http.StatusPreconditionRequired, got.StatusCode)
		}
	}
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token), servertest.OnAccount("main")).StatusCode)
}

func TestCall_OtherVersion_IsRefused(t *testing.T) {
	r := servertest.New(t)
	device := r.Device()
	tests := map[string]struct {
		path, version string
		refused       bool
	}{
		"none means v2":                {"/api/users/current", "", false},
		"v2":                           {"/api/users/current", "v2", false},
		"v3 of a v2 call":              {"/api/users/current", "v3", true},
		"nonsense":                     {"/api/users/current", "v2; DROP", true},
		"v3 of a catalogue call":       {"/api/plans", "v3", true},
		"catalogue":                    {"/api/plans", "", false},
		"catalogue from memory, as v3": {"/api/plans", "v3", true},
		"an order's call, as v1":       {"/api/orders/" + servertest.DeviceID, "v1", true},
		"v3 call without a version":    {"/api/auth/otp", "", true},
		"v3 call as v2":                {"/api/auth/otp", "v2", true},
	}
	for name, test := range tests {
		method, body := http.MethodGet, ""
		if test.path == "/api/auth/otp" {
			method, body = http.MethodPost, `{"otp":{"mobile_number":"0570000001","source":"login"}}`
		}
		got := r.Call(method, test.path, body, servertest.Bearer(device), servertest.Header{"X-Api-Version": test.version})
		if test.refused {
			servertest.RequireRefused(t, got, contract.FailVersion)
			continue
		}
		require.NotEqual(t, http.StatusBadRequest, got.StatusCode, name)
	}
}
