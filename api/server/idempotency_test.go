package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
)

func TestARepeatedStartAnswersTheSameBytes(t *testing.T) {
	r := newRig(t)
	key := freshKey()
	first := r.call(http.MethodPost, "/api/orders", startSIM, key)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.body))
	require.Empty(t, first.Header.Get("Idempotent-Replayed"))

	again := r.call(http.MethodPost, "/api/orders", startSIM, key)
	require.Equal(t, http.StatusCreated, again.StatusCode)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.body), string(again.body))
	require.Len(t, r.flow.sentUpdates(), 1)
}

func TestTheSameKeyFiftyTimesAtOnceStartsOneOrder(t *testing.T) {
	r := newRig(t)
	key := freshKey()
	answers := make([]answer, 50)
	var done sync.WaitGroup
	for i := range answers {
		done.Go(func() { answers[i] = r.call(http.MethodPost, "/api/orders", startSIM, key) })
	}
	done.Wait()

	settled := r.call(http.MethodPost, "/api/orders", startSIM, key)
	require.Equal(t, http.StatusCreated, settled.StatusCode)
	for _, got := range answers {
		if got.StatusCode == http.StatusConflict {
			requireRefused(t, got, contract.FailIdempotencyInProgress)
			continue
		}
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
		require.Equal(t, string(settled.body), string(got.body))
	}
	require.Len(t, r.flow.sentUpdates(), 1)
}

func TestAKeyBelongsToOneRequest(t *testing.T) {
	r := newRig(t)
	o, key := r.start(), freshKey()
	path := "/api/orders/" + o.id + "/plan"
	require.Equal(t, http.StatusOK, r.call(http.MethodPut, path, `{"planId":"basic-25"}`, withSession(o.session), key).StatusCode)
	requireRefused(t, r.call(http.MethodPut, path, `{"planId":"hawakom-55"}`, withSession(o.session), key), contract.FailIdempotencyReused)
	requireRefused(t, r.call(http.MethodPut, "/api/orders/"+o.id+"/number", `{"msisdn":"0570000001"}`, withSession(o.session), key),
		contract.FailIdempotencyReused)
}

func TestAGuestsKeyGoesWithTheDeviceToAnotherNetwork(t *testing.T) {
	r := newRig(t, trusting)
	device, key := bearer(r.device()), freshKey()
	from := func(address string) header { return header{"X-Forwarded-For": address} }
	losing := &losingFlow{fakeFlow: r.flow, err: flow.ErrOutcomeUnknown}
	r.replaceFlow(losing)
	requireRefused(t, r.call(http.MethodPost, "/api/orders", startSIM, key, device, from("192.0.2.1")), contract.FailUnavailable)
	losing.err = nil
	got := r.call(http.MethodPost, "/api/orders", startSIM, key, device, from("198.51.100.7"))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	require.Len(t, r.flow.sentUpdates(), 1, "its own lost order, not a second one")

	other := r.call(http.MethodPost, "/api/orders", startSIM, key, bearer(r.device()), from("198.51.100.7"))
	require.Equal(t, http.StatusCreated, other.StatusCode)
	require.Empty(t, other.Header.Get("Idempotent-Replayed"), "another device's key is another key")
}

func TestAKeyBelongsToOneCustomer(t *testing.T) {
	r := newRig(t)
	mine, other, key := r.start(), r.start(), freshKey()
	for _, o := range []started{mine, other} {
		got := r.call(http.MethodPost, "/api/orders/"+o.id+"/number/extension", "", withSession(o.session), key)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.Empty(t, got.Header.Get("Idempotent-Replayed"))
		require.Equal(t, o.id, decoded[gen.Order](t, got).Id)
	}
}

func TestAFinalRefusalIsReplayed(t *testing.T) {
	r := newRig(t)
	o, key := r.start(), freshKey()
	r.refuse(contract.Refuse(contract.FailNumberTaken))
	first := r.selectNumber(o, key)
	requireRefused(t, first, contract.FailNumberTaken)

	r.flow.decide = nil
	again := r.selectNumber(o, key)
	requireRefused(t, again, contract.FailNumberTaken)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, http.StatusOK, r.selectNumber(o, freshKey()).StatusCode)
}

func TestARefusalThatATryCanLiftIsTriedAgainUnderTheSameKey(t *testing.T) {
	r := newRig(t)
	o, key := r.start(), freshKey()
	r.refuse(contract.Refuse(contract.FailOutsideSystem))
	for range 2 {
		got := r.selectNumber(o, key)
		requireRefused(t, got, contract.FailOutsideSystem)
		require.NotEmpty(t, got.Header.Get("Retry-After"))
	}
	r.flow.decide = nil
	got := r.selectNumber(o, key)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Empty(t, got.Header.Get("Idempotent-Replayed"))

	again := r.selectNumber(o, key)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(got.body), string(again.body))
}

func TestAnUnknownOutcomeIsAskedForAgainNotRepeated(t *testing.T) {
	r := newRig(t)
	o, key := r.start(), withKey("click-000000001")
	lost := fmt.Errorf("update: %w: no worker", flow.ErrOutcomeUnknown)
	losing := &losingFlow{fakeFlow: r.flow, err: lost}
	r.replaceFlow(losing)

	got := r.selectNumber(o, key)
	requireRefused(t, got, contract.FailUnavailable)
	require.Equal(t, "2", got.Header.Get("Retry-After"))

	losing.err = nil
	got = r.selectNumber(o, key)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	updates := r.flow.sentUpdates()
	require.Equal(t, "click-000000001", updates[len(updates)-1].key)
	require.Len(t, updates, 2, "the step was taken twice")
}

func TestALostStartFindsItsOwnOrderAgain(t *testing.T) {
	r := newRig(t)
	losing := &losingFlow{fakeFlow: r.flow, err: flow.ErrOutcomeUnknown}
	r.replaceFlow(losing)
	key := freshKey()
	requireRefused(t, r.call(http.MethodPost, "/api/orders", startSIM, key), contract.FailUnavailable)

	losing.err = nil
	got := r.call(http.MethodPost, "/api/orders", startSIM, key)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	require.Len(t, r.flow.sentUpdates(), 1, "a second order was started")
}

func TestAnErrorOfOursShowsNothingAndKeepsNothing(t *testing.T) {
	r := newRig(t)
	o, key := r.start(), freshKey()
	secret := "password=hunter2 in /srv/app"
	losing := &losingFlow{fakeFlow: r.flow, err: errors.New(secret)}
	r.replaceFlow(losing)
	got := r.selectNumber(o, key)
	requireRefused(t, got, contract.FailInternal)
	require.NotContains(t, string(got.body), "hunter2")

	losing.err = nil
	require.Equal(t, http.StatusOK, r.selectNumber(o, key).StatusCode)
}

func TestAPanicIsAnsweredLikeAnyErrorOfOurs(t *testing.T) {
	r := newRig(t)
	o := r.start()
	r.replaceFlow(&losingFlow{fakeFlow: r.flow, panics: true})
	requireRefused(t, r.selectNumber(o, freshKey()), contract.FailInternal)
}

func TestTheDatabaseGoneIsSaidAndNothingIsPromised(t *testing.T) {
	way := newWay(t, testkit.PostgresURL(t))
	db, err := pool.Open(t.Context(), way.url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	r := newRig(t, func(o *server.Options) { o.Store = store.New(db, testRing(t)) })
	r.flow.store = store.New(db, testRing(t))
	o := r.start()

	way.cut()
	for range 2 { // first on a broken connection, then on a refused one
		got := r.selectNumber(o, freshKey())
		requireRefused(t, got, contract.FailUnavailable)
		require.NotEmpty(t, got.Header.Get("Retry-After"))
	}
}

func TestADatabaseThatTakesNoWritesIsSaidToBeAway(t *testing.T) {
	r := newRig(t)
	o := r.start()
	r.options.Store = store.New(testkit.ReadOnly(t, r.url), testRing(t))
	r.replaceFlow(r.flow)
	got := r.selectNumber(o, freshKey())
	requireRefused(t, got, contract.FailUnavailable)
	require.NotEmpty(t, got.Header.Get("Retry-After"))
}

// losingFlow does the work and then loses the answer, or never gets to the work.
type losingFlow struct {
	*fakeFlow
	err    error
	panics bool
}

func (f *losingFlow) Start(ctx context.Context, in contract.OrderInput, number func(int) string, msisdn, key string) (contract.Order, error) {
	answered, err := f.fakeFlow.Start(ctx, in, number, msisdn, key)
	if f.err != nil {
		return contract.Order{}, f.err
	}
	return answered, err
}

func (f *losingFlow) Update(ctx context.Context, orderID, update, key string, arg any) (contract.Order, error) {
	if f.panics {
		panic("update")
	}
	answered, err := f.fakeFlow.Update(ctx, orderID, update, key, arg)
	if f.err != nil {
		return contract.Order{}, f.err
	}
	return answered, err
}

// replaceFlow puts another player behind a server on the same store.
func (r *rig) replaceFlow(orders server.Orders) {
	r.t.Helper()
	r.options.Orders = orders
	app, err := server.New(r.options)
	require.NoError(r.t, err)
	r.app = app
}

func (r *rig) refuse(err error) {
	r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) { return o, err }
}

func (r *rig) selectNumber(o started, key header) answer {
	r.t.Helper()
	return r.call(http.MethodPut, "/api/orders/"+o.id+"/number", `{"msisdn":"0570000001"}`, withSession(o.session), key)
}

func TestStoredAnswersAreNotReadableInTheDatabase(t *testing.T) {
	r := newRig(t)
	r.start()
	var rows int
	require.NoError(t, r.db.NewSelect().TableExpr("idempotent_requests").ColumnExpr("count(*)").
		Where("position('orderSessionId'::bytea in body) > 0").Scan(t.Context(), &rows))
	require.Zero(t, rows)
	require.NoError(t, r.db.NewSelect().TableExpr("idempotent_requests").ColumnExpr("count(*)").
		Where("body IS NOT NULL").Scan(t.Context(), &rows))
	require.Equal(t, 1, rows)
}

func TestAClaimOfADeadServerIsTakenOver(t *testing.T) {
	r := newRig(t)
	o, key := r.start(), uuid.NewString()
	first := r.selectNumber(o, withKey(key))
	require.Equal(t, http.StatusOK, first.StatusCode)
	// as if the server had died between the work and the record
	_, err := r.db.ExecContext(t.Context(),
		"UPDATE idempotent_requests SET status = NULL, body = NULL, claimed_at = now() - interval '2 minutes' WHERE key = ?", key)
	require.NoError(t, err)
	before := len(r.flow.sentUpdates())
	got := r.selectNumber(o, withKey(key))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Len(t, r.flow.sentUpdates(), before, "the step was taken twice")
	require.Equal(t, store.ReplayDone, r.replayState(key))
}

func TestAClaimIsKeptAsLongAsItsRequestRuns(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.ClaimBeat = 5 * time.Millisecond })
	o, key := r.start(), uuid.NewString()
	goOn, answered := make(chan struct{}), make(chan int, 1)
	r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
		<-goOn
		return o, nil
	}
	go func() { answered <- r.selectNumber(o, withKey(key)).StatusCode }()
	count := func(condition string) (n int) {
		require.NoError(t, r.db.NewSelect().TableExpr("idempotent_requests").ColumnExpr("count(*)").
			Where("key = ?", key).Where(condition).Scan(t.Context(), &n))
		return n
	}
	require.Eventually(t, func() bool { return count("status IS NULL") == 1 }, time.Minute, 5*time.Millisecond)
	_, err := r.db.ExecContext(t.Context(), "UPDATE idempotent_requests SET claimed_at = now() - interval '1 hour' WHERE key = ?", key)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return count("claimed_at > now() - interval '1 minute'") == 1 }, time.Minute, 5*time.Millisecond)
	requireRefused(t, r.selectNumber(o, withKey(key)), contract.FailIdempotencyInProgress)
	close(goOn)
	require.Equal(t, http.StatusOK, <-answered)
}

func TestAPanicLeavesNoClaimBehind(t *testing.T) {
	r := newRig(t)
	o, key := r.start(), freshKey()
	r.replaceFlow(&losingFlow{fakeFlow: r.flow, panics: true})
	requireRefused(t, r.selectNumber(o, key), contract.FailInternal)
	r.replaceFlow(r.flow)
	require.Equal(t, http.StatusOK, r.selectNumber(o, key).StatusCode)
}

// A crash of the database may forget what was committed without waiting for the disk.
func TestAForgottenRowLeavesOneEffect(t *testing.T) {
	r := newRig(t)
	start, step := freshKey(), freshKey()
	first := r.call(http.MethodPost, "/api/orders", startSIM, start)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.body))
	begun := decoded[gen.StartOrder201JSONResponse](t, first)
	o := started{id: begun.Order.Id, session: begun.OrderSessionId}
	require.Equal(t, http.StatusOK, r.selectNumber(o, step).StatusCode)

	_, err := r.db.ExecContext(t.Context(), "DELETE FROM idempotent_requests")
	require.NoError(t, err)
	again := r.call(http.MethodPost, "/api/orders", startSIM, start)
	require.Equal(t, http.StatusCreated, again.StatusCode, string(again.body))
	require.Equal(t, begun.OrderSessionId, decoded[gen.StartOrder201JSONResponse](t, again).OrderSessionId)
	require.Equal(t, http.StatusOK, r.selectNumber(o, step).StatusCode)
	require.Len(t, r.flow.sentUpdates(), 2, "a step was taken twice")
}

func (r *rig) replayState(key string) store.ReplayState {
	r.t.Helper()
	var state string
	err := r.db.NewSelect().TableExpr("idempotent_requests").
		ColumnExpr("CASE WHEN status IS NULL THEN 'running' ELSE 'done' END").Where("key = ?", key).Scan(r.t.Context(), &state)
	require.NoError(r.t, err)
	return store.ReplayState(state)
}
