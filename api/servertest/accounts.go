package servertest

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store/line"
	"selfcare/internal/store/subaccount"
	userstore "selfcare/internal/store/user"
)

const Password = "Sahara-2026"

// Account adds a customer who can sign in; the rig's password check takes "hash of <password>".
// A staff member has a second factor.
func (r *Rig) Account(email string, roles ...string) {
	r.T.Helper()
	if roles == nil {
		roles = []string{}
	}
	_, err := r.DB.ExecContext(r.T.Context(), "INSERT INTO users (id, email, password_hash, roles) VALUES (?, ?, ?, ?)",
		uuid.NewString(), email, "hash of "+Password, pgdialect.Array(roles))
	require.NoError(r.T, err)
	if permission.WorksForUs(roles) {
		r.Enrol(email)
	}
}

type SignedInData struct {
	Data struct {
		AuthToken string   `json:"auth_token"`
		Roles     []string `json:"roles"`
	} `json:"data"`
}

// SignedIn adds an account, signs in and returns its token.
func (r *Rig) SignedIn(email string, roles ...string) string {
	r.T.Helper()
	r.Account(email, roles...)
	return r.SignIn(email)
}

func (r *Rig) SignIn(login string, headers ...Header) string {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/auth", "", append(headers, Basic(login, Password))...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	data := Decoded[SignedInData](r.T, got).Data
	if permission.WorksForUs(data.Roles) {
		proven := r.Prove(data.AuthToken, r.FactorCode(0))
		if proven.StatusCode != http.StatusNoContent { // a sign-in in the same half minute used the code
			proven = r.Prove(data.AuthToken, r.FactorCode(1))
		}
		require.Equal(r.T, http.StatusNoContent, proven.StatusCode, string(proven.Body))
	}
	return data.AuthToken
}

const DeviceID = "01980000-0000-7000-8000-000000000001"

// Device opens a session of a device without a customer.
func (r *Rig) Device() string {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/auth/device", `{"device_id":"`+DeviceID+`"}`)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[SignedInData](r.T, got).Data.AuthToken
}

// FreshDevice opens a session of a new device.
func (r *Rig) FreshDevice() string {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/auth/device", `{"device_id":"`+uuid.NewString()+`"}`)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[SignedInData](r.T, got).Data.AuthToken
}

func Bearer(token string) Header { return Header{"Authorization": "Bearer " + token} }

func OnAccount(id string) Header { return Header{"x-sub-account": id} }

var V3 = Header{"X-Api-Version": "v3"}

const (
	OwnerID  = "1077000014"
	NextID   = "1077000022"
	MainLine = "0570000001"
)

// Owner of a test line.
var Owner = contract.Person{IDNumber: OwnerID, Nationality: "SA", BirthDate: "1990-03-05", FullNameEn: "Noura Salem Alharbi", FullNameAr: "نورة الحربي"}

// Line puts a number in service.
func (r *Rig) Line(msisdn, subscription string, person contract.Person) string {
	r.T.Helper()
	kind := line.Voice
	if msisdn[0] == '8' {
		kind = line.Data
	}
	id, err := r.Store.Lines.Add(r.T.Context(), line.Line{
		MSISDN: msisdn, Kind: kind, Type: subscription, PlanID: "hawakom-90", Person: person,
		Contact: contract.Contact{FullName: person.FullNameEn, Email: "owner@selfcare.example", Mobile: "0551234567"},
	}, time.Now())
	require.NoError(r.T, err)
	return id
}

// Customer adds a user with a main line; the e-mail contains the number.
func (r *Rig) Customer(msisdn, subscription string) userstore.User {
	r.T.Helper()
	user, err := r.Store.Users.Register(r.T.Context(), userstore.User{
		Email: msisdn + "@selfcare.example", EmailConfirmed: true, Mobile: msisdn, FirstName: "Noura", LastName: "Alharbi",
		PasswordHash: "hash of " + Password, Roles: []string{"customer"},
	}, r.Line(msisdn, subscription, Owner))
	require.NoError(r.T, err)
	return user
}

// SubAccount gives a user another line and returns its id.
func (r *Rig) SubAccount(user userstore.User, msisdn, subscription string, access []string) string {
	r.T.Helper()
	added, err := r.Store.Subscriptions.Subscribe(r.T.Context(), user.ID, subaccount.Subscription{
		LineID: r.Line(msisdn, subscription, Owner), Nickname: "Home", Access: access,
	})
	require.NoError(r.T, err)
	return added.ID
}

// TokenOf returns a well-formed token and the hash that the store keeps.
func TokenOf(fill byte) (token string, hash []byte) {
	raw := make([]byte, 32)
	for i := range raw {
		raw[i] = fill
	}
	token = base64.RawURLEncoding.EncodeToString(raw)
	sum := sha256.Sum256([]byte(token))
	return token, sum[:]
}

func (r *Rig) AddAccount(token, mobile, code string, headers ...Header) Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"mobile_number":%q,"nickname":"بيت 2","email":"home@selfcare.example","otp":%q}`, mobile, code)
	return r.Call(http.MethodPost, "/api/users/subscribers", body, append([]Header{Bearer(token), FreshKey()}, headers...)...)
}

func (r *Rig) Accounts(token string) []gen.Subscriber {
	r.T.Helper()
	return Decoded[Subscribers](r.T, r.Call(http.MethodGet, "/api/users/subscribers", "", Bearer(token))).Data
}
