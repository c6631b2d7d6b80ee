package lines_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
)

func proves(r *servertest.Rig, token, change string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/users/current/sim/identity", fmt.Sprintf(`{"change":%q}`, change), servertest.Bearer(token), servertest.FreshKey())
}

func seesProof(r *servertest.Rig, token string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodGet, "/api/users/current/sim/identity", "", servertest.Bearer(token))
}

func proofIn(r *servertest.Rig, got servertest.Answer) gen.LineProof {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.LineProof }](r.T, got).Data
}

func TestLineProof_NoPhoneOrMail_Suspends(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	servertest.RequireRefused(t, seesProof(r, token), contract.FailProofNone)
	servertest.RequireRefused(t, proves(r, token, "return_line"), contract.FailLineNotSuspended)
	require.Equal(t, http.StatusUnprocessableEntity, proves(r, token, "login").StatusCode)

	waiting := proofIn(r, proves(r, token, "suspend_line"))
	require.Equal(t, "42", waiting.Random)
	require.EqualValues(t, "waiting", waiting.Stage)
	require.Equal(t, waiting, proofIn(r, seesProof(r, token)))
	asked := r.Proofs.Asked[0]
	found, err := r.Store.Lines.ByNumber(t.Context(), lostLine)
	require.NoError(t, err)
	require.Equal(t, found.Person.IDNumber, asked.IDNumber, "the push goes to the line's holder, not to the signed-in user")
	require.Equal(t, "0.0.0.0", asked.ClientAddress, "that of a test")
	require.EqualValues(t, "active", showsSIMs(r, token).State, "nothing happens before the answer")

	r.Proofs.Answer(t, contract.IdentityCompleted)
	require.EqualValues(t, "done", proofIn(r, seesProof(r, token)).Stage)
	off := showsSIMs(r, token)
	require.EqualValues(t, "stopped", off.State)
	require.EqualValues(t, "owner", *off.Reason)
	servertest.RequireRefused(t, proves(r, token, "suspend_line"), contract.FailLineSuspendedByOwner)

	proofIn(r, proves(r, token, "return_line"))
	r.Proofs.Answer(t, contract.IdentityCompleted)
	require.EqualValues(t, "active", showsSIMs(r, token).State)
}

func TestLineProof_AppAway_IsUnknown(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	proofIn(r, proves(r, token, "suspend_line"))
	r.Proofs.Answer(t, contract.IdentityUnknown)
	require.EqualValues(t, "unknown", proofIn(r, seesProof(r, token)).Stage)
	require.EqualValues(t, "active", showsSIMs(r, token).State)
	r.Proofs.Answer(t, contract.IdentityCompleted)
	require.EqualValues(t, "done", proofIn(r, seesProof(r, token)).Stage)
	require.EqualValues(t, "stopped", showsSIMs(r, token).State)
}

func TestLineProof_OtherSession_Refused(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	proofIn(r, proves(r, token, "suspend_line"))
	servertest.RequireRefused(t, seesProof(r, r.SignIn("0570000001")), contract.FailProofNone)
	servertest.RequireRefused(t, proves(r, r.Device(), "suspend_line"), contract.FailNotSignedIn)
}

func TestLineProof_Denied_ChangesNothing(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	proofIn(r, proves(r, token, "suspend_line"))
	r.Proofs.Answer(t, contract.IdentityRejected)
	require.EqualValues(t, "rejected", proofIn(r, seesProof(r, token)).Stage)
	proofIn(r, proves(r, token, "suspend_line"))
	_, err := r.DB.ExecContext(t.Context(), "UPDATE identity_requests SET expires_at = now() - interval '1 minute' WHERE status = 'waiting'")
	require.NoError(t, err)
	require.EqualValues(t, "expired", proofIn(r, seesProof(r, token)).Stage, "a late request reads as expired before the workflow stores it")
	require.EqualValues(t, "active", showsSIMs(r, token).State)
}

// The number of pushes is limited, and after a refusal the limit is lower.
func TestLineProof_Pushes_CountForThePerson(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	for range 3 {
		proofIn(r, proves(r, token, "suspend_line"))
		r.Proofs.Answer(t, contract.IdentityRejected)
	}
	servertest.RequireRefused(t, proves(r, token, "suspend_line"), contract.FailIdentityTooOften)
	require.Len(t, r.Proofs.Asked, 3)
}

func TestLineProof_OpenPush_IsJoined(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	first := proofIn(r, proves(r, token, "suspend_line"))
	for range 6 {
		require.Equal(t, first, proofIn(r, proves(r, token, "suspend_line")))
	}
}

func TestLineProof_ConfirmedButFailed_SaysWhy(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	proofIn(r, proves(r, token, "suspend_line"))
	_, err := r.DB.ExecContext(t.Context(), "UPDATE lines SET status = 'blocked' WHERE msisdn = ?", lostLine)
	require.NoError(t, err)
	r.Proofs.Answer(t, contract.IdentityCompleted)
	refused := proofIn(r, seesProof(r, token))
	require.EqualValues(t, "refused", refused.Stage)
	require.Equal(t, string(contract.FailLineBlocked), refused.Refusal.MessageKey)
	require.NotEmpty(t, refused.Refusal.Message)
	servertest.RequireRefused(t, proves(r, token, "suspend_line"), contract.FailLineBlocked)
}

func TestLineProof_PushFails_SaysWhy(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	for _, code := range []contract.Code{contract.FailIdentityUnknown, contract.FailIdentityInProgress, contract.FailOutsideSystem} {
		r.Proofs.Err = contract.Refuse(code)
		got := proves(r, token, "suspend_line")
		servertest.RequireRefused(t, got, code)
		require.Equal(t, map[contract.Code]string{contract.FailIdentityInProgress: "15", contract.FailOutsideSystem: "2"}[code],
			got.Header.Get("Retry-After"), "when to ask again, where that helps: %s", code)
	}
}

func TestLineProof_HolderAnswers_SignalsProof(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	proofIn(r, proves(r, token, "suspend_line"))
	require.Equal(t, http.StatusOK, r.Report("identity", servertest.AnsweredPush(t, "t1", "COMPLETED")).StatusCode)
	told := r.Flow.SentSignals()
	require.Equal(t, servertest.Sent{WorkflowID: contract.LineProofWorkflowID(r.LineID(lostLine)), Name: contract.SignalIdentityAnswered, Key: "", Arg: contract.IdentityAnswered{
		EventID: "t1-COMPLETED", TransactionID: "t1", Status: contract.IdentityCompleted,
	}}, told[len(told)-1])
}

// An answer proves one thing only: neither two lines, nor a line and an order.
func TestLineProof_OtherPerson_ProvesNothing(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	proofIn(r, proves(r, token, "suspend_line"))
	orderID, _, ordered, _ := r.AddCallBackSubjects()
	require.Error(t, r.Store.Identities.Save(t.Context(), orderID, contract.Identity{
		RequestID: "another", TransactionID: "t1", Status: contract.IdentityWaiting, Purpose: contract.PurposeOrder, ExpiresAt: time.Now(), Tries: 1,
	}))
	_, err := r.Store.Identities.OrderOf(t.Context(), "t1")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	other := r.Proofs.Last
	other.ID, other.TransactionID = "another", ordered
	require.Equal(t, contract.FailIdentityInProgress, servertest.RefusalIn(servertest.AsRefusal(r.Proofs.Books.SaveLineProof(t.Context(), other))))
	other.TransactionID, other.Change = "t1", contract.ChangeReturn
	require.Equal(t, contract.FailIdentityInProgress, servertest.RefusalIn(servertest.AsRefusal(r.Proofs.Books.SaveLineProof(t.Context(), other))))
}

func TestLineAudit_SuspendAndPUK_AreRecorded(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	simInfo(r, changeSuspension(r, token, "suspend", r.SentCode(token, lostLine, "suspend_line")))
	r.NextCode()
	simInfo(r, changeSuspension(r, token, "return", r.SentCode(token, lostLine, "return_line")))
	proofIn(r, proves(r, token, "suspend_line"))
	r.Proofs.Answer(t, contract.IdentityCompleted)
	var events []string
	entries, err := r.Store.AuditEntries.Find(t.Context(), audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	for _, e := range entries {
		if e.Details["proof"] != "" {
			require.NotEmpty(t, e.Details["traceId"])
			require.Equal(t, r.LineID(lostLine), e.Details["id"])
			require.NotContains(t, fmt.Sprint(e), lostLine)
			events = append(events, e.Action+" by "+e.Details["proof"])
		}
	}
	require.Equal(t, []string{"line-suspended by identity", "line-returned by code", "line-suspended by code"}, events)
}
