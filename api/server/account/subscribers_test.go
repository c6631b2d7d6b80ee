package account_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestSubAccount_Added_CanBeDeleted(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line("0570000004", "postpaid", servertest.Owner)
	token := r.SignIn(servertest.MainLine)
	code := r.SentCode(token, "0570000004", "add_account")
	require.Equal(t, "0570000004", r.Notices.Latest().Mobile, "the added number must agree")
	servertest.RequireRefused(t, r.AddAccount(token, "0570000004", servertest.OtherThan(code)), contract.FailPinWrong)
	got := r.AddAccount(token, "0570000004", code)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	added := servertest.Decoded[struct{ Data gen.Subscriber }](t, got).Data
	require.Equal(t, r.Accounts(token)[1], added)
	require.Equal(t, "بيت 2", added.Nickname)

	path := "/api/users/subscribers/" + added.SubscriptionId
	got = r.Call(http.MethodPatch, path, `{"nickname":"Office"}`, servertest.Bearer(token), servertest.FreshKey())
	require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.Body))
	require.Equal(t, "Office", r.Accounts(token)[1].Nickname)
	for _, nickname := range []string{"", "<b>"} {
		got = r.Call(http.MethodPatch, path, fmt.Sprintf(`{"nickname":%q}`, nickname), servertest.Bearer(token), servertest.FreshKey())
		servertest.RequireRefused(t, got, contract.FailValidation)
	}

	require.Equal(t, http.StatusNoContent, r.Call(http.MethodDelete, path, "", servertest.Bearer(token), servertest.FreshKey()).StatusCode)
	require.Len(t, r.Accounts(token), 1)
	servertest.RequireRefused(t, r.Call(http.MethodDelete, path, "", servertest.Bearer(token), servertest.FreshKey()), contract.FailAccountUnknown)
	servertest.RequireRefused(t, r.Call(http.MethodPatch, path, `{"nickname":"Office"}`, servertest.Bearer(token), servertest.FreshKey()), contract.FailAccountUnknown)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token), servertest.OnAccount(added.SubscriptionId)), contract.FailSubAccountStale)
}

func TestSubAccount_SameKey_AnswersTheSame(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line("0570000004", "prepaid", servertest.Owner)
	token := r.SignIn(servertest.MainLine)
	code, key := r.SentCode(token, "0570000004", "add_account"), servertest.WithKey(uuid.NewString())
	first, again := r.AddAccount(token, "0570000004", code, key), r.AddAccount(token, "0570000004", code, key)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.Body))
	require.Equal(t, string(first.Body), string(again.Body))
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Len(t, r.Accounts(token), 2)
}

func TestSubAccount_UnfitNumber_Refused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	r.SubAccount(user, "0570000004", "prepaid", nil)
	token, device := r.SignIn(servertest.MainLine), r.Device()
	for mobile, code := range map[string]contract.Code{
		servertest.MainLine: contract.FailOwnNumber, "0570000004": contract.FailAccountAdded, "0570000099": contract.FailNumberAbsent,
		"0551234567": contract.FailNotOurNumber, "nonsense1": contract.FailValidation,
	} {
		servertest.RequireRefused(t, r.AskCode(token, mobile, "add_account"), code)
		servertest.RequireRefused(t, r.AddAccount(token, mobile, "123456"), code)
	}
	servertest.RequireRefused(t, r.AskCode(device, "0570000099", "add_account"), contract.FailNotSignedIn)
	servertest.RequireRefused(t, r.AskCode(r.SignedIn("support@selfcare.example", "support"), "0570000099", "add_account"), contract.FailForbidden)
	servertest.RequireRefused(t, r.GiveCode(token, servertest.MainLine, "add_account", "123456"), contract.FailValidation)
	body := `{"mobile_number":"0570000005","nickname":"Home","email":"no e-mail","otp":"123456"}`
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users/subscribers", body, servertest.Bearer(token), servertest.FreshKey()), contract.FailValidation)
	require.Zero(t, r.Notices.Count())
}

// Only the holder of a number learns that its line is suspended: after its code was right.
func TestSubAccount_Suspended_SaysSo(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line("0570000004", "prepaid", servertest.Owner)
	token := r.SignIn(servertest.MainLine)
	code := r.SentCode(token, "0570000004", "add_account")
	r.Exec("UPDATE lines SET suspended_since = now() WHERE msisdn = '0570000004'")
	servertest.RequireRefused(t, r.AddAccount(token, "0570000004", servertest.OtherThan(code)), contract.FailPinWrong)
	servertest.RequireRefused(t, r.AddAccount(token, "0570000004", code), contract.FailLineSuspendedByOwner)
	require.Len(t, r.Accounts(token), 1)
}

func TestSubAccount_AboveLimit_Refused(t *testing.T) {
	r := servertest.New(t)
	_, err := r.DB.ExecContext(t.Context(), "INSERT INTO settings (key, value) VALUES ('maxSubAccounts', '2')")
	require.NoError(t, err)
	user := r.Customer(servertest.MainLine, "prepaid")
	r.SubAccount(user, "0570000004", "prepaid", nil)
	r.Line("0570000005", "prepaid", servertest.Owner)
	r.Line("0570000006", "prepaid", servertest.Owner)
	token, other := r.SignIn(servertest.MainLine), r.SignIn(servertest.MainLine)
	first, second := r.SentCode(token, "0570000005", "add_account"), r.SentCode(other, "0570000006", "add_account")
	require.Equal(t, http.StatusCreated, r.AddAccount(token, "0570000005", first).StatusCode)
	servertest.RequireRefused(t, r.AddAccount(other, "0570000006", second), contract.FailMaxAccounts)
	servertest.RequireRefused(t, r.AskCode(token, "0570000006", "add_account"), contract.FailMaxAccounts)
}

func TestSubAccount_MainLine_CannotBeDeleted(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	var main string
	require.NoError(t, r.DB.QueryRowContext(t.Context(), "SELECT id FROM subscriptions WHERE user_id = ?", user.ID).Scan(&main))
	token := r.SignIn(servertest.MainLine)
	for _, id := range []string{main, "main", uuid.NewString()} {
		servertest.RequireRefused(t, r.Call(http.MethodDelete, "/api/users/subscribers/"+id, "", servertest.Bearer(token), servertest.FreshKey()), contract.FailAccountUnknown)
	}
	require.Len(t, r.Accounts(token), 1)
}
