package subscription_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/internal/lines"
	"selfcare/activities/subscription"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
)

func restAt(now time.Time) contract.SuspensionChoice {
	return contract.SuspensionChoice{At: at(now), Key: uuid.NewString(), UserID: "u1", Language: "en"}
}

// suspendedSince reads the suspension from the line's row.
func (b *book) suspendedSince() time.Time {
	b.t.Helper()
	found, err := b.store.Lines.Get(ctx, b.lineID)
	require.NoError(b.t, err)
	return found.SuspendedSince
}

func requireAhead(t *testing.T, err error) {
	t.Helper()
	var ahead *temporal.ApplicationError
	require.ErrorAs(t, err, &ahead)
	require.Equal(t, contract.ErrorSavedAhead, ahead.Type())
}

func requireCode(t *testing.T, err error, want contract.Code) {
	t.Helper()
	var refused *temporal.ApplicationError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, string(want), refused.Type())
}

func TestRecordSuspension_Owner_HoldersAreTold(t *testing.T) {
	b := newBook(t, "prepaid")
	before, lost := b.begins(), activated.Add(time.Hour)
	s, err := b.RecordSuspension(ctx, before, restAt(lost))
	require.NoError(t, err)
	require.Equal(t, b.now(), s)
	require.True(t, b.suspendedSince().Equal(lost))
	require.True(t, domain.IsNetworkOutdated(s), "the network is told next")
	require.Equal(t, before.DueAt, s.DueAt, "the plan goes on")
	require.Equal(t, []string{"line-suspended"}, b.told())

	_, err = b.RecordSuspension(ctx, before, restAt(lost)) // the first answer was lost
	requireAhead(t, err)
	_, err = b.RecordSuspension(ctx, s, restAt(lost))
	requireCode(t, err, contract.FailLineSuspendedByOwner)
	require.Equal(t, []string{"line-suspended"}, b.told())

	again := restAt(lost)
	again.Key = s.ChoiceKey
	repeated, err := b.RecordSuspension(ctx, s, again)
	require.NoError(t, err, "its answer got lost with the worker")
	require.Equal(t, s, repeated)
	require.Equal(t, []string{"line-suspended"}, b.told())

	back, err := b.EndSuspension(ctx, s, restAt(lost.Add(time.Hour)))
	require.NoError(t, err)
	require.Zero(t, b.suspendedSince())
	require.False(t, domain.IsNetworkOutdated(back), "the network never heard of it")
	require.Equal(t, []string{"line-suspended", "line-returned"}, b.told())
	_, err = b.EndSuspension(ctx, back, restAt(lost))
	requireCode(t, err, contract.FailLineNotSuspended)
}

func TestSuspension_Blocked_IsRefused(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	for status, want := range map[string]contract.Code{"blocked": contract.FailLineBlocked, "ended": contract.FailNumberAbsent} {
		_, err := b.db.ExecContext(ctx, "UPDATE lines SET status = ?", status)
		require.NoError(t, err)
		_, err = b.RecordSuspension(ctx, s, restAt(activated))
		requireCode(t, err, want)
		_, err = b.EndSuspension(ctx, s, restAt(activated))
		requireCode(t, err, want)
	}
	require.Empty(t, b.told())
}

func TestAdvance_SuspendedLine_Renewed(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(netOf90)
	s, err := b.RecordSuspension(ctx, b.begins(), restAt(activated))
	require.NoError(t, err)
	renewed := b.advances(s, s.DueAt)
	require.Equal(t, 2, renewed.Cycle)
	require.Zero(t, b.balance())
	require.True(t, b.suspendedSince().Equal(activated))
	require.Equal(t, contract.ServiceNone, domain.Service(renewed).Level)
}

func TestAdvance_LaterState_GoesOnFromIt(t *testing.T) {
	b := newBook(t, "prepaid")
	s, err := b.RecordSuspension(ctx, b.begins(), restAt(activated))
	require.NoError(t, err)
	b.calls() // drops the calls of the begin
	require.NoError(t, b.store.InTx(ctx, func(q *store.Tx) error {
		changed, err := lines.Rest(ctx, q, b.lineID, domain.Returned)
		require.True(t, changed)
		return err
	}))
	require.Zero(t, b.suspendedSince())
	require.Equal(t, 1, b.calls(), "its workflow is woken")
	_, err = b.AdvanceSubscription(ctx, s, at(activated.Add(time.Minute)))
	requireAhead(t, err)
	require.Equal(t, b.now(), b.advances(b.now(), activated.Add(time.Minute)))

	require.NoError(t, b.store.InTx(ctx, func(q *store.Tx) error {
		changed, err := lines.Rest(ctx, q, b.lineID, domain.Returned)
		require.False(t, changed, "a line that works is left alone")
		return err
	}))
	require.Zero(t, b.calls())
}

// rester fakes the workflow of a plan, with the real activities.
type rester struct{ *subscription.Activities }

func (r rester) SuspendLine(ctx context.Context, s contract.PlanSubscription, _ string, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	in.At = at(activated)
	return r.RecordSuspension(ctx, s, in)
}

func (r rester) ReturnLine(ctx context.Context, s contract.PlanSubscription, _ string, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	in.At = at(activated)
	return r.EndSuspension(ctx, s, in)
}

func TestChangeProvenLine_Repeat_ChangesOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	proven := subscription.NewProven(b.store.PlanSubscriptions, rester{b.Activities})
	proof := contract.LineProof{ID: uuid.NewString(), LineID: b.lineID, UserID: "u1", Language: "en", Change: contract.ChangeSuspend, Trace: contract.Trace{ID: "trace-1", Client: "198.51.100.0/24"}}
	for range 2 { // the first answer was lost
		require.NoError(t, proven.ChangeProvenLine(ctx, proof))
	}
	require.False(t, b.suspendedSince().IsZero())
	back := proof
	back.ID, back.Change = uuid.NewString(), contract.ChangeReturn
	require.NoError(t, proven.ChangeProvenLine(ctx, back))
	require.Zero(t, b.suspendedSince())

	log, err := b.store.AuditEntries.Find(ctx, audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Len(t, log, 2)
	for i, action := range []string{"line-returned", "line-suspended"} {
		require.Equal(t, action, log[i].Action)
		require.Equal(t, "u1", log[i].Actor)
		require.Equal(t, map[string]string{"id": b.lineID, "proof": "identity", "traceId": "trace-1", "client": "198.51.100.0/24"}, log[i].Details)
	}
	proof.LineID = uuid.NewString()
	requireCode(t, proven.ChangeProvenLine(ctx, proof), contract.FailSubscriptionUnknown)
}
