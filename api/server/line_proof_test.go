package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/subscription"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
)

// fakeProofs plays the workflows that wait for answers in the identity app, on the real books.
type fakeProofs struct {
	books *subscription.Proven
	asked []contract.LineProofInput
	last  contract.LineProof
	err   error
}

func (f *fakeProofs) Prove(ctx context.Context, in contract.LineProofInput, _ string) (contract.LineProof, error) {
	f.asked = append(f.asked, in)
	if f.err != nil {
		return contract.LineProof{}, f.err
	}
	if f.last.Stage == contract.ProofWaiting {
		return f.last, line.ValidatePush(f.last, in.Proof)
	}
	f.last = in.Proof
	f.last.TransactionID, f.last.Random = fmt.Sprintf("t%d", len(f.asked)), "42"
	f.last.Stage, f.last.ExpiresAt = contract.ProofWaiting, time.Now().Add(3*time.Minute).Truncate(time.Second)
	return f.last, asRefusal(f.books.SaveLineProof(ctx, f.last))
}

// answered goes on as the workflow does after an answer in the app.
func (f *fakeProofs) answered(t *testing.T, status contract.IdentityStatus) {
	t.Helper()
	f.last = line.Answered(f.last, status)
	require.NoError(t, f.books.SaveLineProof(t.Context(), f.last))
	if f.last.Stage != contract.ProofConfirmed {
		return
	}
	f.last.Stage = contract.ProofDone
	if err := asRefusal(f.books.ChangeProvenLine(t.Context(), f.last)); err != nil {
		f.last.Stage, f.last.Refused = contract.ProofRefused, refusalIn(err)
	}
	require.NoError(t, f.books.SaveLineProof(t.Context(), f.last))
}

// refusalIn is the code that something was refused with.
func refusalIn(err error) contract.Code {
	var refused *contract.Refusal
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

func (r *rig) proves(token, change string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/users/current/sim/identity", fmt.Sprintf(`{"change":%q}`, change), bearer(token), freshKey())
}

func (r *rig) seesProof(token string) answer {
	r.t.Helper()
	return r.call(http.MethodGet, "/api/users/current/sim/identity", "", bearer(token))
}

func proofIn(r *rig, got answer) gen.LineProof {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.LineProof }](r.t, got).Data
}

func TestWhoHasNeitherPhoneNorMailSuspendsTheLineByIdentityAndBringsItBack(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	requireRefused(t, r.seesProof(token), contract.FailProofNone)
	requireRefused(t, r.proves(token, "return_line"), contract.FailLineRestsNot)
	require.Equal(t, http.StatusUnprocessableEntity, r.proves(token, "login").StatusCode)

	waiting := proofIn(r, r.proves(token, "suspend_line"))
	require.Equal(t, "42", waiting.Random)
	require.EqualValues(t, "waiting", waiting.Stage)
	require.Equal(t, waiting, proofIn(r, r.seesProof(token)))
	asked := r.proofs.asked[0]
	found, err := r.store.Lines.ByNumber(t.Context(), lostLine)
	require.NoError(t, err)
	require.Equal(t, found.Person.IDNumber, asked.IDNumber, "the push goes to who holds the line, whoever is signed in")
	require.EqualValues(t, "active", r.showsSIMs(token).State, "nothing happens before the answer")

	r.proofs.answered(t, contract.IdentityCompleted)
	require.EqualValues(t, "done", proofIn(r, r.seesProof(token)).Stage)
	off := r.showsSIMs(token)
	require.EqualValues(t, "stopped", off.State)
	require.EqualValues(t, "owner", *off.Reason)
	requireRefused(t, r.proves(token, "suspend_line"), contract.FailLineRests)

	proofIn(r, r.proves(token, "return_line"))
	r.proofs.answered(t, contract.IdentityCompleted)
	require.EqualValues(t, "active", r.showsSIMs(token).State)
}

func TestLineProof_AppAwayAtTheEnd_IsShownAsUnknownUntilItAnswers(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	proofIn(r, r.proves(token, "suspend_line"))
	r.proofs.answered(t, contract.IdentityUnknown)
	require.EqualValues(t, "unknown", proofIn(r, r.seesProof(token)).Stage)
	require.EqualValues(t, "active", r.showsSIMs(token).State)
	r.proofs.answered(t, contract.IdentityCompleted)
	require.EqualValues(t, "done", proofIn(r, r.seesProof(token)).Stage)
	require.EqualValues(t, "stopped", r.showsSIMs(token).State)
}

func TestAProofIsItsAskersAlone(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	proofIn(r, r.proves(token, "suspend_line"))
	requireRefused(t, r.seesProof(r.signIn("0570000001")), contract.FailProofNone)
	requireRefused(t, r.proves(r.device(), "suspend_line"), contract.FailNotSignedIn)
}

func TestANoInTheAppAndSilenceLeaveTheLineAsItIs(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	proofIn(r, r.proves(token, "suspend_line"))
	r.proofs.answered(t, contract.IdentityRejected)
	require.EqualValues(t, "rejected", proofIn(r, r.seesProof(token)).Stage)
	proofIn(r, r.proves(token, "suspend_line"))
	_, err := r.db.ExecContext(t.Context(), "UPDATE identity_requests SET expires_at = now() - interval '1 minute' WHERE status = 'waiting'")
	require.NoError(t, err)
	require.EqualValues(t, "expired", proofIn(r, r.seesProof(token)).Stage, "whoever was to write it")
	require.EqualValues(t, "active", r.showsSIMs(token).State)
}

// Nobody is sent pushes without end, and after a no there are fewer.
func TestPushesAreCountedByThePersonTheyGoTo(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	for range 3 {
		proofIn(r, r.proves(token, "suspend_line"))
		r.proofs.answered(t, contract.IdentityRejected)
	}
	requireRefused(t, r.proves(token, "suspend_line"), contract.FailIdentityTooOften)
	require.Len(t, r.proofs.asked, 3)
}

func TestAnOpenPushIsJoinedAndCountsOnce(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	first := proofIn(r, r.proves(token, "suspend_line"))
	for range 6 {
		require.Equal(t, first, proofIn(r, r.proves(token, "suspend_line")))
	}
}

func TestWhatWasConfirmedAndCouldNotBeDoneSaysWhy(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	proofIn(r, r.proves(token, "suspend_line"))
	_, err := r.db.ExecContext(t.Context(), "UPDATE lines SET status = 'blocked' WHERE msisdn = ?", lostLine)
	require.NoError(t, err)
	r.proofs.answered(t, contract.IdentityCompleted)
	refused := proofIn(r, r.seesProof(token))
	require.EqualValues(t, "refused", refused.Stage)
	require.Equal(t, string(contract.FailLineBlocked), refused.Refusal.MessageKey)
	require.NotEmpty(t, refused.Refusal.Message)
	requireRefused(t, r.proves(token, "suspend_line"), contract.FailLineBlocked)
}

func TestAPushThatCannotBeSentSaysWhy(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	for _, code := range []contract.Code{contract.FailIdentityUnknown, contract.FailIdentityInProgress, contract.FailOutsideSystem} {
		r.proofs.err = contract.Refuse(code)
		got := r.proves(token, "suspend_line")
		requireRefused(t, got, code)
		require.Equal(t, map[contract.Code]string{contract.FailIdentityInProgress: "15", contract.FailOutsideSystem: "2"}[code],
			got.Header.Get("Retry-After"), "when to ask again, where that helps: %s", code)
	}
}

func TestTheAnswerOfALinesHolderIsTakenToItsProof(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	proofIn(r, r.proves(token, "suspend_line"))
	body := callBack("evt_identity_9", "identity.answered", `{"transId":"t1","requestId":"x","status":"COMPLETED"}`)
	require.Equal(t, http.StatusNoContent, r.report("identity", body).StatusCode)
	told := r.flow.sentSignals()
	require.Equal(t, sent{contract.LineProofWorkflowID(r.lineID(lostLine)), contract.SignalIdentityAnswered, "", contract.IdentityAnswered{
		EventID: "evt_identity_9", TransactionID: "t1", Status: contract.IdentityCompleted,
	}}, told[len(told)-1])
}

// One answer never proves two things: neither two lines, nor a line and an order.
func TestAnAnswerThatIsSomebodyElsesProvesNothing(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	proofIn(r, r.proves(token, "suspend_line"))
	orderID, _, ordered, _ := r.known()
	require.Error(t, r.store.Identities.Save(t.Context(), orderID, contract.Identity{
		RequestID: "another", TransactionID: "t1", Status: contract.IdentityWaiting, Purpose: contract.PurposeOrder, ExpiresAt: time.Now(), Tries: 1,
	}))
	_, err := r.store.Identities.OrderOf(t.Context(), "t1")
	require.ErrorIs(t, err, store.ErrNotFound)
	other := r.proofs.last
	other.ID, other.TransactionID = "another", ordered
	require.Equal(t, contract.FailIdentityInProgress, refusalIn(asRefusal(r.proofs.books.SaveLineProof(t.Context(), other))))
	other.TransactionID, other.Change = "t1", contract.ChangeReturn
	require.Equal(t, contract.FailIdentityInProgress, refusalIn(asRefusal(r.proofs.books.SaveLineProof(t.Context(), other))))
}

func TestSuspensionsAndPUKsAreWrittenDown(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	r.simInfo(r.rests(token, "suspend", r.sentCode(token, lostLine, "suspend_line")))
	r.nextCode()
	r.simInfo(r.rests(token, "return", r.sentCode(token, lostLine, "return_line")))
	proofIn(r, r.proves(token, "suspend_line"))
	r.proofs.answered(t, contract.IdentityCompleted)
	var events []string
	entries, err := r.store.AuditEntries.Find(t.Context(), audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	for _, e := range entries {
		if e.Details["proof"] != "" {
			require.NotEmpty(t, e.Details["traceId"])
			require.Equal(t, r.lineID(lostLine), e.Details["id"])
			require.NotContains(t, fmt.Sprint(e), lostLine)
			events = append(events, e.Action+" by "+e.Details["proof"])
		}
	}
	require.Equal(t, []string{"line-suspended by identity", "line-returned by code", "line-suspended by code"}, events)
}
