package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/dev/testkit/authenticator"
	"selfcare/internal/contract"
)

const (
	ourOrigin = "https://selfcare.example"
	ourSite   = "selfcare.example"
)

type passkeyOptions struct{ Data authenticator.Options }

func (r *rig) passkeyOptions(token, path, body string) authenticator.Options {
	r.t.Helper()
	got := r.call(http.MethodPost, path, body, bearer(token))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[passkeyOptions](r.t, got).Data
}

// addPasskey has a device make a passkey for who is signed in.
func (r *rig) addPasskey(token string, device *authenticator.Device) answer {
	r.t.Helper()
	asked := r.passkeyOptions(token, "/api/users/current/passkeys/challenge", "{}")
	return r.call(http.MethodPost, "/api/users/current/passkeys", device.Make(r.t, asked), bearer(token))
}

// showPasskey signs in on a fresh device session.
func (r *rig) showPasskey(device *authenticator.Device) answer {
	r.t.Helper()
	token := r.device()
	asked := r.passkeyOptions(token, "/api/auth/passkey/challenge", "")
	return r.call(http.MethodPost, "/api/auth/passkey", device.Sign(r.t, asked), bearer(token))
}

func (r *rig) withPasskey() (token string, device *authenticator.Device) {
	r.t.Helper()
	r.customer(mainLine, "prepaid")
	token, device = r.signIn(mainLine), authenticator.New(r.t, ourOrigin, ourSite)
	got := r.addPasskey(token, device)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return token, device
}

func (r *rig) passkeys(token string) []gen.Passkey {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/users/current/passkeys", "", bearer(token))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data []gen.Passkey }](r.t, got).Data
}

func TestAPasskeySignsIn(t *testing.T) {
	r := newRig(t)
	token, device := r.withPasskey()
	require.Equal(t, "passkey-added", r.notices.latest().Template)
	require.Len(t, r.passkeys(token), 1)

	device.Count = 1
	got := r.showPasskey(device)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	here := decoded[signedInData](t, got).Data.AuthToken
	require.EqualValues(t, "passkey", r.sessions(here)[0].Provider)
	me := decoded[currentUser](t, r.call(http.MethodGet, "/api/users/current", "", bearer(here))).Data
	require.True(t, me.Provider.Valid(), "a way of the contract, which pages hold answers against: %s", me.Provider)
	require.NotNil(t, r.passkeys(here)[0].UsedAt)
	requireRefused(t, r.addPasskey(here, device), contract.FailPasskeyKnown)
}

func TestAPasskeyOfAnotherSiteIsRefused(t *testing.T) {
	r := newRig(t)
	token, device := r.withPasskey()
	for _, other := range map[string]func(d *authenticator.Device){
		"a page that looks like ours":      func(d *authenticator.Device) { d.Origin = "https://selfcare.example.evil" },
		"a passkey of that site":           func(d *authenticator.Device) { d.Site = "evil.example" },
		"our page without TLS":             func(d *authenticator.Device) { d.Origin = "http://selfcare.example" },
		"another page of our own machines": func(d *authenticator.Device) { d.Origin = "https://www.selfcare.example" },
	} {
		theirs := *device
		other(&theirs)
		requireRefused(t, r.showPasskey(&theirs), contract.FailPasskeySite)
		made := authenticator.New(t, ourOrigin, ourSite)
		other(made)
		requireRefused(t, r.addPasskey(token, made), contract.FailPasskeySite)
	}
	require.Len(t, r.passkeys(token), 1)
}

func TestAPasskeyThatWasCopiedIsRefused(t *testing.T) {
	r := newRig(t)
	_, device := r.withPasskey()
	device.Count = 5
	require.Equal(t, http.StatusOK, r.showPasskey(device).StatusCode)
	for _, count := range []uint32{5, 4, 0} {
		device.Count = count
		requireRefused(t, r.showPasskey(device), contract.FailPasskeyCopied)
	}
	var copies int
	require.NoError(t, r.db.NewRaw("SELECT count(*) FROM audit_log WHERE action = 'passkey-copied'").Scan(t.Context(), &copies))
	require.Equal(t, 3, copies)
	device.Count = 6
	require.Equal(t, http.StatusOK, r.showPasskey(device).StatusCode)
}

func TestWhatADeviceSignedCountsOnceAndForItsSession(t *testing.T) {
	r := newRig(t)
	_, device := r.withPasskey()
	show := func(token, body string) answer {
		return r.call(http.MethodPost, "/api/auth/passkey", body, bearer(token))
	}
	mine, other := r.device(), r.device()
	signed := device.Sign(t, r.passkeyOptions(mine, "/api/auth/passkey/challenge", ""))
	requireRefused(t, show(other, signed), contract.FailPasskeyExpired)
	require.Equal(t, http.StatusOK, show(mine, signed).StatusCode)
	requireRefused(t, show(other, signed), contract.FailPasskeyExpired)
}

func TestAPasskeyThatShowsNobodyOrIsUnknownIsRefused(t *testing.T) {
	r := newRig(t)
	token, device := r.withPasskey()
	device.Unlocked = false
	requireRefused(t, r.showPasskey(device), contract.FailPasskeyRefused)
	device.Unlocked = true
	forged := authenticator.New(t, ourOrigin, ourSite)
	forged.ID, forged.Owner = device.ID, device.Owner // another key under the same name
	requireRefused(t, r.showPasskey(forged), contract.FailPasskeyRefused)
	requireRefused(t, r.showPasskey(authenticator.New(t, ourOrigin, ourSite)), contract.FailPasskeyUnknown)

	remove := func(token string) answer {
		return r.call(http.MethodDelete, "/api/users/current/passkeys/"+device.ID, "", bearer(token), freshKey())
	}
	r.customer("0570000002", "prepaid")
	requireRefused(t, remove(r.signIn("0570000002")), contract.FailPasskeyUnknown)
	require.Equal(t, http.StatusNoContent, remove(token).StatusCode)
	requireRefused(t, r.showPasskey(device), contract.FailPasskeyUnknown)
}

func TestAPasskeyIsAddedByWhoHasJustShownWhoTheyAre(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	later := time.Now().Add(11 * time.Minute)
	standingAt(later)(&r.options)
	r.replaceFlow(r.flow)
	begin := func(body string) answer {
		return r.call(http.MethodPost, "/api/users/current/passkeys/challenge", body, bearer(token))
	}
	requireRefused(t, begin("{}"), contract.FailPasskeyProof)
	requireRefused(t, begin(`{"password":"Wrong-2026"}`), contract.FailLoginWrong)
	require.Equal(t, http.StatusOK, begin(`{"password":"`+password+`"}`).StatusCode)
}

func TestAPasskeyIsRenamedByItsOwner(t *testing.T) {
	r := newRig(t)
	token, device := r.withPasskey()
	rename := func(token, name string) answer {
		return r.call(http.MethodPatch, "/api/users/current/passkeys/"+device.ID, `{"name":"`+name+`"}`, bearer(token), freshKey())
	}
	require.Equal(t, http.StatusNoContent, rename(token, " My phone ").StatusCode)
	require.Equal(t, "My phone", r.passkeys(token)[0].Name)
	requireRefused(t, rename(token, "  "), contract.FailValidation)
	r.customer("0570000002", "prepaid")
	requireRefused(t, rename(r.signIn("0570000002"), "Mine"), contract.FailPasskeyUnknown)
}

func TestAnAccountHasTenPasskeysAtMost(t *testing.T) {
	r := newRig(t)
	token, _ := r.withPasskey()
	for range 9 {
		require.Equal(t, http.StatusOK, r.addPasskey(token, authenticator.New(t, ourOrigin, ourSite)).StatusCode)
	}
	requireRefused(t, r.call(http.MethodPost, "/api/users/current/passkeys/challenge", "{}", bearer(token)), contract.FailPasskeysFull)
}
