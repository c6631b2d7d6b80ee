package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

func newUser(email string) string {
	return fmt.Sprintf(`{"user":{"email":%q,"password":%q,"password_confirmation":%q}}`, email, servertest.FreshPassword, servertest.FreshPassword)
}

func TestRegistration_Complete_SignsIn(t *testing.T) {
	r := servertest.New(t)
	r.Line(servertest.MainLine, "prepaid", servertest.Owner)
	device := r.Device()
	got := r.Call(http.MethodPost, "/api/auth/validate_data", servertest.RegistrationOf(servertest.MainLine, "Noura@selfcare.example"), servertest.Bearer(device))
	require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.Body))

	device = r.ProveNumber(servertest.MainLine, "register")
	require.Equal(t, servertest.MainLine, r.Notices.Latest().Mobile)
	got = r.Call(http.MethodPost, "/api/users", newUser("Noura@selfcare.example"), servertest.Bearer(device))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	token := servertest.Decoded[servertest.SignedInData](t, got).Data.AuthToken
	me := servertest.Decoded[servertest.CurrentUser](t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token))).Data
	require.Equal(t, "Noura", me.FirstName)
	require.Equal(t, "Salem Alharbi", me.LastName)
	require.Equal(t, "نورة الحربي", *me.FirstNameAr+" "+*me.LastNameAr, "D12: Arabic letters where they exist")
	require.Equal(t, "noura@selfcare.example", me.Email)
	require.False(t, me.EmailConfirmed)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users", newUser("a@selfcare.example"), servertest.Bearer(device)), contract.FailUnauthenticated)
	for _, login := range []string{servertest.MainLine, "NOURA@selfcare.example"} {
		got = r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(login, servertest.FreshPassword))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	}
}

// refusesWrites makes the database refuse inserts into a table until the returned function is called.
func refusesWrites(r *servertest.Rig, table string) (mend func()) {
	r.T.Helper()
	exec := func(statement string) {
		_, err := r.DB.ExecContext(r.T.Context(), statement)
		require.NoError(r.T, err)
	}
	exec(`CREATE OR REPLACE FUNCTION refuse_writes() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN RAISE EXCEPTION 'cannot execute INSERT in a read-only transaction' USING ERRCODE = '25006'; END $$`)
	exec("CREATE TRIGGER refuse_writes BEFORE INSERT ON " + table + " FOR EACH ROW EXECUTE FUNCTION refuse_writes()")
	return func() { exec("DROP TRIGGER refuse_writes ON " + table) }
}

func TestRegistration_LostAnswer_IsRepeated(t *testing.T) {
	for name, table := range map[string]string{"before anything was written": "users", "before the customer was signed in": "sessions"} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			r.Line(servertest.MainLine, "prepaid", servertest.Owner)
			device := r.ProveNumber(servertest.MainLine, "register")
			mend := refusesWrites(r, table)
			servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users", newUser("noura@selfcare.example"), servertest.Bearer(device)), contract.FailUnavailable)
			mend()
			got := r.Call(http.MethodPost, "/api/users", newUser("Noura@selfcare.example"), servertest.Bearer(device))
			require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
			token := servertest.Decoded[servertest.SignedInData](t, got).Data.AuthToken
			require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token)).StatusCode)
		})
	}
}

func TestRegistration_OtherRepeat_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Line(servertest.MainLine, "prepaid", servertest.Owner)
	device := r.ProveNumber(servertest.MainLine, "register")
	mend := refusesWrites(r, "sessions")
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users", newUser("noura@selfcare.example"), servertest.Bearer(device)), contract.FailUnavailable)
	mend()
	other := strings.ReplaceAll(newUser("noura@selfcare.example"), servertest.FreshPassword, "Acacia-2027")
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users", other, servertest.Bearer(device)), contract.FailEmailInUse)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users", newUser("sara@selfcare.example"), servertest.Bearer(device)), contract.FailNumberHasUser)
}

func TestResetPassword_LostAnswer_IsRepeated(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.ProveNumber(servertest.MainLine, "reset")
	mend := refusesWrites(r, "audit_log")
	servertest.RequireRefused(t, r.SetPassword(device, servertest.FreshPassword), contract.FailUnavailable)
	mend()
	require.Equal(t, http.StatusNoContent, r.SetPassword(device, servertest.FreshPassword).StatusCode)
	servertest.RequireRefused(t, r.SetPassword(device, "Acacia-2027"), contract.FailProofMissing)
}

func TestRegistration_DataSIM_AsksOwnerContact(t *testing.T) {
	r := servertest.New(t)
	r.Line("830000000001", "prepaid", servertest.Owner)
	device := r.ProveNumber("830000000001", "register")
	require.Equal(t, "0551234567", r.Notices.Latest().Mobile)
	require.Equal(t, "owner@selfcare.example", r.Notices.Latest().Email)
	got := r.Call(http.MethodPost, "/api/users", newUser("data@selfcare.example"), servertest.Bearer(device))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
}

func TestRegistration_Refused_HasItsReason(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line("0570000002", "prepaid", servertest.Owner)
	device := r.Device()
	data := func(mobile, again, email, password, passwordAgain string) string {
		return fmt.Sprintf(`{"mobile_number":%q,"mobile_number_confirmation":%q,"email":%q,"password":%q,"password_confirmation":%q}`,
			mobile, again, email, password, passwordAgain)
	}
	const free, mail = "0570000002", "free@selfcare.example"
	tests := map[string]struct {
		body  string
		code  contract.Code
		field string
	}{
		"unknown number":      {data("0570000099", "0570000099", mail, servertest.FreshPassword, servertest.FreshPassword), contract.FailNumberAbsent, "mobile_number"},
		"another operator's":  {data("0551234567", "0551234567", mail, servertest.FreshPassword, servertest.FreshPassword), contract.FailNotOurNumber, "mobile_number"},
		"numbers differ":      {data(free, servertest.MainLine, mail, servertest.FreshPassword, servertest.FreshPassword), contract.FailMobileMismatch, "mobile_number_confirmation"},
		"no number":           {data("nonsense1", free, mail, servertest.FreshPassword, servertest.FreshPassword), contract.FailValidation, "mobile_number"},
		"e-mail in use":       {data(free, free, "0570000001@SELFCARE.example", servertest.FreshPassword, servertest.FreshPassword), contract.FailEmailInUse, "email"},
		"no e-mail":           {data(free, free, "free@home", servertest.FreshPassword, servertest.FreshPassword), contract.FailValidation, "email"},
		"weak password":       {data(free, free, mail, "alllower1", "alllower1"), contract.FailPasswordWeak, "password"},
		"short password":      {data(free, free, mail, "Ab1", "Ab1"), contract.FailValidation, "password"},
		"well-known password": {data(free, free, mail, "Password1", "Password1"), contract.FailPasswordCommon, "password"},
		"passwords differ":    {data(free, free, mail, servertest.FreshPassword, "Acacia-2027"), contract.FailPasswordTwice, "password_confirmation"},
	}
	for name, test := range tests {
		for _, language := range []string{texts.English, texts.Arabic} {
			got := r.Call(http.MethodPost, "/api/auth/validate_data", test.body, servertest.Bearer(device), servertest.Header{"Accept-Language": language})
			problem := servertest.RequireRefused(t, got, test.code)
			require.Contains(t, *problem.Fields, test.field, name)
			require.Equal(t, texts.Text(language, test.code, nil), problem.Message)
		}
		r.Redis.FastForward(time.Hour)
	}
}

func TestRegistration_OtherID_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Line(servertest.MainLine, "prepaid", servertest.Owner)
	r.Line("830000000001", "prepaid", servertest.Owner)
	device := r.Device()
	refuse := func(mobile, id, source string, code contract.Code) string {
		return servertest.RequireRefused(t, r.ShowID(device, mobile, id, source), code).Message
	}
	require.Equal(t, "The provide mobile number & ID doesn't match", refuse(servertest.MainLine, servertest.NextID, "register", contract.FailIDNotOfNumber))
	require.Equal(t, "Oops, the ID number doesn't match the data SIM", refuse("830000000001", servertest.NextID, "register", contract.FailIDNotOfDataSIM))
	require.Equal(t, "Oops, seems like this number doesn't exist", refuse("0570000099", servertest.OwnerID, "register", contract.FailNumberAbsent))
	require.Equal(t, "It's a non-operator mobile number", refuse("0551234567", servertest.OwnerID, "register", contract.FailNotOurNumber))
	for range 16 {
		refuse(servertest.MainLine, servertest.NextID, "register", contract.FailIDNotOfNumber)
	}
	refuse(servertest.MainLine, servertest.OwnerID, "register", contract.FailRateLimited)
}

// Mobile networks share addresses, so the limit of an address is high and those of a device and a number are low.
func TestRegistration_GuessedIDs_AreLimited(t *testing.T) {
	r := servertest.New(t)
	answers := func(device, mobile string) servertest.Answer {
		return r.ShowID(device, mobile, servertest.NextID, "register")
	}
	number := func(n int) string { return fmt.Sprintf("05700001%02d", n) }
	for n := range 15 {
		r.Line(number(n), "prepaid", servertest.Owner)
		device := r.FreshDevice()
		for range 20 {
			servertest.RequireRefused(t, answers(device, number(n)), contract.FailIDNotOfNumber)
		}
		servertest.RequireRefused(t, answers(device, number(n)), contract.FailRateLimited)
		servertest.RequireRefused(t, answers(device, "0570000099"), contract.FailRateLimited)
	}
	r.Line(number(15), "prepaid", servertest.Owner)
	servertest.RequireRefused(t, answers(r.FreshDevice(), number(15)), contract.FailRateLimited)
	r.Redis.FastForward(time.Hour)
	servertest.RequireRefused(t, answers(r.FreshDevice(), number(15)), contract.FailIDNotOfNumber)
}

// A caller with a number and its owner's ID gets the same answer with and without an account. Only the code tells.
func TestRegistration_NoCode_HidesTheAccount(t *testing.T) {
	r := servertest.New(t)
	const taken, free = "0570000002", "0570000003"
	r.Customer(taken, "prepaid")
	r.Line(free, "prepaid", servertest.Owner)
	device := r.Device()
	told := map[string]string{taken + "register": "Oops, seems like this number is already registered", free + "reset": "User is not registered"}
	for _, number := range []string{taken, free} {
		got := r.Call(http.MethodPost, "/api/auth/validate_data", servertest.RegistrationOf(number, "new@selfcare.example"), servertest.Bearer(device))
		require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.Body))
		for _, source := range []string{"register", "reset"} {
			require.Equal(t, http.StatusOK, r.ShowID(device, number, servertest.OwnerID, source).StatusCode)
			r.NextCode()
			got := r.GiveCode(device, number, source, r.SentCode(device, number, source))
			if said := told[number+source]; said != "" {
				require.Equal(t, said, got.Problem(t).Message)
			} else {
				require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
			}
		}
	}
}

func TestRegistration_NoIDOrCode_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Line(servertest.MainLine, "prepaid", servertest.Owner)
	r.Line("0570000002", "prepaid", servertest.Owner)
	r.Customer("0570000003", "prepaid")
	register := func(token string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/users", newUser("new@selfcare.example"), servertest.Bearer(token))
	}
	device := r.Device()
	servertest.RequireRefused(t, r.AskCode(device, servertest.MainLine, "register"), contract.FailProofMissing)
	servertest.RequireRefused(t, register(device), contract.FailProofMissing)

	require.Equal(t, http.StatusOK, r.ShowID(device, servertest.MainLine, servertest.OwnerID, "register").StatusCode)
	servertest.RequireRefused(t, r.AskCode(device, "0570000002", "register"), contract.FailProofMissing)
	servertest.RequireRefused(t, r.AskCode(device, servertest.MainLine, "reset"), contract.FailProofMissing)
	code := r.SentCode(device, servertest.MainLine, "register")
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", code), contract.FailPinExpired)
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "register", servertest.OtherThan(code)), contract.FailPinWrong)
	servertest.RequireRefused(t, r.GiveCode(r.Device(), servertest.MainLine, "register", code), contract.FailPinExpired)
	servertest.RequireRefused(t, register(device), contract.FailProofMissing)

	reset := r.ProveNumber("0570000003", "reset")
	servertest.RequireRefused(t, register(reset), contract.FailProofMissing)
	late := r.ProveNumber("0570000002", "register")
	r.Redis.FastForward(31 * time.Minute)
	servertest.RequireRefused(t, register(late), contract.FailProofMissing)
}

func TestResetPassword_Done_EndsEverySession(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	open := r.SignIn(servertest.MainLine)
	device := r.ProveNumber(servertest.MainLine, "reset")
	servertest.RequireRefused(t, r.SetPassword(device, "Password1"), contract.FailPasswordCommon)
	require.Equal(t, http.StatusNoContent, r.SetPassword(device, servertest.FreshPassword).StatusCode)
	require.Equal(t, "password-changed", r.Notices.Latest().Template)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(open)), contract.FailUnauthenticated)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, servertest.Password)), contract.FailLoginWrong)
	require.Equal(t, http.StatusOK, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, servertest.FreshPassword)).StatusCode)
	servertest.RequireRefused(t, r.SetPassword(device, "Acacia-2027"), contract.FailProofMissing)
	servertest.RequireRefused(t, r.SetPassword(r.Device(), servertest.FreshPassword), contract.FailProofMissing)
}

func TestPassword_ShortForStaff_Refused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.ProveNumber(servertest.MainLine, "reset")
	_, err := r.DB.NewRaw("UPDATE users SET roles = ARRAY['customer', 'support']").Exec(t.Context())
	require.NoError(t, err)
	refused := servertest.RequireRefused(t, r.SetPassword(device, servertest.FreshPassword), contract.FailPasswordStaff)
	require.Contains(t, (*refused.Fields)["user.password"], "at least 15 characters")
	require.Equal(t, http.StatusNoContent, r.SetPassword(device, "Acacia-Falcon-2027").StatusCode)
}

func TestChangePassword_Done_EndsOtherSessions(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	mine, other := r.SignIn(servertest.MainLine), r.SignIn(servertest.MainLine)
	change := func(old, fresh string) servertest.Answer {
		return r.Call(http.MethodPut, "/api/users/current/password", fmt.Sprintf(`{"old_password":%q,"new_password":%q}`, old, fresh), servertest.Bearer(mine))
	}
	failed := servertest.RequireRefused(t, change("wrong", servertest.FreshPassword), contract.FailPasswordChange)
	require.Equal(t, "Change password failed", failed.Message)
	require.Equal(t, map[string]string{"old_password": "This is not your current password."}, *failed.Fields, "D6: the field is named")
	servertest.RequireRefused(t, change(servertest.Password, "nodigits"), contract.FailPasswordWeak)
	servertest.RequireRefused(t, change(servertest.Password, "Welcome123"), contract.FailPasswordCommon)
	servertest.RequireRefused(t, change(servertest.Password, servertest.Password), contract.FailPasswordSame)
	require.Equal(t, http.StatusNoContent, change(servertest.Password, servertest.FreshPassword).StatusCode)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(mine)).StatusCode)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(other)), contract.FailUnauthenticated)
	told := r.Notices.Latest()
	require.Equal(t, http.StatusNoContent, change(servertest.Password, servertest.FreshPassword).StatusCode, "sent again after its answer got lost")
	require.Equal(t, told, r.Notices.Latest(), "the password changed once")
	for range 4 {
		change("wrong", "Acacia-2028")
	}
	servertest.RequireRefused(t, change(servertest.FreshPassword, "Acacia-2028"), contract.FailRateLimited)
}

// A visitor's line came with a passport. Its holder registers with it like others; an order does not accept it.
func TestRegistration_Passport_ShowsItsLine(t *testing.T) {
	r := servertest.New(t)
	visitor := contract.Person{IDNumber: "X1234567", Nationality: "GB", BirthDate: "1988-02-29", FullNameEn: "Emma Hill", Gender: contract.GenderFemale}
	r.Line("0570000071", "prepaid", visitor)
	device := r.Device()
	show := func(passport string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/auth/validate_id",
			fmt.Sprintf(`{"mobile_number":"0570000071","id_number":%q,"document":"passport","source":"register"}`, passport), servertest.Bearer(device), servertest.V3)
	}
	servertest.RequireRefused(t, show("X1234568"), contract.FailIDNotOfNumber)
	require.Equal(t, http.StatusOK, show("x1234567").StatusCode, "letter case does not matter")
	servertest.RequireRefused(t, r.ShowID(device, "0570000071", "X1234567", "register"), contract.FailValidation) // a passport number is no valid ID
	for _, passport := range []string{"", "123456789012345678901", "جواز123"} {
		require.Contains(t, *servertest.RequireRefused(t, show(passport), contract.FailValidation).Fields, "id_number", passport)
	}
	for _, passport := range []string{"A", "12345678901234567890", "X123 456", "X1234-7"} {
		servertest.RequireRefused(t, show(passport), contract.FailIDNotOfNumber)
	}

	mine := r.Start()
	got := r.Call(http.MethodPut, "/api/orders/"+mine.ID+"/eligibility", `{"idNumber":"X1234567","nationality":"GB","birthDate":"1988-02-29"}`, servertest.FreshKey(), servertest.WithSession(mine.Session))
	require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, "orders take an ID or an Iqama")
}
