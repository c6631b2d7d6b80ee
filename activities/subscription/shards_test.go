package subscription_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"golang.org/x/sync/errgroup"

	"selfcare/activities/subscription"
	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
)

// shardOf is the shard of the line.
func (b *book) shardOf(lineID string) contract.PlanShardInput {
	b.t.Helper()
	shard, known := contract.PlanShardOf(lineID)
	require.True(b.t, known)
	return contract.PlanShardInput{Shard: shard}
}

// worksAt has a worker, whose clock says now, look at a shard once: it stops at the first pause.
func (b *book) worksAt(shard contract.PlanShardInput, now time.Time) (rest contract.ShardRest) {
	b.t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	stopped := make(chan struct{})
	close(stopped)
	env.SetWorkerStopChannel(stopped)
	shards := subscription.NewShards(b.store, func() time.Time { return now })
	env.RegisterActivity(shards)
	answer, err := env.ExecuteActivity(shards.AdvanceShard, shard)
	require.NoError(b.t, err)
	require.NoError(b.t, answer.Get(&rest))
	return rest
}

func TestShard_DueLine_AdvancedOnItsDay(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(2 * netOf90)
	shard := b.shardOf(b.lineID)
	b.calls()

	rest := b.worksAt(shard, s.DueAt.Add(-time.Hour))
	require.Zero(t, rest.Advanced)
	require.True(t, rest.Next.Equal(s.DueAt), rest.Next)
	require.Zero(t, b.worksAt(contract.PlanShardInput{Shard: (shard.Shard + 1) % contract.PlanShards}, s.DueAt).Advanced, "of another shard")

	rest = b.worksAt(shard, s.DueAt)
	require.Equal(t, 1, rest.Advanced)
	next := b.now()
	require.Equal(t, 2, next.Cycle)
	require.True(t, rest.Next.Equal(next.DueAt), rest.Next)
	require.Equal(t, contract.Halalas(netOf90), b.balance())
	require.Zero(t, b.calls(), "an idle line needs no workflow")
}

func TestShard_PlanRunsOut_CallsWorkflow(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.calls()
	shard, at := b.shardOf(b.lineID), s.DueAt
	for range 10 {
		if b.now().Stage == contract.SubscriptionExpired {
			break
		}
		require.Zero(t, b.calls())
		at = b.worksAt(shard, at).Next
	}
	require.Equal(t, contract.SubscriptionExpired, b.now().Stage)
	require.Equal(t, 1, b.calls(), "the network has to bar it")
}

func TestShard_LineLeft_EndsPlan(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(netOf90)
	require.NoError(t, b.store.Endings.EndLine(ctx, b.lineID, s.DueAt.Add(-time.Hour)))
	require.Equal(t, 1, b.worksAt(b.shardOf(b.lineID), s.DueAt).Advanced)
	require.Equal(t, contract.SubscriptionEnded, b.now().Stage)
	require.Empty(t, b.charges())
}

// A worker holds the row in an open transaction. When its connection ends, so does the transaction.
func TestShard_WorkerDied_OtherTakesRow(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(netOf90)
	shard, died := b.shardOf(b.lineID), errors.New("the worker died")
	err := b.store.InTx(ctx, func(q *store.Tx) error {
		due, err := q.PlanSubscriptions.LockDue(ctx, shard.Shard, s.DueAt, 20)
		require.NoError(t, err)
		require.Len(t, due, 1)
		require.Zero(t, b.worksAt(shard, s.DueAt).Advanced, "it is in other hands")
		return died
	})
	require.ErrorIs(t, err, died)
	require.Equal(t, 1, b.worksAt(shard, s.DueAt).Advanced)
	require.Equal(t, 2, b.now().Cycle)
}

func TestShard_TwoWorkers_ChargeOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(10 * netOf90)
	shard := b.shardOf(b.lineID)
	var all errgroup.Group
	var mu sync.Mutex
	advanced := 0
	for range 8 {
		all.Go(func() error {
			rest := b.worksAt(shard, s.DueAt)
			mu.Lock()
			defer mu.Unlock()
			advanced += rest.Advanced
			return nil
		})
	}
	require.NoError(t, all.Wait())
	require.Equal(t, 1, advanced)
	require.Equal(t, 2, b.now().Cycle)
	require.Equal(t, contract.Halalas(9*netOf90), b.balance())
}

func TestShard_ClocksDiffer_ChargeOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(10 * netOf90)
	shard := b.shardOf(b.lineID)
	fast, slow := s.DueAt.Add(30*time.Second), s.DueAt.Add(-30*time.Second)
	require.Zero(t, b.worksAt(shard, slow).Advanced)
	require.Equal(t, 1, b.worksAt(shard, fast).Advanced)
	for _, now := range []time.Time{slow, fast, slow.Add(time.Minute), fast.Add(time.Minute)} {
		require.Zero(t, b.worksAt(shard, now).Advanced)
	}
	require.Equal(t, 2, b.now().Cycle)
	require.True(t, b.now().From.Equal(s.Until), "the cycle begins when the last one ended, by no worker's clock")
	require.Equal(t, contract.Halalas(9*netOf90), b.balance())
}

// A choice was decided on the state before the renewal: it is answered with the later state, and decided again.
func TestShard_ChoiceMeanwhile_SeesRenewal(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(netOf90)
	require.Equal(t, 1, b.worksAt(b.shardOf(b.lineID), s.DueAt).Advanced)
	_, err := b.StopRenewal(ctx, s, contract.RenewalChoice{At: at(s.DueAt)})
	var ahead *temporal.ApplicationError
	require.ErrorAs(t, err, &ahead)
	require.Equal(t, contract.ErrorSavedAhead, ahead.Type())
	stopped, err := b.StopRenewal(ctx, b.now(), contract.RenewalChoice{At: at(s.DueAt)})
	require.NoError(t, err)
	require.False(t, stopped.AutoRenew)
	require.Equal(t, 2, stopped.Cycle)
}

// The renewal is dropped with the switch, as long as the network takes to answer.
func TestShard_SwitchUnderWay_LeavesRow(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(netOf90)
	shard, soon := b.shardOf(b.lineID), s.DueAt.Add(-time.Second)
	_, err := b.CheckSwitch(ctx, s, contract.SwitchOrder{At: at(soon), PurchaseID: uuid.NewString(), LineID: b.lineID, Switch: contract.PlanSwitch{
		PlanID: "hawakom-130", FromPlanID: "hawakom-90", FromCycle: 1,
	}})
	require.NoError(t, err)
	require.Zero(t, b.worksAt(shard, s.DueAt.Add(time.Minute)).Advanced)
	require.Equal(t, 1, b.worksAt(shard, s.DueAt.Add(10*time.Minute)).Advanced, "its workflow is gone")
}

// sameShard adds lines until another one falls into the shard of the first.
func (b *book) sameShard() (other string) {
	b.t.Helper()
	shard := b.shardOf(b.lineID)
	for n := range 5000 {
		id, err := b.store.Lines.Add(ctx, linestore.Line{
			MSISDN: fmt.Sprintf("057100%04d", n), Kind: linestore.Voice, Type: "prepaid", PlanID: "hawakom-90", Person: contract.Person{IDNumber: "1000000008"},
		}, activated)
		require.NoError(b.t, err)
		if b.shardOf(id) == shard {
			return id
		}
	}
	b.t.Fatal("no line of the shard")
	return ""
}

func TestShard_RefusedRow_IsPutAside(t *testing.T) {
	b := newBook(t, "prepaid")
	other := b.sameShard()
	b.begins()
	s := b.now()
	b.has(2 * netOf90)
	mine := b.lineID
	b.lineID = other
	b.has(netOf90)
	b.lineID = mine
	taken := ledger.CyclePosting(contract.PlanSubscription{LineID: b.lineID, Cycle: 2}, 1)
	taken.Subject = other
	require.NoError(t, b.store.Ledger.Post(ctx, taken), "the key of its next cycle belongs to another posting")
	late := s.Until.Add(-time.Minute)

	b.worksAt(b.shardOf(b.lineID), late)

	require.Equal(t, 1, b.now().Cycle)
	renewed, err := b.store.PlanSubscriptions.Get(ctx, other)
	require.NoError(t, err)
	require.Equal(t, 2, renewed.Cycle, "the other goes on")
	aside, err := b.store.Figures.PutAside(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, aside["plan"])
	require.Zero(t, b.worksAt(b.shardOf(b.lineID), late.Add(time.Minute)).Advanced, "not again for ten minutes")
}
