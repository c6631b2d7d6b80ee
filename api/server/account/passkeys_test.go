package account_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/dev/testkit/authenticator"
	"selfcare/internal/contract"
)

// showPasskey signs in on a fresh device session.
func showPasskey(r *servertest.Rig, device *authenticator.Device) servertest.Answer {
	r.T.Helper()
	token := r.Device()
	asked := r.PasskeyOptions(token, "/api/auth/passkey/challenge", "")
	return r.Call(http.MethodPost, "/api/auth/passkey", device.Sign(r.T, asked), servertest.Bearer(token))
}

func withPasskey(r *servertest.Rig) (token string, device *authenticator.Device) {
	r.T.Helper()
	r.Customer(servertest.MainLine, "prepaid")
	token, device = r.SignIn(servertest.MainLine), authenticator.New(r.T, servertest.OurOrigin, servertest.OurSite)
	got := r.AddPasskey(token, device)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return token, device
}

func TestPasskey_Known_SignsIn(t *testing.T) {
	r := servertest.New(t)
	token, device := withPasskey(r)
	require.Equal(t, "passkey-added", r.Notices.Latest().Template)
	require.Len(t, r.Passkeys(token), 1)

	device.Count = 1
	got := showPasskey(r, device)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	here := servertest.Decoded[servertest.SignedInData](t, got).Data.AuthToken
	require.EqualValues(t, "passkey", r.Sessions(here)[0].Provider)
	me := servertest.Decoded[servertest.CurrentUser](t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(here))).Data
	require.True(t, me.Provider.Valid(), "the contract has no such transport: %s", me.Provider)
	require.NotNil(t, r.Passkeys(here)[0].UsedAt)
	servertest.RequireRefused(t, r.AddPasskey(here, device), contract.FailPasskeyKnown)
}

func TestPasskey_OtherSite_IsRefused(t *testing.T) {
	r := servertest.New(t)
	token, device := withPasskey(r)
	for _, other := range map[string]func(d *authenticator.Device){
		"a look-alike site":                func(d *authenticator.Device) { d.Origin = "https://selfcare.example.evil" },
		"a passkey of that site":           func(d *authenticator.Device) { d.Site = "evil.example" },
		"our page without TLS":             func(d *authenticator.Device) { d.Origin = "http://selfcare.example" },
		"another page of our own machines": func(d *authenticator.Device) { d.Origin = "https://www.selfcare.example" },
	} {
		theirs := *device
		other(&theirs)
		servertest.RequireRefused(t, showPasskey(r, &theirs), contract.FailPasskeySite)
		made := authenticator.New(t, servertest.OurOrigin, servertest.OurSite)
		other(made)
		servertest.RequireRefused(t, r.AddPasskey(token, made), contract.FailPasskeySite)
	}
	require.Len(t, r.Passkeys(token), 1)
}

func TestPasskey_Cloned_IsRefused(t *testing.T) {
	r := servertest.New(t)
	_, device := withPasskey(r)
	device.Count = 5
	require.Equal(t, http.StatusOK, showPasskey(r, device).StatusCode)
	for _, count := range []uint32{5, 4, 0} {
		device.Count = count
		servertest.RequireRefused(t, showPasskey(r, device), contract.FailPasskeyCopied)
	}
	var copies int
	require.NoError(t, r.DB.NewRaw("SELECT count(*) FROM audit_log WHERE action = 'passkey-copied'").Scan(t.Context(), &copies))
	require.Equal(t, 3, copies)
	device.Count = 6
	require.Equal(t, http.StatusOK, showPasskey(r, device).StatusCode)
}

func TestPasskey_OtherSession_IsRefused(t *testing.T) {
	r := servertest.New(t)
	_, device := withPasskey(r)
	show := func(token, body string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/auth/passkey", body, servertest.Bearer(token))
	}
	mine, other := r.Device(), r.Device()
	signed := device.Sign(t, r.PasskeyOptions(mine, "/api/auth/passkey/challenge", ""))
	servertest.RequireRefused(t, show(other, signed), contract.FailPasskeyExpired)
	require.Equal(t, http.StatusOK, show(mine, signed).StatusCode)
	servertest.RequireRefused(t, show(other, signed), contract.FailPasskeyExpired)
}

func TestPasskey_LockedOrUnknown_IsRefused(t *testing.T) {
	r := servertest.New(t)
	token, device := withPasskey(r)
	device.Unlocked = false
	servertest.RequireRefused(t, showPasskey(r, device), contract.FailPasskeyRefused)
	device.Unlocked = true
	forged := authenticator.New(t, servertest.OurOrigin, servertest.OurSite)
	forged.ID, forged.Owner = device.ID, device.Owner // another key under the same name
	servertest.RequireRefused(t, showPasskey(r, forged), contract.FailPasskeyRefused)
	servertest.RequireRefused(t, showPasskey(r, authenticator.New(t, servertest.OurOrigin, servertest.OurSite)), contract.FailPasskeyUnknown)

	remove := func(token string) servertest.Answer {
		return r.Call(http.MethodDelete, "/api/users/current/passkeys/"+device.ID, "", servertest.Bearer(token), servertest.FreshKey())
	}
	r.Customer("0570000002", "prepaid")
	servertest.RequireRefused(t, remove(r.SignIn("0570000002")), contract.FailPasskeyUnknown)
	require.Equal(t, http.StatusNoContent, remove(token).StatusCode)
	servertest.RequireRefused(t, showPasskey(r, device), contract.FailPasskeyUnknown)
}

func TestPasskey_Add_NeedsRecentProof(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	later := time.Now().Add(11 * time.Minute)
	servertest.StandingAt(later)(&r.Options)
	r.ReplaceFlow(r.Flow)
	begin := func(body string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/users/current/passkeys/challenge", body, servertest.Bearer(token))
	}
	servertest.RequireRefused(t, begin("{}"), contract.FailPasskeyProof)
	servertest.RequireRefused(t, begin(`{"password":"Wrong-2026"}`), contract.FailLoginWrong)
	require.Equal(t, http.StatusOK, begin(`{"password":"`+servertest.Password+`"}`).StatusCode)
}

func TestPasskey_Owner_RenamesIt(t *testing.T) {
	r := servertest.New(t)
	token, device := withPasskey(r)
	rename := func(token, name string) servertest.Answer {
		return r.Call(http.MethodPatch, "/api/users/current/passkeys/"+device.ID, `{"name":"`+name+`"}`, servertest.Bearer(token), servertest.FreshKey())
	}
	require.Equal(t, http.StatusNoContent, rename(token, " My phone ").StatusCode)
	require.Equal(t, "My phone", r.Passkeys(token)[0].Name)
	servertest.RequireRefused(t, rename(token, "  "), contract.FailValidation)
	r.Customer("0570000002", "prepaid")
	servertest.RequireRefused(t, rename(r.SignIn("0570000002"), "Mine"), contract.FailPasskeyUnknown)
}

func TestPasskey_Eleventh_IsRefused(t *testing.T) {
	r := servertest.New(t)
	token, _ := withPasskey(r)
	for range 9 {
		require.Equal(t, http.StatusOK, r.AddPasskey(token, authenticator.New(t, servertest.OurOrigin, servertest.OurSite)).StatusCode)
	}
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users/current/passkeys/challenge", "{}", servertest.Bearer(token)), contract.FailPasskeysFull)
}
