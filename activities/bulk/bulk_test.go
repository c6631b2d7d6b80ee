package bulk_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/bulk"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/store/audit"
)

var ctx = context.Background()

// rig is a shop whose courier refuses, with a member of support.
type rig struct {
	*fixture.Shop
	*bulk.Activities
	*bulk.Resumption
	agent  string
	orders map[string]contract.Order // as the workflows know them
	passed []string                  // keys of decisions that arrived
	fails  error
	loses  bool // loses the next answer
}

func newRig(t *testing.T) *rig {
	r := &rig{Shop: fixture.NewShop(t), orders: map[string]contract.Order{}}
	r.Activities, r.Resumption = bulk.New(r.Store), bulk.NewResumption(r.Store, r)
	r.agent = r.user("agent@selfcare.example")
	return r
}

func (r *rig) user(email string) (id string) {
	r.T.Helper()
	require.NoError(r.T, r.DB.NewRaw("INSERT INTO users (email, password_hash) VALUES (?, 'x') RETURNING id", email).Scan(ctx, &id))
	return id
}

// Resume is the workflow of an order: it knows a decision by its key.
func (r *rig) Resume(_ context.Context, c supportcase.Case, key string, in contract.Resolution) error {
	if r.fails != nil {
		return r.fails
	}
	o := r.orders[c.ID]
	if o.Held == nil {
		return contract.Refuse(contract.FailNotHeld)
	}
	r.passed = append(r.passed, key)
	next, err := r.Orders.ResumeOrder(ctx, o, contract.OrderResumed{At: fixture.At(fixture.Now), Resolution: in})
	require.NoError(r.T, err)
	r.orders[c.ID] = next
	if r.loses {
		r.loses = false
		return errors.New("no answer")
	}
	return nil
}

func (r *rig) holds(o contract.Order, since time.Time) contract.Order {
	r.T.Helper()
	held := r.Once(r.Orders.HoldOrder(ctx, o, contract.OrderHeld{At: fixture.At(since), FailureCode: contract.FailCourierRefused, Work: contract.WorkShip}))
	r.orders[held.ID] = held
	return held
}

func (r *rig) held(msisdn string) contract.Order {
	r.T.Helper()
	return r.holds(r.Prepared(msisdn), fixture.Now)
}

func (r *rig) wanted(f contract.BulkFilter) contract.Bulk {
	return contract.Bulk{ID: uuid.NewString(), Filter: f, Note: "the courier is back", StartedBy: r.agent}
}

func (r *rig) opens() contract.Bulk {
	r.T.Helper()
	b, err := r.OpenBulk(ctx, r.wanted(contract.BulkFilter{Code: contract.FailCourierRefused}), fixture.At(fixture.Now.Add(time.Minute)))
	require.NoError(r.T, err)
	return b
}

func (r *rig) resumes(b contract.Bulk, position int) contract.BulkOutcome {
	r.T.Helper()
	outcome, err := r.ResumeItem(ctx, contract.BulkItem{BulkID: b.ID, Position: position})
	require.NoError(r.T, err)
	return outcome
}

func (r *rig) outcomes(b contract.Bulk, outcome string) []string {
	r.T.Helper()
	items, err := r.Store.Bulks.Items(ctx, b.ID, outcome, 1, 50)
	require.NoError(r.T, err)
	ids := []string{}
	for _, item := range items {
		ids = append(ids, item.CaseID)
	}
	return ids
}

func requireCode(t *testing.T, want contract.Code, err error) {
	t.Helper()
	var failed *temporal.ApplicationError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, string(want), failed.Type())
}

func TestOpenBulk_HeldWork_IsFixed(t *testing.T) {
	r := newRig(t)
	first := r.held(fixture.NumberA)
	b := r.opens()
	require.Equal(t, contract.BulkRunning, b.State)
	require.Equal(t, []int{1, 60}, []int{b.Total, b.PerMinute})
	r.held(fixture.NumberB)
	require.Equal(t, []string{first.ID}, r.outcomes(b, "waiting"), "what is held later stays out")
	again, err := r.OpenBulk(ctx, b, fixture.At(fixture.Now))
	require.NoError(t, err)
	require.Equal(t, b, again)
	log, err := r.Store.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: b.ID, Limit: 50})
	require.NoError(t, err)
	require.Len(t, log, 1)
	require.Equal(t, []string{r.agent, "bulk-started", "the courier is back"}, []string{log[0].Actor, log[0].Action, log[0].Note})
}

func TestOpenBulk_EverythingOrNothing_IsRefused(t *testing.T) {
	r := newRig(t)
	r.held(fixture.NumberA)
	for want, filter := range map[contract.Code]contract.BulkFilter{
		contract.FailBulkFilterEmpty: {Until: fixture.Now},
		contract.FailBulkFilterTimes: {From: fixture.Now, Until: fixture.Now},
		contract.FailBulkNothing:     {Code: contract.FailNetworkRefused},
	} {
		_, err := r.OpenBulk(ctx, r.wanted(filter), fixture.At(fixture.Now.Add(time.Minute)))
		requireCode(t, want, err)
	}
	for name, filter := range map[string]contract.BulkFilter{
		"held before": {From: fixture.Now.Add(time.Second)}, "held after": {Kind: "order", Until: fixture.Now}, "another kind": {Kind: "purchase"},
	} {
		_, err := r.OpenBulk(ctx, r.wanted(filter), fixture.At(fixture.Now.Add(time.Minute)))
		requireCode(t, contract.FailBulkNothing, err)
		require.Error(t, err, name)
	}
}

func TestResumeItem_Held_TriedOnceForStarter(t *testing.T) {
	r := newRig(t)
	o := r.held(fixture.NumberA)
	b := r.opens()
	require.Equal(t, contract.BulkResumed, r.resumes(b, 1))
	require.Equal(t, contract.BulkResumed, r.resumes(b, 1), "a repeat is answered the same")
	require.Equal(t, []string{"bulk/" + b.ID + "/1"}, r.passed)
	log, err := r.Store.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: o.ID, Limit: 50})
	require.NoError(t, err)
	require.Len(t, log, 1)
	require.Equal(t, []string{r.agent, "retry", "the courier is back (bulk/" + b.ID + "/1)"}, []string{log[0].Actor, log[0].Action, log[0].Note})
}

func TestResumeItem_LostAnswer_CountsAsOurs(t *testing.T) {
	r := newRig(t)
	r.held(fixture.NumberA)
	b := r.opens()
	r.loses = true
	_, err := r.ResumeItem(ctx, contract.BulkItem{BulkID: b.ID, Position: 1})
	require.Error(t, err)
	require.Equal(t, contract.BulkResumed, r.resumes(b, 1))
	require.Len(t, r.passed, 1)
}

func TestResumeItem_ResolvedElsewhere_LeftAlone(t *testing.T) {
	r := newRig(t)
	o := r.held(fixture.NumberA)
	b := r.opens()
	byHand := contract.Resolution{Action: contract.ResolveRetry, Note: "done by hand", Actor: r.agent}
	o, err := r.Orders.ResumeOrder(ctx, o, contract.OrderResumed{At: fixture.At(fixture.Now), Resolution: byHand})
	require.NoError(t, err)
	r.holds(o, fixture.Now.Add(time.Second)) // and is held again
	require.Equal(t, contract.BulkResolved, r.resumes(b, 1))
	require.Empty(t, r.passed)
}

func TestResumeItem_TwoBulks_ActOnce(t *testing.T) {
	r := newRig(t)
	r.held(fixture.NumberA)
	first, second := r.opens(), r.opens()
	r.fails = errors.New("no answer") // the first has begun, and its outcome is unknown
	_, err := r.ResumeItem(ctx, contract.BulkItem{BulkID: first.ID, Position: 1})
	require.ErrorContains(t, err, "no answer")
	var ours *temporal.ApplicationError
	require.NotErrorAs(t, err, &ours, "a process without an answer is not waited for as our database is")
	r.fails = nil
	require.Equal(t, contract.BulkResolved, r.resumes(second, 1))
	require.Equal(t, contract.BulkResumed, r.resumes(first, 1))
	require.Equal(t, []string{"bulk/" + first.ID + "/1"}, r.passed)
}

func TestResumeItem_HeldAgain_Reported(t *testing.T) {
	r := newRig(t)
	o := r.held(fixture.NumberA)
	b := r.opens()
	r.resumes(b, 1)
	r.holds(r.orders[o.ID], fixture.Now.Add(time.Second))
	require.Equal(t, []string{o.ID}, r.outcomes(b, "held-again"))
	require.Empty(t, r.outcomes(b, "resumed"))
	counts, err := r.Store.Bulks.Counts(ctx, b.ID)
	require.NoError(t, err)
	require.Equal(t, 1, counts[b.ID].HeldAgain)
	require.Zero(t, counts[b.ID].Resumed)
	require.Equal(t, 1, r.opens().Total, "and another bulk may try it once more")
}

func TestResumeItem_ColleaguesCase_IsRefused(t *testing.T) {
	r := newRig(t)
	o := r.held(fixture.NumberA)
	b := r.opens()
	r.Exec("INSERT INTO case_claims (kind, case_id, claimed_by, claimed_at, expires_at) VALUES ('order', ?, ?, now(), now() + interval '1 hour')", o.ID, r.user("colleague@selfcare.example"))
	require.Equal(t, contract.BulkRefused, r.resumes(b, 1))
	items, err := r.Store.Bulks.Items(ctx, b.ID, "refused", 1, 50)
	require.NoError(t, err)
	require.Equal(t, contract.FailCaseClaimed, items[0].FailureCode)
	require.Empty(t, r.passed)
}

func TestGiveUpItem_OutcomeKnown_ChangesNothing(t *testing.T) {
	r := newRig(t)
	r.held(fixture.NumberA)
	r.held(fixture.NumberB)
	b := r.opens()
	r.resumes(b, 1)
	for position := range 2 {
		item := contract.BulkItem{BulkID: b.ID, Position: position + 1}
		require.NoError(t, r.GiveUpItem(ctx, contract.BulkGivenUp{At: fixture.At(fixture.Now), BulkItem: item, Code: contract.FailOutsideSystem}))
	}
	require.Len(t, r.outcomes(b, "resumed"), 1)
	require.Len(t, r.outcomes(b, "refused"), 1)
}

func TestMoveBulk_Repeated_AuditedOnce(t *testing.T) {
	r := newRig(t)
	r.held(fixture.NumberA)
	b := r.opens()
	colleague := r.user("colleague@selfcare.example")
	paused, err := r.MoveBulk(ctx, b, contract.BulkMove{At: fixture.At(fixture.Now), To: contract.BulkPaused, By: colleague})
	require.NoError(t, err)
	require.Equal(t, contract.BulkPaused, paused.State)
	_, err = r.MoveBulk(ctx, b, contract.BulkMove{At: fixture.At(fixture.Now), To: contract.BulkStopped, By: colleague}) // the workflow lost what it had written
	requireCode(t, contract.ErrorSavedAhead, err)
	stopped, err := r.MoveBulk(ctx, paused, contract.BulkMove{At: fixture.At(fixture.Now), To: contract.BulkStopped, By: colleague})
	require.NoError(t, err)
	require.True(t, stopped.EndedAt.Equal(fixture.Now))
	_, err = r.MoveBulk(ctx, stopped, contract.BulkMove{At: fixture.At(fixture.Now), To: contract.BulkRunning, By: colleague})
	requireCode(t, contract.FailBulkOver, err)
	log, err := r.Store.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: b.ID, Limit: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"bulk-stopped", "bulk-paused", "bulk-started"}, []string{log[0].Action, log[1].Action, log[2].Action})
	require.Equal(t, colleague, log[0].Actor)
	page, err := r.Store.Bulks.Page(ctx, 1, 10)
	require.NoError(t, err)
	require.Equal(t, contract.BulkStopped, page[0].State)
}
