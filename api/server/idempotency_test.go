package server_test

import (
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
	"selfcare/api/servertest"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/internal/store"
	"selfcare/internal/store/idempotency"
	"selfcare/internal/store/pool"
)

func TestIdempotencyKey_Repeated_SameBytes(t *testing.T) {
	r := servertest.New(t)
	key := servertest.FreshKey()
	first := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.Body))
	require.Empty(t, first.Header.Get("Idempotent-Replayed"))

	again := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key)
	require.Equal(t, http.StatusCreated, again.StatusCode)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.Body), string(again.Body))
	require.Len(t, r.Flow.SentUpdates(), 1)
}

func TestIdempotencyKey_FiftyAtOnce_OneOrder(t *testing.T) {
	r := servertest.New(t)
	key := servertest.FreshKey()
	answers := make([]servertest.Answer, 50)
	var done sync.WaitGroup
	for i := range answers {
		done.Go(func() { answers[i] = r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key) })
	}
	done.Wait()

	settled := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key)
	require.Equal(t, http.StatusCreated, settled.StatusCode)
	for _, got := range answers {
		if got.StatusCode == http.StatusConflict {
			servertest.RequireRefused(t, got, contract.FailIdempotencyInProgress)
			continue
		}
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
		require.Equal(t, string(settled.Body), string(got.Body))
	}
	require.Len(t, r.Flow.SentUpdates(), 1)
}

func TestIdempotencyKey_OtherRequest_IsRefused(t *testing.T) {
	r := servertest.New(t)
	o, key := r.Start(), servertest.FreshKey()
	path := "/api/orders/" + o.ID + "/plan"
	require.Equal(t, http.StatusOK, r.Call(http.MethodPut, path, `{"planId":"basic-25"}`, servertest.WithSession(o.Session), key).StatusCode)
	servertest.RequireRefused(t, r.Call(http.MethodPut, path, `{"planId":"hawakom-55"}`, servertest.WithSession(o.Session), key), contract.FailIdempotencyReused)
	servertest.RequireRefused(t, r.Call(http.MethodPut, "/api/orders/"+o.ID+"/number", `{"msisdn":"0570000001"}`, servertest.WithSession(o.Session), key),
		contract.FailIdempotencyReused)
}

func TestIdempotencyKey_OtherNetwork_Replays(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	device, key := servertest.Bearer(r.Device()), servertest.FreshKey()
	from := func(address string) servertest.Header { return servertest.Header{"X-Forwarded-For": address} }
	losing := &servertest.LosingFlow{FakeFlow: r.Flow, Err: flow.ErrOutcomeUnknown}
	r.ReplaceFlow(losing)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key, device, from("192.0.2.1")), contract.FailUnavailable)
	losing.Err = nil
	got := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key, device, from("198.51.100.7"))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	require.Len(t, r.Flow.SentUpdates(), 1, "the repeat finds the lost order and starts no second one")

	other := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key, servertest.Bearer(r.Device()), from("198.51.100.7"))
	require.Equal(t, http.StatusCreated, other.StatusCode)
	require.Empty(t, other.Header.Get("Idempotent-Replayed"), "another device's key is another key")
}

func TestIdempotencyKey_OtherOrder_RunsAgain(t *testing.T) {
	r := servertest.New(t)
	mine, other, key := r.Start(), r.Start(), servertest.FreshKey()
	for _, o := range []servertest.Started{mine, other} {
		got := r.Call(http.MethodPost, "/api/orders/"+o.ID+"/number/extension", "", servertest.WithSession(o.Session), key)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Empty(t, got.Header.Get("Idempotent-Replayed"))
		require.Equal(t, o.ID, servertest.Decoded[gen.Order](t, got).Id)
	}
}

func TestIdempotencyKey_Final_Replayed(t *testing.T) {
	r := servertest.New(t)
	o, key := r.Start(), servertest.FreshKey()
	r.Refuse(contract.Refuse(contract.FailNumberTaken))
	first := r.SelectNumber(o, key)
	servertest.RequireRefused(t, first, contract.FailNumberTaken)

	r.Flow.Decide = nil
	again := r.SelectNumber(o, key)
	servertest.RequireRefused(t, again, contract.FailNumberTaken)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, http.StatusOK, r.SelectNumber(o, servertest.FreshKey()).StatusCode)
}

func TestIdempotencyKey_SoftRefusal_RunsAgain(t *testing.T) {
	r := servertest.New(t)
	o, key := r.Start(), servertest.FreshKey()
	r.Refuse(contract.Refuse(contract.FailOutsideSystem))
	for range 2 {
		got := r.SelectNumber(o, key)
		servertest.RequireRefused(t, got, contract.FailOutsideSystem)
		require.NotEmpty(t, got.Header.Get("Retry-After"))
	}
	r.Flow.Decide = nil
	got := r.SelectNumber(o, key)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Empty(t, got.Header.Get("Idempotent-Replayed"))

	again := r.SelectNumber(o, key)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(got.Body), string(again.Body))
}

func TestIdempotencyKey_UnknownOutcome_IsAsked(t *testing.T) {
	r := servertest.New(t)
	o, key := r.Start(), servertest.WithKey("click-000000001")
	lost := fmt.Errorf("update: %w: no worker", flow.ErrOutcomeUnknown)
	losing := &servertest.LosingFlow{FakeFlow: r.Flow, Err: lost}
	r.ReplaceFlow(losing)

	got := r.SelectNumber(o, key)
	servertest.RequireRefused(t, got, contract.FailUnavailable)
	require.Equal(t, "2", got.Header.Get("Retry-After"))

	losing.Err = nil
	got = r.SelectNumber(o, key)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	updates := r.Flow.SentUpdates()
	require.Equal(t, "click-000000001", updates[len(updates)-1].Key)
	require.Len(t, updates, 2, "the step was taken twice")
}

func TestIdempotencyKey_LostStart_FindsItsOrder(t *testing.T) {
	r := servertest.New(t)
	losing := &servertest.LosingFlow{FakeFlow: r.Flow, Err: flow.ErrOutcomeUnknown}
	r.ReplaceFlow(losing)
	key := servertest.FreshKey()
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key), contract.FailUnavailable)

	losing.Err = nil
	got := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	require.Len(t, r.Flow.SentUpdates(), 1, "a second order was started")
}

func TestInternalError_Answer_HidesDetails(t *testing.T) {
	r := servertest.New(t)
	o, key := r.Start(), servertest.FreshKey()
	secret := "password=hunter2 in /srv/app"
	losing := &servertest.LosingFlow{FakeFlow: r.Flow, Err: errors.New(secret)}
	r.ReplaceFlow(losing)
	got := r.SelectNumber(o, key)
	servertest.RequireRefused(t, got, contract.FailInternal)
	require.NotContains(t, string(got.Body), "hunter2")

	losing.Err = nil
	require.Equal(t, http.StatusOK, r.SelectNumber(o, key).StatusCode)
}

func TestInternalError_Panic_IsAnswered(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	r.ReplaceFlow(&servertest.LosingFlow{FakeFlow: r.Flow, Panics: true})
	servertest.RequireRefused(t, r.SelectNumber(o, servertest.FreshKey()), contract.FailInternal)
}

func TestDatabase_Gone_IsUnavailable(t *testing.T) {
	way := newWay(t, testkit.PostgresURL(t))
	db, err := pool.Open(t.Context(), way.url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	r := servertest.New(t, func(o *server.Options) { o.Store = store.New(db, servertest.Ring(t)) })
	r.Flow.Store = store.New(db, servertest.Ring(t))
	o := r.Start()

	way.cut()
	for range 2 { // first on a broken connection, then on a refused one
		got := r.SelectNumber(o, servertest.FreshKey())
		servertest.RequireRefused(t, got, contract.FailUnavailable)
		require.NotEmpty(t, got.Header.Get("Retry-After"))
	}
}

func TestDatabase_ReadOnly_IsUnavailable(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	r.Options.Store = store.New(testkit.ReadOnly(t, r.URL), servertest.Ring(t))
	r.ReplaceFlow(r.Flow)
	got := r.SelectNumber(o, servertest.FreshKey())
	servertest.RequireRefused(t, got, contract.FailUnavailable)
	require.NotEmpty(t, got.Header.Get("Retry-After"))
}

func TestStoredAnswer_Database_IsEncrypted(t *testing.T) {
	r := servertest.New(t)
	r.Start()
	var rows int
	require.NoError(t, r.DB.NewSelect().TableExpr("idempotent_requests").ColumnExpr("count(*)").
		Where("position('orderSessionId'::bytea in body) > 0").Scan(t.Context(), &rows))
	require.Zero(t, rows)
	require.NoError(t, r.DB.NewSelect().TableExpr("idempotent_requests").ColumnExpr("count(*)").
		Where("body IS NOT NULL").Scan(t.Context(), &rows))
	require.Equal(t, 1, rows)
}

func TestIdempotencyClaim_DeadServer_IsTaken(t *testing.T) {
	r := servertest.New(t)
	o, key := r.Start(), uuid.NewString()
	first := r.SelectNumber(o, servertest.WithKey(key))
	require.Equal(t, http.StatusOK, first.StatusCode)
	// as if the server had died between the work and the record
	_, err := r.DB.ExecContext(t.Context(),
		"UPDATE idempotent_requests SET status = NULL, body = NULL, claimed_at = now() - interval '2 minutes' WHERE key = ?", key)
	require.NoError(t, err)
	before := len(r.Flow.SentUpdates())
	got := r.SelectNumber(o, servertest.WithKey(key))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Len(t, r.Flow.SentUpdates(), before, "the step was taken twice")
	require.Equal(t, idempotency.ReplayDone, replayState(r, key))
}

func TestIdempotencyClaim_LongRequest_IsKept(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.ClaimBeat = 5 * time.Millisecond })
	o, key := r.Start(), uuid.NewString()
	goOn, answered := make(chan struct{}), make(chan int, 1)
	r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
		<-goOn
		return o, nil
	}
	go func() { answered <- r.SelectNumber(o, servertest.WithKey(key)).StatusCode }()
	count := func(condition string) (n int) {
		require.NoError(t, r.DB.NewSelect().TableExpr("idempotent_requests").ColumnExpr("count(*)").
			Where("key = ?", key).Where(condition).Scan(t.Context(), &n))
		return n
	}
	require.Eventually(t, func() bool { return count("status IS NULL") == 1 }, time.Minute, 5*time.Millisecond)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE idempotent_requests SET claimed_at = now() - interval '1 hour' WHERE key = ?", key)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return count("claimed_at > now() - interval '1 minute'") == 1 }, time.Minute, 5*time.Millisecond)
	servertest.RequireRefused(t, r.SelectNumber(o, servertest.WithKey(key)), contract.FailIdempotencyInProgress)
	close(goOn)
	require.Equal(t, http.StatusOK, <-answered)
}

func TestIdempotencyClaim_Panic_IsReleased(t *testing.T) {
	r := servertest.New(t)
	o, key := r.Start(), servertest.FreshKey()
	r.ReplaceFlow(&servertest.LosingFlow{FakeFlow: r.Flow, Panics: true})
	servertest.RequireRefused(t, r.SelectNumber(o, key), contract.FailInternal)
	r.ReplaceFlow(r.Flow)
	require.Equal(t, http.StatusOK, r.SelectNumber(o, key).StatusCode)
}

// A crash of the database may forget what was committed without waiting for the disk.
func TestIdempotencyKey_RowDeleted_OneEffect(t *testing.T) {
	r := servertest.New(t)
	start, step := servertest.FreshKey(), servertest.FreshKey()
	first := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, start)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.Body))
	begun := servertest.Decoded[gen.StartOrder201JSONResponse](t, first)
	o := servertest.Started{ID: begun.Order.Id, Session: begun.OrderSessionId}
	require.Equal(t, http.StatusOK, r.SelectNumber(o, step).StatusCode)

	_, err := r.DB.ExecContext(t.Context(), "DELETE FROM idempotent_requests")
	require.NoError(t, err)
	again := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, start)
	require.Equal(t, http.StatusCreated, again.StatusCode, string(again.Body))
	require.Equal(t, begun.OrderSessionId, servertest.Decoded[gen.StartOrder201JSONResponse](t, again).OrderSessionId)
	require.Equal(t, http.StatusOK, r.SelectNumber(o, step).StatusCode)
	require.Len(t, r.Flow.SentUpdates(), 2, "a step was taken twice")
}

func replayState(r *servertest.Rig, key string) idempotency.ReplayState {
	r.T.Helper()
	var state string
	err := r.DB.NewSelect().TableExpr("idempotent_requests").
		ColumnExpr("CASE WHEN status IS NULL THEN 'running' ELSE 'done' END").Where("key = ?", key).Scan(r.T.Context(), &state)
	require.NoError(r.T, err)
	return idempotency.ReplayState(state)
}

func TestIdempotencyKey_OtherDevice_RunsAgain(t *testing.T) {
	r := servertest.New(t)
	key := servertest.FreshKey()
	mine := r.RequireStarted(t, r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key, servertest.Bearer(r.FreshDevice())))
	got := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key, servertest.Bearer(r.FreshDevice()))
	theirs := r.RequireStarted(t, got)
	require.Empty(t, got.Header.Get("Idempotent-Replayed"))
	require.NotEqual(t, mine, theirs)
}
