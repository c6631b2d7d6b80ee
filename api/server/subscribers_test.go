package server_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

func (r *rig) addAccount(token, mobile, code string, headers ...header) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{"mobile_number":%q,"nickname":"بيت 2","email":"home@selfcare.example","otp":%q}`, mobile, code)
	return r.call(http.MethodPost, "/api/users/subscribers", body, append([]header{bearer(token), freshKey()}, headers...)...)
}

func (r *rig) accounts(token string) []gen.Subscriber {
	r.t.Helper()
	return decoded[subscribers](r.t, r.call(http.MethodGet, "/api/users/subscribers", "", bearer(token))).Data
}

func TestAnAccountIsAddedRenamedAndDeleted(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.line("0570000004", "postpaid", owner)
	token := r.signIn(mainLine)
	code := r.sentCode(token, "0570000004", "add_account")
	require.Equal(t, "0570000004", r.notices.latest().Mobile, "the added number must agree")
	requireRefused(t, r.addAccount(token, "0570000004", otherThan(code)), contract.FailPinWrong)
	got := r.addAccount(token, "0570000004", code)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	added := decoded[struct{ Data gen.Subscriber }](t, got).Data
	require.Equal(t, r.accounts(token)[1], added)
	require.Equal(t, "بيت 2", added.Nickname)

	path := "/api/users/subscribers/" + added.SubscriptionId
	got = r.call(http.MethodPatch, path, `{"nickname":"Office"}`, bearer(token), freshKey())
	require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.body))
	require.Equal(t, "Office", r.accounts(token)[1].Nickname)
	for _, nickname := range []string{"", "<b>"} {
		got = r.call(http.MethodPatch, path, fmt.Sprintf(`{"nickname":%q}`, nickname), bearer(token), freshKey())
		requireRefused(t, got, contract.FailValidation)
	}

	require.Equal(t, http.StatusNoContent, r.call(http.MethodDelete, path, "", bearer(token), freshKey()).StatusCode)
	require.Len(t, r.accounts(token), 1)
	requireRefused(t, r.call(http.MethodDelete, path, "", bearer(token), freshKey()), contract.FailAccountUnknown)
	requireRefused(t, r.call(http.MethodPatch, path, `{"nickname":"Office"}`, bearer(token), freshKey()), contract.FailAccountUnknown)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(token), onAccount(added.SubscriptionId)), contract.FailSubAccountStale)
}

func TestAddingAgainWithTheSameKeyAnswersTheSame(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.line("0570000004", "prepaid", owner)
	token := r.signIn(mainLine)
	code, key := r.sentCode(token, "0570000004", "add_account"), withKey(uuid.NewString())
	first, again := r.addAccount(token, "0570000004", code, key), r.addAccount(token, "0570000004", code, key)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.body))
	require.Equal(t, string(first.body), string(again.body))
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Len(t, r.accounts(token), 2)
}

func TestWhatCannotBecomeASubAccount(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	r.subAccount(user, "0570000004", "prepaid", nil)
	token, device := r.signIn(mainLine), r.device()
	for mobile, code := range map[string]contract.Code{
		mainLine: contract.FailOwnNumber, "0570000004": contract.FailAccountAdded, "0570000099": contract.FailNumberAbsent,
		"0551234567": contract.FailNotOurNumber, "nonsense1": contract.FailValidation,
	} {
		requireRefused(t, r.askCode(token, mobile, "add_account"), code)
		requireRefused(t, r.addAccount(token, mobile, "123456"), code)
	}
	requireRefused(t, r.askCode(device, "0570000099", "add_account"), contract.FailNotSignedIn)
	requireRefused(t, r.askCode(r.signedIn("support@selfcare.example", "support"), "0570000099", "add_account"), contract.FailForbidden)
	requireRefused(t, r.giveCode(token, mainLine, "add_account", "123456"), contract.FailValidation)
	body := `{"mobile_number":"0570000005","nickname":"Home","email":"no e-mail","otp":"123456"}`
	requireRefused(t, r.call(http.MethodPost, "/api/users/subscribers", body, bearer(token), freshKey()), contract.FailValidation)
	require.Zero(t, r.notices.count())
}

func TestThereAreAsManyAccountsAsTheSettingAllows(t *testing.T) {
	r := newRig(t)
	_, err := r.db.ExecContext(t.Context(), "INSERT INTO settings (key, value) VALUES ('maxSubAccounts', '2')")
	require.NoError(t, err)
	user := r.customer(mainLine, "prepaid")
	r.subAccount(user, "0570000004", "prepaid", nil)
	r.line("0570000005", "prepaid", owner)
	r.line("0570000006", "prepaid", owner)
	token, other := r.signIn(mainLine), r.signIn(mainLine)
	first, second := r.sentCode(token, "0570000005", "add_account"), r.sentCode(other, "0570000006", "add_account")
	require.Equal(t, http.StatusCreated, r.addAccount(token, "0570000005", first).StatusCode)
	requireRefused(t, r.addAccount(other, "0570000006", second), contract.FailMaxAccounts)
	requireRefused(t, r.askCode(token, "0570000006", "add_account"), contract.FailMaxAccounts)
}

func TestTheMainLineCannotBeGivenUp(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	var main string
	require.NoError(t, r.db.QueryRowContext(t.Context(), "SELECT id FROM subscriptions WHERE user_id = ?", user.ID).Scan(&main))
	token := r.signIn(mainLine)
	for _, id := range []string{main, "main", uuid.NewString()} {
		requireRefused(t, r.call(http.MethodDelete, "/api/users/subscribers/"+id, "", bearer(token), freshKey()), contract.FailAccountUnknown)
	}
	require.Len(t, r.accounts(token), 1)
}
