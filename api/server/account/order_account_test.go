package account_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

const orderEmail = "Noura@example.com"

// activeOrder is an order whose new line is in service; its contact has proven the given channels.
func activeOrder(r *servertest.Rig, verified ...contract.Channel) (o servertest.Started, number string) {
	r.T.Helper()
	o = r.CompleteOrder()
	r.Line(servertest.MainLine, "prepaid", servertest.Owner)
	number = r.Put(o, func(full *contract.Order) {
		person := servertest.Owner
		full.Person = &person
		full.Booking = &contract.Booking{MSISDN: servertest.MainLine, Category: "gold"}
		full.Contact = &contract.Contact{FullName: "Noura", Email: orderEmail, Mobile: servertest.ContactMobile, Verified: verified}
	}).Number
	return o, number
}

func createAccount(r *servertest.Rig, o servertest.Started, token string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/orders/"+o.ID+"/account", "", servertest.WithSession(o.Session), servertest.Bearer(token))
}

// proveContact shows the code of an order's contact with the session of a device.
func proveContact(r *servertest.Rig, number, contact string) (token string) {
	r.T.Helper()
	token = r.FreshDevice()
	got := r.OpenFound(token, number, contact, r.MustLookUp(token, number, contact))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return token
}

func TestOrderAccount_ProvenContact_SignsIn(t *testing.T) {
	r := servertest.New(t)
	o, number := activeOrder(r, contract.ByEmail)
	device := proveContact(r, number, orderEmail)
	got := createAccount(r, o, device)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	token := servertest.Decoded[servertest.SignedInData](t, got).Data.AuthToken
	me := r.Me(token).Data
	require.Equal(t, []string{"Noura", "Salem Alharbi", servertest.MainLine, "noura@example.com"}, []string{me.FirstName, me.LastName, me.MobileNumber, me.Email})
	require.True(t, me.EmailConfirmed)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/orders/"+o.ID, "", servertest.Bearer(token)).StatusCode, "the order is the account's own")
	servertest.RequireRefused(t, createAccount(r, o, device), contract.FailUnauthenticated)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, "hash of ")), contract.FailLoginWrong)

	second := r.SentCode(r.FreshDevice(), servertest.MainLine, "login")
	require.NotEmpty(t, second, "the customer signs in with a code later")
}

func TestOrderAccount_MobileAlone_HasNoEmail(t *testing.T) {
	r := servertest.New(t)
	o, number := activeOrder(r)
	got := createAccount(r, o, proveContact(r, number, servertest.ContactMobile))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	require.Empty(t, r.Me(servertest.Decoded[servertest.SignedInData](t, got).Data.AuthToken).Data.Email, "a mistyped e-mail may belong to a stranger")
}

func TestOrderAccount_NoCodeShown_IsRefused(t *testing.T) {
	r := servertest.New(t)
	o, number := activeOrder(r, contract.ByMobile)
	proven := proveContact(r, number, servertest.ContactMobile)
	servertest.RequireRefused(t, createAccount(r, o, r.FreshDevice()), contract.FailProofMissing)
	servertest.RequireRefused(t, createAccount(r, r.OpenPartByLink(o, permission.Tracking), proven), contract.FailLinkOnly)

	r.Put(o, func(full *contract.Order) { full.Contact.Mobile = "0551234568" })
	servertest.RequireRefused(t, createAccount(r, o, proven), contract.FailProofMissing)
	r.Put(o, func(full *contract.Order) { full.Contact.Mobile = servertest.ContactMobile })
	r.Redis.FastForward(25 * time.Hour)
	servertest.RequireRefused(t, createAccount(r, o, proven), contract.FailProofMissing)
}

func TestOrderAccount_KnownCustomer_IsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		exists func(r *servertest.Rig)
		code   contract.Code
	}{
		"of the number": {func(r *servertest.Rig) {
			r.Exec("INSERT INTO users (id, mobile, password_hash) VALUES (gen_random_uuid(), ?, '')", servertest.MainLine)
		}, contract.FailNumberHasUser},
		"of the contact's mobile": {func(r *servertest.Rig) {
			r.Exec("INSERT INTO users (id, mobile, password_hash) VALUES (gen_random_uuid(), ?, '')", servertest.ContactMobile)
		}, contract.FailContactHasUser},
		"with the confirmed e-mail": {func(r *servertest.Rig) {
			r.Exec("INSERT INTO users (id, email, email_confirmed_at, password_hash) VALUES (gen_random_uuid(), 'noura@example.com', now(), '')")
		}, contract.FailEmailInUse},
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			o, number := activeOrder(r, contract.ByMobile, contract.ByEmail)
			test.exists(r)
			device := proveContact(r, number, servertest.ContactMobile)
			servertest.RequireRefused(t, createAccount(r, o, device), test.code)
			servertest.RequireRefused(t, createAccount(r, o, r.FreshDevice()), contract.FailProofMissing)
		})
	}
}

func TestOrderAccount_OtherOrder_OpensNone(t *testing.T) {
	for name, change := range map[string]func(*contract.Order){
		"not active yet":       func(full *contract.Order) { full.Stage = contract.StageDelivered },
		"of an existing line":  func(full *contract.Order) { full.NumberSource = contract.NumberExisting },
		"of another person":    func(full *contract.Order) { full.Person.IDNumber = servertest.CardOwner },
		"of two months before": func(full *contract.Order) { full.CreatedAt = time.Now().Add(-61 * 24 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			o, number := activeOrder(r, contract.ByMobile)
			device := proveContact(r, number, servertest.ContactMobile)
			r.Put(o, change)
			servertest.RequireRefused(t, createAccount(r, o, device), contract.FailOrderNoAccount)
		})
	}
}

func TestOrderAccount_BlockedLine_IsRefused(t *testing.T) {
	r := servertest.New(t)
	o, number := activeOrder(r, contract.ByMobile)
	r.Exec("UPDATE lines SET guarded_until = now() + interval '1 hour'")
	device := proveContact(r, number, servertest.ContactMobile)
	servertest.RequireRefused(t, createAccount(r, o, device), contract.FailLineGuarded)
}

func TestOrderAccount_FailedWrite_IsRepeated(t *testing.T) {
	r := servertest.New(t)
	o, number := activeOrder(r, contract.ByMobile)
	device := proveContact(r, number, servertest.ContactMobile)
	mend := refusesWrites(r, "sessions")
	servertest.RequireRefused(t, createAccount(r, o, device), contract.FailUnavailable)
	mend()
	got := createAccount(r, o, device)
	require.Equal(t, http.StatusCreated, got.StatusCode, "neither account nor session was left: %s", got.Body)
}

func TestOrderAccount_SignedIn_IsRefused(t *testing.T) {
	r := servertest.New(t)
	o, _ := activeOrder(r, contract.ByMobile)
	r.Account("other@selfcare.example")
	servertest.RequireRefused(t, createAccount(r, o, r.SignIn("other@selfcare.example")), contract.FailForbidden)
}
