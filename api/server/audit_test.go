package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

type auditPage struct{ Items []gen.AuditEntry }

// accountEvents are the entries about accounts, oldest first.
func (r *rig) accountEvents(support string) []gen.AuditEntry {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/support/audit?area=account", "", bearer(support))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	customers := strings.ReplaceAll(string(got.body), `"actorName":"support@selfcare.example"`, "")
	for _, personal := range []string{mainLine, "selfcare.example", "Noura", ownerID, "198.51.100.7", password} {
		require.NotContains(r.t, customers, personal)
	}
	newest := decoded[auditPage](r.t, got).Items
	oldest := make([]gen.AuditEntry, len(newest))
	for i, entry := range newest {
		oldest[len(newest)-1-i] = entry
	}
	return oldest
}

// TestWhatHappensToAccountsIsWrittenDown does each thing of the list and looks for its entry (S17).
func TestWhatHappensToAccountsIsWrittenDown(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	r.line("0570000004", "prepaid", owner)
	support := r.signedIn("support@selfcare.example", "support")
	r.social.identity = contract.SocialIdentity{Subject: "s-1"}
	var token, account, device string
	done := func(got answer, status int) { require.Equal(t, status, got.StatusCode, string(got.body)) }
	steps := []struct {
		action string
		do     func()
	}{
		{"sign-in-failed", func() {
			done(r.call(http.MethodPost, "/api/auth", "", basic(mainLine, "wrong")), http.StatusUnauthorized)
		}},
		{"signed-in", func() { token = r.signIn(mainLine) }},
		{"sub-account-added", func() {
			got := r.addAccount(token, "0570000004", r.sentCode(token, "0570000004", "add_account"))
			done(got, http.StatusCreated)
			account = "/api/users/subscribers/" + decoded[struct{ Data gen.Subscriber }](t, got).Data.SubscriptionId
		}},
		{"sub-account-renamed", func() {
			done(r.call(http.MethodPatch, account, `{"nickname":"Noura"}`, bearer(token), freshKey()), http.StatusNoContent)
		}},
		{"sub-account-deleted", func() { done(r.call(http.MethodDelete, account, "", bearer(token), freshKey()), http.StatusNoContent) }},
		{"email-changed", func() {
			done(r.wantEmail(token, "new@selfcare.example"), http.StatusOK)
			done(r.confirmEmail(token, r.notices.code()), http.StatusNoContent)
		}},
		{"password-changed", func() {
			done(r.call(http.MethodPut, "/api/users/current/password",
				`{"old_password":"`+password+`","new_password":"`+freshPassword+`"}`, bearer(token)), http.StatusNoContent)
		}},
		{"signed-out", func() {
			done(r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token)), http.StatusNoContent)
		}},
		{"password-reset", func() { done(r.setPassword(r.proven(mainLine, "reset"), "Acacia-2030"), http.StatusNoContent) }},
		{"sign-in-failed", func() {
			device = r.device()
			done(r.giveCode(device, mainLine, "login", otherThan(r.sentCode(device, mainLine, "login"))), http.StatusUnprocessableEntity)
		}},
		{"signed-in", func() {
			done(r.giveCode(device, mainLine, "login", r.sentCode(device, mainLine, "login")), http.StatusOK)
		}},
		{"social-account-linked", func() {
			session := r.device()
			shown := r.shownSocial(session).Data
			done(r.linkSocial(session, "s-1", shown.Token, mainLine, r.sentCode(session, mainLine, "social")), http.StatusOK)
		}},
	}
	for _, step := range steps {
		before := len(r.accountEvents(support))
		r.redis.FlushAll()
		step.do()
		entries := r.accountEvents(support)[before:]
		require.NotEmpty(t, entries, step.action)
		require.EqualValues(t, step.action, entries[0].Action)
		require.Equal(t, user.ID, entries[0].Actor, step.action)
		require.Len(t, entries[0].Details["traceId"], 32)
		require.Contains(t, entries[0].Details["client"], "/24", step.action)
		require.Nil(t, entries[0].OrderId)
	}
	t.Logf("S17: account events tried: %d, written down: %d", len(steps), len(steps))
}

func TestAFailedSignInOfNobodyNamesNobody(t *testing.T) {
	r := newRig(t)
	support := r.signedIn("support@selfcare.example", "support")
	r.call(http.MethodPost, "/api/auth", "", basic("nobody@selfcare.example", password))
	entries := r.accountEvents(support)
	failed := entries[len(entries)-1]
	require.EqualValues(t, "sign-in-failed", failed.Action)
	require.Equal(t, "unknown", failed.Actor)
	require.Equal(t, "password", failed.Details["provider"])
	read := decoded[auditPage](t, r.call(http.MethodGet, "/api/support/audit?area=support", "", bearer(support))).Items
	require.Len(t, read, 2, "what support did is a list of its own: they looked at both")
	require.Equal(t, []gen.AuditAction{gen.AuditActionDataRead, gen.AuditActionDataRead}, []gen.AuditAction{read[0].Action, read[1].Action})
	requireRefused(t, r.call(http.MethodGet, "/api/support/audit?area=all", "", bearer(support)), contract.FailValidation)
}

// What cannot be written down does not happen.
func TestNothingHappensToAnAccountUnseen(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	home := r.subAccount(user, "0570000004", "prepaid", nil)
	token := r.signIn(mainLine)
	_, err := r.db.ExecContext(t.Context(), "ALTER TABLE audit_log ADD CONSTRAINT full_disk CHECK (id < 0) NOT VALID")
	require.NoError(t, err)
	for _, got := range []answer{
		r.call(http.MethodPost, "/api/auth", "", basic(mainLine, password)),
		r.call(http.MethodDelete, "/api/users/subscribers/"+home, "", bearer(token), freshKey()),
		r.call(http.MethodPut, "/api/users/current/password", `{"old_password":"`+password+`","new_password":"`+freshPassword+`"}`, bearer(token)),
		r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token)),
	} {
		require.Equal(t, http.StatusInternalServerError, got.StatusCode, string(got.body))
	}
	require.Len(t, r.accounts(token), 2)
	requireRefused(t, r.call(http.MethodPost, "/api/auth", "", basic(mainLine, freshPassword)), contract.FailLoginWrong)
}

// Whoever guesses adds to a row: the log cannot be thinned out, so nobody may fill it.
func TestFailedSignInsOfAnHourAreOneEntryForEachAccountAndNetwork(t *testing.T) {
	r := newRig(t, trusting)
	user := r.customer(mainLine, "prepaid")
	support := r.signedIn("support@selfcare.example", "support")
	guess := func(login, address string) {
		t.Helper()
		got := r.call(http.MethodPost, "/api/auth", "", basic(login, "wrong"), header{"X-Forwarded-For": address})
		require.Equal(t, http.StatusUnauthorized, got.StatusCode)
	}
	for range 3 {
		guess(mainLine, "198.51.100.7")
	}
	guess(mainLine, "203.0.113.9")
	for n := range 4 {
		guess(fmt.Sprintf("nobody-%d@selfcare.example", n), fmt.Sprintf("198.51.100.%d", n))
	}
	got := map[string]string{}
	for _, entry := range r.accountEvents(support) {
		if entry.Action == "sign-in-failed" {
			got[entry.Actor+" "+entry.Details["client"]] += entry.Details["attempts"]
		}
	}
	require.Equal(t, map[string]string{
		user.ID + " 198.51.100.0/24": "3", user.ID + " 203.0.113.0/24": "1", "unknown 198.51.100.0/24": "4",
	}, got)
}

// What a customer's order holds is seen by few, and each of them is written down.
func TestWhatSupportReadsOfAnOrderIsWrittenDown(t *testing.T) {
	for name, path := range map[string]string{"the order": "/ORDER", "its books": "/ORDER/books", "the list it is on": "?stage=wizard"} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			o := r.start()
			support := bearer(r.signedIn("support@selfcare.example", "support"))
			log := func() []gen.AuditEntry {
				return decoded[auditPage](t, r.call(http.MethodGet, "/api/support/audit?orderId="+o.id, "", support)).Items
			}
			require.Empty(t, log())
			for range 2 {
				got := r.call(http.MethodGet, "/api/support/orders"+strings.ReplaceAll(path, "ORDER", o.id), "", support)
				require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
				require.Len(t, log(), 1, "one for each reader, order and hour")
			}
			require.EqualValues(t, "order-read", log()[0].Action)
			require.Len(t, log()[0].Actor, 36)
		})
	}
}

func TestSupportSeesNoOrderThatCannotBeWrittenDown(t *testing.T) {
	r := newRig(t)
	o := r.delivered("1000000008", "8996601000000000004")
	support := bearer(r.signedIn("support@selfcare.example", "support"))
	_, err := r.db.ExecContext(t.Context(), "ALTER TABLE audit_log ADD CONSTRAINT full_disk CHECK (id < 0) NOT VALID")
	require.NoError(t, err)
	for _, path := range []string{"/" + o.id, "/" + o.id + "/books", "?stage=delivered"} {
		got := r.call(http.MethodGet, "/api/support/orders"+path, "", support)
		require.Equal(t, http.StatusInternalServerError, got.StatusCode, path)
		require.NotContains(t, string(got.body), o.id)
	}
}
