package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// accountEvents are the entries about accounts, oldest first.
func accountEvents(r *servertest.Rig, support string) []gen.AuditEntry {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/support/audit?area=account", "", servertest.Bearer(support))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	customers := strings.ReplaceAll(string(got.Body), `"actorName":"support@selfcare.example"`, "")
	for _, personal := range []string{servertest.MainLine, "selfcare.example", "Noura", servertest.OwnerID, "198.51.100.7", servertest.Password} {
		require.NotContains(r.T, customers, personal)
	}
	newest := servertest.Decoded[servertest.AuditPage](r.T, got).Items
	oldest := make([]gen.AuditEntry, len(newest))
	for i, entry := range newest {
		oldest[len(newest)-1-i] = entry
	}
	return oldest
}

// TestAudit_AccountChange_IsRecorded makes each change of the list and looks for its entry (S17).
func TestAudit_AccountChange_IsRecorded(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	r.Line("0570000004", "prepaid", servertest.Owner)
	support := r.SignedIn("support@selfcare.example", "support")
	r.Social.Known = contract.SocialIdentity{Subject: "s-1"}
	var token, account, device string
	done := func(got servertest.Answer, status int) { require.Equal(t, status, got.StatusCode, string(got.Body)) }
	steps := []struct {
		action string
		do     func()
	}{
		{"sign-in-failed", func() {
			done(r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, "wrong")), http.StatusUnauthorized)
		}},
		{"signed-in", func() { token = r.SignIn(servertest.MainLine) }},
		{"sub-account-added", func() {
			got := r.AddAccount(token, "0570000004", r.SentCode(token, "0570000004", "add_account"))
			done(got, http.StatusCreated)
			account = "/api/users/subscribers/" + servertest.Decoded[struct{ Data gen.Subscriber }](t, got).Data.SubscriptionId
		}},
		{"sub-account-renamed", func() {
			done(r.Call(http.MethodPatch, account, `{"nickname":"Noura"}`, servertest.Bearer(token), servertest.FreshKey()), http.StatusNoContent)
		}},
		{"sub-account-deleted", func() {
			done(r.Call(http.MethodDelete, account, "", servertest.Bearer(token), servertest.FreshKey()), http.StatusNoContent)
		}},
		{"email-changed", func() {
			done(r.RequestEmail(token, "new@selfcare.example"), http.StatusOK)
			done(r.ConfirmEmail(token, r.Notices.Code()), http.StatusNoContent)
		}},
		{"password-changed", func() {
			done(r.Call(http.MethodPut, "/api/users/current/password",
				`{"old_password":"`+servertest.Password+`","new_password":"`+servertest.FreshPassword+`"}`, servertest.Bearer(token)), http.StatusNoContent)
		}},
		{"signed-out", func() {
			done(r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token)), http.StatusNoContent)
		}},
		{"password-reset", func() {
			done(r.SetPassword(r.ProveNumber(servertest.MainLine, "reset"), "Acacia-2030"), http.StatusNoContent)
		}},
		{"sign-in-failed", func() {
			device = r.Device()
			done(r.GiveCode(device, servertest.MainLine, "login", servertest.OtherThan(r.SentCode(device, servertest.MainLine, "login"))), http.StatusUnprocessableEntity)
		}},
		{"signed-in", func() {
			done(r.GiveCode(device, servertest.MainLine, "login", r.SentCode(device, servertest.MainLine, "login")), http.StatusOK)
		}},
		{"social-account-linked", func() {
			session := r.Device()
			shown := shownSocial(r, session).Data
			done(linkSocial(r, session, "s-1", shown.Token, servertest.MainLine, r.SentCode(session, servertest.MainLine, "social")), http.StatusOK)
		}},
	}
	for _, step := range steps {
		before := len(accountEvents(r, support))
		r.Redis.FlushAll()
		step.do()
		entries := accountEvents(r, support)[before:]
		require.NotEmpty(t, entries, step.action)
		require.EqualValues(t, step.action, entries[0].Action)
		require.Equal(t, user.ID, entries[0].Actor, step.action)
		require.Len(t, entries[0].Details["traceId"], 32)
		require.Contains(t, entries[0].Details["client"], "/24", step.action)
		require.Nil(t, entries[0].OrderId)
	}
	t.Logf("S17: account events tried: %d, written down: %d", len(steps), len(steps))
}

func TestAudit_UnknownSignIn_NamesNoUser(t *testing.T) {
	r := servertest.New(t)
	support := r.SignedIn("support@selfcare.example", "support")
	r.Call(http.MethodPost, "/api/auth", "", servertest.Basic("nobody@selfcare.example", servertest.Password))
	entries := accountEvents(r, support)
	failed := entries[len(entries)-1]
	require.EqualValues(t, "sign-in-failed", failed.Action)
	require.Equal(t, "unknown", failed.Actor)
	require.Equal(t, "password", failed.Details["provider"])
	read := servertest.Decoded[servertest.AuditPage](t, r.Call(http.MethodGet, "/api/support/audit?area=support", "", servertest.Bearer(support))).Items
	require.Len(t, read, 2, "reads by support are a list of their own")
	require.Equal(t, []gen.AuditAction{gen.AuditActionDataRead, gen.AuditActionDataRead}, []gen.AuditAction{read[0].Action, read[1].Action})
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/support/audit?area=all", "", servertest.Bearer(support)), contract.FailValidation)
}

// An action that cannot be logged is refused.
func TestAudit_RecordFails_StopsChange(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	home := r.SubAccount(user, "0570000004", "prepaid", nil)
	token := r.SignIn(servertest.MainLine)
	_, err := r.DB.ExecContext(t.Context(), "ALTER TABLE audit_log ADD CONSTRAINT full_disk CHECK (id < 0) NOT VALID")
	require.NoError(t, err)
	for _, got := range []servertest.Answer{
		r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, servertest.Password)),
		r.Call(http.MethodDelete, "/api/users/subscribers/"+home, "", servertest.Bearer(token), servertest.FreshKey()),
		r.Call(http.MethodPut, "/api/users/current/password", `{"old_password":"`+servertest.Password+`","new_password":"`+servertest.FreshPassword+`"}`, servertest.Bearer(token)),
		r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token)),
	} {
		require.Equal(t, http.StatusInternalServerError, got.StatusCode, string(got.Body))
	}
	require.Len(t, r.Accounts(token), 2)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, servertest.FreshPassword)), contract.FailLoginWrong)
}

// Guesses are counted in one row, because log entries cannot be deleted and a guesser must not fill the log.
func TestAudit_FailedSignIns_AreOneEntryAnHour(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	user := r.Customer(servertest.MainLine, "prepaid")
	support := r.SignedIn("support@selfcare.example", "support")
	guess := func(login, address string) {
		t.Helper()
		got := r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(login, "wrong"), servertest.Header{"X-Forwarded-For": address})
		require.Equal(t, http.StatusUnauthorized, got.StatusCode)
	}
	for range 3 {
		guess(servertest.MainLine, "198.51.100.7")
	}
	guess(servertest.MainLine, "203.0.113.9")
	for n := range 4 {
		guess(fmt.Sprintf("nobody-%d@selfcare.example", n), fmt.Sprintf("198.51.100.%d", n))
	}
	got := map[string]string{}
	for _, entry := range accountEvents(r, support) {
		if entry.Action == "sign-in-failed" {
			got[entry.Actor+" "+entry.Details["client"]] += entry.Details["attempts"]
		}
	}
	require.Equal(t, map[string]string{
		user.ID + " 198.51.100.0/24": "3", user.ID + " 203.0.113.0/24": "1", "unknown 198.51.100.0/24": "4",
	}, got)
}
