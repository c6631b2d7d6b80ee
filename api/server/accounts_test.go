package server_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store"
)

const password = "Sahara-2026"

// account adds somebody who can sign in; the rig's password check takes "hash of <password>".
// Who works for us has a second factor.
func (r *rig) account(email string, roles ...string) {
	r.t.Helper()
	if roles == nil {
		roles = []string{}
	}
	_, err := r.db.ExecContext(r.t.Context(), "INSERT INTO users (id, email, password_hash, roles) VALUES (?, ?, ?, ?)",
		uuid.NewString(), email, "hash of "+password, pgdialect.Array(roles))
	require.NoError(r.t, err)
	if permission.WorksForUs(roles) {
		r.enrol(email)
	}
}

type signedInData struct {
	Data struct {
		AuthToken string   `json:"auth_token"`
		Roles     []string `json:"roles"`
	} `json:"data"`
}

// signedIn adds an account and answers with its token.
func (r *rig) signedIn(email string, roles ...string) string {
	r.t.Helper()
	r.account(email, roles...)
	return r.signIn(email)
}

func (r *rig) signIn(login string, headers ...header) string {
	r.t.Helper()
	got := r.call(http.MethodPost, "/api/auth", "", append(headers, basic(login, password))...)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	data := decoded[signedInData](r.t, got).Data
	if permission.WorksForUs(data.Roles) {
		proven := r.prove(data.AuthToken, r.factorCode(0))
		if proven.StatusCode != http.StatusNoContent { // used up by a sign-in of the same half minute
			proven = r.prove(data.AuthToken, r.factorCode(1))
		}
		require.Equal(r.t, http.StatusNoContent, proven.StatusCode, string(proven.body))
	}
	return data.AuthToken
}

const deviceID = "01980000-0000-7000-8000-000000000001"

// device opens a session nobody has signed in on.
func (r *rig) device() string {
	r.t.Helper()
	got := r.call(http.MethodPost, "/api/auth/device", `{"device_id":"`+deviceID+`"}`)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[signedInData](r.t, got).Data.AuthToken
}

// freshDevice is a session of a device nobody has seen before.
func (r *rig) freshDevice() string {
	r.t.Helper()
	got := r.call(http.MethodPost, "/api/auth/device", `{"device_id":"`+uuid.NewString()+`"}`)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[signedInData](r.t, got).Data.AuthToken
}

func bearer(token string) header { return header{"Authorization": "Bearer " + token} }

func onAccount(id string) header { return header{"x-sub-account": id} }

var v3 = header{"X-Api-Version": "v3"}

const (
	ownerID  = "1077000014"
	nextID   = "1077000022"
	mainLine = "0570000001"
)

// owner of a test line.
var owner = contract.Person{IDNumber: ownerID, Nationality: "SA", BirthDate: "1990-03-05", FullNameEn: "Noura Salem Alharbi", FullNameAr: "نورة الحربي"}

// line puts a number in service.
func (r *rig) line(msisdn, subscription string, person contract.Person) string {
	r.t.Helper()
	kind := store.LineVoice
	if msisdn[0] == '8' {
		kind = store.LineData
	}
	id, err := r.store.Lines.Add(r.t.Context(), store.Line{
		MSISDN: msisdn, Kind: kind, Type: subscription, PlanID: "hawakom-90", Person: person,
		Contact: contract.Contact{FullName: person.FullNameEn, Email: "owner@selfcare.example", Mobile: "0551234567"},
	}, time.Now())
	require.NoError(r.t, err)
	return id
}

// customer adds a user with a main line; the e-mail is made of the number.
func (r *rig) customer(msisdn, subscription string) store.User {
	r.t.Helper()
	user, err := r.store.Users.Register(r.t.Context(), store.User{
		Email: msisdn + "@selfcare.example", EmailConfirmed: true, Mobile: msisdn, FirstName: "Noura", LastName: "Alharbi",
		PasswordHash: "hash of " + password, Roles: []string{"customer"},
	}, r.line(msisdn, subscription, owner))
	require.NoError(r.t, err)
	return user
}

// subAccount gives a user one more line and answers with its id.
func (r *rig) subAccount(user store.User, msisdn, subscription string, access []string) string {
	r.t.Helper()
	added, err := r.store.Subscriptions.Subscribe(r.t.Context(), user.ID, store.Subscription{
		LineID: r.line(msisdn, subscription, owner), Nickname: "Home", Access: access,
	})
	require.NoError(r.t, err)
	return added.ID
}

// tokenOf makes a well-formed token and what the store keeps of it.
func tokenOf(fill byte) (token string, hash []byte) {
	raw := make([]byte, 32)
	for i := range raw {
		raw[i] = fill
	}
	token = base64.RawURLEncoding.EncodeToString(raw)
	sum := sha256.Sum256([]byte(token))
	return token, sum[:]
}
