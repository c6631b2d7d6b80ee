package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

const freshPassword = "Acacia-2026"

func registrationOf(mobile, email string) string {
	return fmt.Sprintf(`{"mobile_number":%q,"mobile_number_confirmation":%q,"email":%q,"password":%q,"password_confirmation":%q}`,
		mobile, mobile, email, freshPassword, freshPassword)
}

func (r *rig) showID(token, mobile, id, source string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/auth/validate_id",
		fmt.Sprintf(`{"mobile_number":%q,"id_number":%q,"source":%q}`, mobile, id, source), bearer(token), v3)
}

// proven has shown ID and code of a number.
func (r *rig) proven(mobile, source string) (token string) {
	r.t.Helper()
	token = r.device()
	require.Equal(r.t, http.StatusOK, r.showID(token, mobile, ownerID, source).StatusCode)
	got := r.giveCode(token, mobile, source, r.sentCode(token, mobile, source))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return token
}

func newUser(email string) string {
	return fmt.Sprintf(`{"user":{"email":%q,"password":%q,"password_confirmation":%q}}`, email, freshPassword, freshPassword)
}

func TestACustomerRegisters(t *testing.T) {
	r := newRig(t)
	r.line(mainLine, "prepaid", owner)
	device := r.device()
	got := r.call(http.MethodPost, "/api/auth/validate_data", registrationOf(mainLine, "Noura@selfcare.example"), bearer(device))
	require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.body))

	device = r.proven(mainLine, "register")
	require.Equal(t, mainLine, r.notices.latest().Mobile)
	got = r.call(http.MethodPost, "/api/users", newUser("Noura@selfcare.example"), bearer(device))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	token := decoded[signedInData](t, got).Data.AuthToken
	me := decoded[currentUser](t, r.call(http.MethodGet, "/api/users/current", "", bearer(token))).Data
	require.Equal(t, "Noura", me.FirstName)
	require.Equal(t, "Salem Alharbi", me.LastName)
	require.Equal(t, "نورة الحربي", *me.FirstNameAr+" "+*me.LastNameAr, "D12: Arabic letters where they exist")
	require.Equal(t, "noura@selfcare.example", me.Email)
	require.False(t, me.EmailConfirmed)
	requireRefused(t, r.call(http.MethodPost, "/api/users", newUser("a@selfcare.example"), bearer(device)), contract.FailUnauthenticated)
	for _, login := range []string{mainLine, "NOURA@selfcare.example"} {
		got = r.call(http.MethodPost, "/api/auth", "", basic(login, freshPassword))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	}
}

// refusesWrites has the database refuse inserts into a table until the function returned is called.
func (r *rig) refusesWrites(table string) (mend func()) {
	r.t.Helper()
	exec := func(statement string) {
		_, err := r.db.ExecContext(r.t.Context(), statement)
		require.NoError(r.t, err)
	}
	exec(`CREATE OR REPLACE FUNCTION refuse_writes() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN RAISE EXCEPTION 'cannot execute INSERT in a read-only transaction' USING ERRCODE = '25006'; END $$`)
	exec("CREATE TRIGGER refuse_writes BEFORE INSERT ON " + table + " FOR EACH ROW EXECUTE FUNCTION refuse_writes()")
	return func() { exec("DROP TRIGGER refuse_writes ON " + table) }
}

func TestARegistrationThatWasCutOffIsRepeated(t *testing.T) {
	for name, table := range map[string]string{"before anything was written": "users", "before the customer was signed in": "sessions"} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.line(mainLine, "prepaid", owner)
			device := r.proven(mainLine, "register")
			mend := r.refusesWrites(table)
			requireRefused(t, r.call(http.MethodPost, "/api/users", newUser("noura@selfcare.example"), bearer(device)), contract.FailUnavailable)
			mend()
			got := r.call(http.MethodPost, "/api/users", newUser("Noura@selfcare.example"), bearer(device))
			require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
			token := decoded[signedInData](t, got).Data.AuthToken
			require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/users/current", "", bearer(token)).StatusCode)
		})
	}
}

func TestARepeatedRegistrationThatSaysSomethingElseIsNotTheSame(t *testing.T) {
	r := newRig(t)
	r.line(mainLine, "prepaid", owner)
	device := r.proven(mainLine, "register")
	mend := r.refusesWrites("sessions")
	requireRefused(t, r.call(http.MethodPost, "/api/users", newUser("noura@selfcare.example"), bearer(device)), contract.FailUnavailable)
	mend()
	other := strings.ReplaceAll(newUser("noura@selfcare.example"), freshPassword, "Acacia-2027")
	requireRefused(t, r.call(http.MethodPost, "/api/users", other, bearer(device)), contract.FailEmailInUse)
	requireRefused(t, r.call(http.MethodPost, "/api/users", newUser("sara@selfcare.example"), bearer(device)), contract.FailNumberHasUser)
}

func TestAPasswordResetThatWasCutOffIsRepeated(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.proven(mainLine, "reset")
	mend := r.refusesWrites("audit_log")
	requireRefused(t, r.setPassword(device, freshPassword), contract.FailUnavailable)
	mend()
	require.Equal(t, http.StatusNoContent, r.setPassword(device, freshPassword).StatusCode)
	requireRefused(t, r.setPassword(device, "Acacia-2027"), contract.FailProofMissing)
}

func TestADataSIMRegistersWithACodeToItsOwnersContact(t *testing.T) {
	r := newRig(t)
	r.line("830000000001", "prepaid", owner)
	device := r.proven("830000000001", "register")
	require.Equal(t, "0551234567", r.notices.latest().Mobile)
	require.Equal(t, "owner@selfcare.example", r.notices.latest().Email)
	got := r.call(http.MethodPost, "/api/users", newUser("data@selfcare.example"), bearer(device))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
}

func TestARegistrationIsRefusedWithItsReason(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.line("0570000002", "prepaid", owner)
	device := r.device()
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
		"number nobody has":   {data("0570000099", "0570000099", mail, freshPassword, freshPassword), contract.FailNumberAbsent, "mobile_number"},
		"another operator's":  {data("0551234567", "0551234567", mail, freshPassword, freshPassword), contract.FailNotOurNumber, "mobile_number"},
		"numbers differ":      {data(free, mainLine, mail, freshPassword, freshPassword), contract.FailMobileMismatch, "mobile_number_confirmation"},
		"no number":           {data("nonsense1", free, mail, freshPassword, freshPassword), contract.FailValidation, "mobile_number"},
		"e-mail in use":       {data(free, free, "0570000001@SELFCARE.example", freshPassword, freshPassword), contract.FailEmailInUse, "email"},
		"no e-mail":           {data(free, free, "free@home", freshPassword, freshPassword), contract.FailValidation, "email"},
		"weak password":       {data(free, free, mail, "alllower1", "alllower1"), contract.FailPasswordWeak, "password"},
		"short password":      {data(free, free, mail, "Ab1", "Ab1"), contract.FailValidation, "password"},
		"well-known password": {data(free, free, mail, "Password1", "Password1"), contract.FailPasswordCommon, "password"},
		"passwords differ":    {data(free, free, mail, freshPassword, "Acacia-2027"), contract.FailPasswordTwice, "password_confirmation"},
	}
	for name, test := range tests {
		for _, language := range []string{texts.English, texts.Arabic} {
			got := r.call(http.MethodPost, "/api/auth/validate_data", test.body, bearer(device), header{"Accept-Language": language})
			problem := requireRefused(t, got, test.code)
			require.Contains(t, *problem.Fields, test.field, name)
			require.Equal(t, texts.Text(language, test.code, nil), problem.Message)
		}
		r.redis.FastForward(time.Hour)
	}
}

func TestAnIDMustBeThatOfTheNumber(t *testing.T) {
	r := newRig(t)
	r.line(mainLine, "prepaid", owner)
	r.line("830000000001", "prepaid", owner)
	device := r.device()
	refuse := func(mobile, id, source string, code contract.Code) string {
		return requireRefused(t, r.showID(device, mobile, id, source), code).Message
	}
	require.Equal(t, "The provide mobile number & ID doesn't match", refuse(mainLine, nextID, "register", contract.FailIDNotOfNumber))
	require.Equal(t, "Oops, the ID number doesn't match the data SIM", refuse("830000000001", nextID, "register", contract.FailIDNotOfDataSIM))
	require.Equal(t, "Oops, seems like this number doesn't exist", refuse("0570000099", ownerID, "register", contract.FailNumberAbsent))
	require.Equal(t, "It's a non-operator mobile number", refuse("0551234567", ownerID, "register", contract.FailNotOurNumber))
	for range 16 {
		refuse(mainLine, nextID, "register", contract.FailIDNotOfNumber)
	}
	refuse(mainLine, ownerID, "register", contract.FailRateLimited)
}

// Mobile networks share addresses: many people behind one get in each other's way late, each device and each number early.
func TestTheIDOfANumberIsGuessedWithinThreeLimits(t *testing.T) {
	r := newRig(t)
	answers := func(device, mobile string) answer { return r.showID(device, mobile, nextID, "register") }
	number := func(n int) string { return fmt.Sprintf("05700001%02d", n) }
	for n := range 15 {
		r.line(number(n), "prepaid", owner)
		device := r.freshDevice()
		for range 20 {
			requireRefused(t, answers(device, number(n)), contract.FailIDNotOfNumber)
		}
		requireRefused(t, answers(device, number(n)), contract.FailRateLimited)
		requireRefused(t, answers(device, "0570000099"), contract.FailRateLimited)
	}
	r.line(number(15), "prepaid", owner)
	requireRefused(t, answers(r.freshDevice(), number(15)), contract.FailRateLimited)
	r.redis.FastForward(time.Hour)
	requireRefused(t, answers(r.freshDevice(), number(15)), contract.FailIDNotOfNumber)
}

// Somebody who knows a number, and even the ID of its owner, is answered the same whether it has an account: its code tells.
func TestARegistrationAndAResetTellOnlyWhoHasTheCodeWhetherThereIsAnAccount(t *testing.T) {
	r := newRig(t)
	const taken, free = "0570000002", "0570000003"
	r.customer(taken, "prepaid")
	r.line(free, "prepaid", owner)
	device := r.device()
	told := map[string]string{taken + "register": "Oops, seems like this number is already registered", free + "reset": "User is not registered"}
	for _, number := range []string{taken, free} {
		got := r.call(http.MethodPost, "/api/auth/validate_data", registrationOf(number, "new@selfcare.example"), bearer(device))
		require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.body))
		for _, source := range []string{"register", "reset"} {
			require.Equal(t, http.StatusOK, r.showID(device, number, ownerID, source).StatusCode)
			r.nextCode()
			got := r.giveCode(device, number, source, r.sentCode(device, number, source))
			if said := told[number+source]; said != "" {
				require.Equal(t, said, got.problem(t).Message)
			} else {
				require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
			}
		}
	}
}

func TestNobodyRegistersWithoutIDAndCode(t *testing.T) {
	r := newRig(t)
	r.line(mainLine, "prepaid", owner)
	r.line("0570000002", "prepaid", owner)
	r.customer("0570000003", "prepaid")
	register := func(token string) answer {
		return r.call(http.MethodPost, "/api/users", newUser("new@selfcare.example"), bearer(token))
	}
	device := r.device()
	requireRefused(t, r.askCode(device, mainLine, "register"), contract.FailProofMissing)
	requireRefused(t, register(device), contract.FailProofMissing)

	require.Equal(t, http.StatusOK, r.showID(device, mainLine, ownerID, "register").StatusCode)
	requireRefused(t, r.askCode(device, "0570000002", "register"), contract.FailProofMissing)
	requireRefused(t, r.askCode(device, mainLine, "reset"), contract.FailProofMissing)
	code := r.sentCode(device, mainLine, "register")
	requireRefused(t, r.giveCode(device, mainLine, "login", code), contract.FailPinExpired)
	requireRefused(t, r.giveCode(device, mainLine, "register", otherThan(code)), contract.FailPinWrong)
	requireRefused(t, r.giveCode(r.device(), mainLine, "register", code), contract.FailPinExpired)
	requireRefused(t, register(device), contract.FailProofMissing)

	reset := r.proven("0570000003", "reset")
	requireRefused(t, register(reset), contract.FailProofMissing)
	late := r.proven("0570000002", "register")
	r.redis.FastForward(31 * time.Minute)
	requireRefused(t, register(late), contract.FailProofMissing)
}

func (r *rig) setPassword(token, password string) answer {
	r.t.Helper()
	return r.call(http.MethodPut, "/api/passwords", fmt.Sprintf(`{"user":{"password":%q}}`, password), bearer(token))
}

func TestAResetPasswordSignsOutEverySession(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	open := r.signIn(mainLine)
	device := r.proven(mainLine, "reset")
	requireRefused(t, r.setPassword(device, "Password1"), contract.FailPasswordCommon)
	require.Equal(t, http.StatusNoContent, r.setPassword(device, freshPassword).StatusCode)
	require.Equal(t, "password-changed", r.notices.latest().Template)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(open)), contract.FailUnauthenticated)
	requireRefused(t, r.call(http.MethodPost, "/api/auth", "", basic(mainLine, password)), contract.FailLoginWrong)
	require.Equal(t, http.StatusOK, r.call(http.MethodPost, "/api/auth", "", basic(mainLine, freshPassword)).StatusCode)
	requireRefused(t, r.setPassword(device, "Acacia-2027"), contract.FailProofMissing)
	requireRefused(t, r.setPassword(r.device(), freshPassword), contract.FailProofMissing)
}

func TestPasswords_ShortOneOfStaff_IsRefused(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.proven(mainLine, "reset")
	_, err := r.db.NewRaw("UPDATE users SET roles = ARRAY['customer', 'support']").Exec(t.Context())
	require.NoError(t, err)
	refused := requireRefused(t, r.setPassword(device, freshPassword), contract.FailPasswordStaff)
	require.Contains(t, (*refused.Fields)["user.password"], "at least 15 characters")
	require.Equal(t, http.StatusNoContent, r.setPassword(device, "Acacia-Falcon-2027").StatusCode)
}

func TestAChangedPasswordSignsOutTheOtherSessions(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	mine, other := r.signIn(mainLine), r.signIn(mainLine)
	change := func(old, fresh string) answer {
		return r.call(http.MethodPut, "/api/users/current/password", fmt.Sprintf(`{"old_password":%q,"new_password":%q}`, old, fresh), bearer(mine))
	}
	failed := requireRefused(t, change("wrong", freshPassword), contract.FailPasswordChange)
	require.Equal(t, "Change password failed", failed.Message)
	require.Equal(t, map[string]string{"old_password": "This is not your current password."}, *failed.Fields, "D6: the field is named")
	requireRefused(t, change(password, "nodigits"), contract.FailPasswordWeak)
	requireRefused(t, change(password, "Welcome123"), contract.FailPasswordCommon)
	requireRefused(t, change(password, password), contract.FailPasswordSame)
	require.Equal(t, http.StatusNoContent, change(password, freshPassword).StatusCode)
	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/users/current", "", bearer(mine)).StatusCode)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(other)), contract.FailUnauthenticated)
	told := r.notices.latest()
	require.Equal(t, http.StatusNoContent, change(password, freshPassword).StatusCode, "sent again after its answer got lost")
	require.Equal(t, told, r.notices.latest(), "done once")
	for range 4 {
		change("wrong", "Acacia-2028")
	}
	requireRefused(t, change(freshPassword, "Acacia-2028"), contract.FailRateLimited)
}

// A visitor's line came with a passport. Whoever shows it registers like others; for an order it is no paper.
func TestALineUnderAPassportIsShownByIt(t *testing.T) {
	r := newRig(t)
	visitor := contract.Person{IDNumber: "X1234567", Nationality: "GB", BirthDate: "1988-02-29", FullNameEn: "Emma Hill", Gender: contract.GenderFemale}
	r.line("0570000071", "prepaid", visitor)
	device := r.device()
	show := func(passport string) answer {
		return r.call(http.MethodPost, "/api/auth/validate_id",
			fmt.Sprintf(`{"mobile_number":"0570000071","id_number":%q,"document":"passport","source":"register"}`, passport), bearer(device), v3)
	}
	requireRefused(t, show("X1234568"), contract.FailIDNotOfNumber)
	require.Equal(t, http.StatusOK, show("x1234567").StatusCode, "in capitals or not")
	requireRefused(t, r.showID(device, "0570000071", "X1234567", "register"), contract.FailValidation) // as an ID it is none
	for _, passport := range []string{"", "123456789012345678901", "جواز123"} {
		require.Contains(t, *requireRefused(t, show(passport), contract.FailValidation).Fields, "id_number", passport)
	}
	for _, passport := range []string{"A", "12345678901234567890", "X123 456", "X1234-7"} {
		requireRefused(t, show(passport), contract.FailIDNotOfNumber)
	}

	mine := r.start()
	got := r.call(http.MethodPut, "/api/orders/"+mine.id+"/eligibility", `{"idNumber":"X1234567","nationality":"GB","birthDate":"1988-02-29"}`, freshKey(), withSession(mine.session))
	require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, "orders take an ID or an Iqama")
}
