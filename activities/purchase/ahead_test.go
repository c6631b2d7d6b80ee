package purchase_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/purchase"
	"selfcare/internal/contract"
)

var aheadOf = contract.PurchaseOpening{At: contract.At{Now: now, Step: "key-1"}, Ahead: true}

// owed counts the purchases whose workflow is still to be started.
func (l *till) owed() (count int) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewRaw("SELECT count(*) FROM purchase_starts").Scan(ctx, &count))
	return count
}

// savedAhead is the later state that an error carries.
func savedAhead(t *testing.T, err error) (p contract.Purchase) {
	t.Helper()
	var later *temporal.ApplicationError
	require.ErrorAs(t, err, &later)
	require.Equal(t, contract.ErrorSavedAhead, later.Type())
	require.NoError(t, later.Details(&p))
	return p
}

func TestOpenPurchase_Ahead_OwesItsWorkflow(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	p := l.draft(contract.PurchaseData, contract.PayBalance)
	opened, err := l.OpenPurchase(ctx, p, aheadOf)
	require.NoError(t, err)
	require.Equal(t, contract.PurchaseDelivering, opened.Stage)
	require.Equal(t, 1, l.owed())

	adopted, err := l.AdoptPurchase(ctx, opened, at)
	require.NoError(t, err)
	require.Equal(t, opened, adopted)
	require.Zero(t, l.owed())
	l.opens(l.draft(contract.PurchaseData, contract.PayBalance))
	require.Zero(t, l.owed(), "one that was started with its opening")
}

func TestOpenPurchase_Repeat_AnswersSavedState(t *testing.T) {
	l := newTill(t)
	l.holds(5000) // enough for one purchase
	p := l.draft(contract.PurchaseData, contract.PayBalance)
	opened, err := l.OpenPurchase(ctx, p, aheadOf)
	require.NoError(t, err)
	_, err = l.OpenPurchase(ctx, p, aheadOf)
	require.Equal(t, opened, savedAhead(t, err))
	require.Equal(t, 1, l.owed())
	done := l.delivers(opened)
	_, err = l.OpenPurchase(ctx, p, aheadOf)
	require.Equal(t, done.Seq, savedAhead(t, err).Seq)
	_, err = l.AdoptPurchase(ctx, opened, at)
	require.Equal(t, done.Seq, savedAhead(t, err).Seq, "one that was started twice hears that it is over")
}

func TestOpenPurchase_OneHalalaShort_IsRefused(t *testing.T) {
	l := newTill(t)
	p := l.draft(contract.PurchaseData, contract.PayBalance)
	l.holds(p.Total - 1)
	_, err := l.OpenPurchase(ctx, p, aheadOf)
	refusedWith(t, contract.FailBalanceShort, err)
	require.Zero(t, l.owed())
	require.Equal(t, p.Total-1, l.balance())
}

func TestOpenPurchase_TwoAtOnce_OnlyOneIsCovered(t *testing.T) {
	l := newTill(t)
	drafts := []contract.Purchase{l.draft(contract.PurchaseData, contract.PayBalance), l.draft(contract.PurchaseData, contract.PayBalance)}
	l.holds(drafts[0].Total)
	var both sync.WaitGroup
	errs := make([]error, len(drafts))
	for i, p := range drafts {
		both.Go(func() { _, errs[i] = l.OpenPurchase(ctx, p, aheadOf) })
	}
	both.Wait()
	if errs[0] == nil {
		errs[0], errs[1] = errs[1], errs[0]
	}
	refusedWith(t, contract.FailBalanceShort, errs[0])
	require.NoError(t, errs[1])
	require.Equal(t, 1, l.owed())
	require.Zero(t, l.balance())
}

// starter notes which workflows were started; it may be away, or refuse a single purchase.
type starter struct {
	begun   []string
	refused string
	away    error
}

func (s *starter) Begin(_ context.Context, p contract.Purchase) error {
	if s.away == nil && p.ID == s.refused {
		return errors.New("it cannot be started")
	}
	if s.away == nil {
		s.begun = append(s.begun, p.ID)
	}
	return s.away
}

func TestStartOwed_LeftBehind_IsStarted(t *testing.T) {
	l, way := newTill(t), &starter{}
	l.holds(20_000)
	starts := purchase.NewStarts(l.store.Purchases, way)
	left, err := l.OpenPurchase(ctx, l.draft(contract.PurchaseData, contract.PayBalance), aheadOf)
	require.NoError(t, err)
	require.NoError(t, starts.StartOwed(ctx))
	require.Empty(t, way.begun, "the process that opened it starts it")

	l.exec("UPDATE purchase_starts SET at = at - interval '1 minute'")
	way.away = context.DeadlineExceeded
	require.Error(t, starts.StartOwed(ctx))
	require.Equal(t, 1, l.owed(), "it stays owed")
	way.away = nil
	require.NoError(t, starts.StartOwed(ctx))
	require.NoError(t, starts.StartOwed(ctx))
	require.Equal(t, []string{left.ID, left.ID}, way.begun, "until its workflow runs")
	_, err = l.AdoptPurchase(ctx, left, contract.At{Now: now.Add(time.Minute)})
	require.NoError(t, err)
	require.NoError(t, starts.StartOwed(ctx))
	require.Len(t, way.begun, 2)
}

func TestStartOwed_OneCannotStart_StartsTheOthers(t *testing.T) {
	l, way := newTill(t), &starter{}
	l.holds(20_000)
	starts := purchase.NewStarts(l.store.Purchases, way)
	var opened []string
	for range 3 {
		next, err := l.OpenPurchase(ctx, l.draft(contract.PurchaseData, contract.PayBalance), aheadOf)
		require.NoError(t, err)
		opened = append(opened, next.ID)
		l.exec("UPDATE purchase_starts SET at = at - interval '1 minute'") // the first opened is the oldest
	}
	way.refused = opened[0]
	require.ErrorContains(t, starts.StartOwed(ctx), "it cannot be started", "a failure is told")
	require.Equal(t, opened[1:], way.begun)
	require.Equal(t, 3, l.owed(), "each stays owed until its workflow runs")
}
