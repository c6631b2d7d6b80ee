package server_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
)

// event is one server-sent event.
type event struct {
	id, kind string
	order    gen.Order
}

// watch opens the stream of an order and hands out its events; the channel closes with the stream.
func (r *rig) watch(base string, o started, headers ...header) <-chan event {
	r.t.Helper()
	response := r.send(http.MethodGet, base+"/api/orders/"+o.id+"/events", "", append(headers, withSession(o.session))...)
	require.Equal(r.t, http.StatusOK, response.StatusCode)
	require.Equal(r.t, "text/event-stream", response.Header.Get("Content-Type"))
	require.Equal(r.t, "no-store", response.Header.Get("Cache-Control"))
	events := make(chan event, 10)
	go func() {
		defer close(events)
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<20)
		var next event
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch {
			case name == "id":
				next.id = value
			case name == "event":
				next.kind = value
			case name == "data" && json.Unmarshal([]byte(value), &next.order) != nil:
				return
			case lines.Text() == "" && next.kind != "":
				events <- next
				next = event{}
			}
		}
	}()
	return events
}

func requireEvent(t *testing.T, events <-chan event) event {
	t.Helper()
	select {
	case next, ok := <-events:
		require.True(t, ok, "the stream ended")
		require.Equal(t, "order", next.kind)
		return next
	case <-time.After(time.Minute):
		require.Fail(t, "no event came")
		return event{}
	}
}

func TestAStreamShowsTheOrderNowAndAfterEachNotice(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.StreamPoll = time.Hour })
	o := r.start()
	events := r.watch(r.listen(), o)
	require.Equal(t, "1", requireEvent(t, events).id)

	notices, err := cache.Open("redis://" + r.redis.Addr())
	require.NoError(t, err)
	require.Eventually(t, func() bool { return len(r.redis.PubSubChannels("orders")) == 1 }, time.Minute, time.Millisecond)
	// the first change may still be found by the look after subscribing, the later ones only by their notices
	for _, seq := range []int64{2, 3, 4} {
		require.Equal(t, http.StatusOK, r.selectNumber(o, freshKey()).StatusCode)
		require.NoError(t, notices.PublishChange(t.Context(), o.id, seq))
		next := requireEvent(t, events)
		require.Equal(t, strconv.FormatInt(seq, 10), next.id)
		require.Equal(t, o.id, next.order.Id)
		require.Equal(t, seq, next.order.Seq)
	}
}

func TestAStreamGoesOnAfterItsLastEvent(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.StreamPoll = 20 * time.Millisecond })
	o := r.start()
	events := r.watch(r.listen(), o, header{"Last-Event-ID": "1"})
	require.Equal(t, http.StatusOK, r.selectNumber(o, freshKey()).StatusCode)
	require.Equal(t, "2", requireEvent(t, events).id, "what was seen is not sent again")
}

func TestAStreamFindsChangesWithoutRedis(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.StreamPoll = 20 * time.Millisecond })
	o := r.start()
	r.redis.Close()
	events := r.watch(r.listen(), o)
	require.Equal(t, "1", requireEvent(t, events).id)
	require.Equal(t, http.StatusOK, r.selectNumber(o, freshKey()).StatusCode)
	require.Equal(t, "2", requireEvent(t, events).id)
}

func TestStreamsEndWhenTheServerStops(t *testing.T) {
	r := newRig(t)
	o := r.start()
	base := r.listen()
	events := r.watch(base, o)
	requireEvent(t, events)
	stopped := make(chan error, 1)
	go func() { stopped <- r.app.Shutdown() }()
	select {
	case err := <-stopped:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		require.Fail(t, "an open stream kept the server from stopping")
	}
	_, open := <-events
	require.False(t, open)
}

func TestAStreamRefusesABrokenLastEventID(t *testing.T) {
	r := newRig(t)
	o := r.start()
	got := r.get(o, "/events", header{"Last-Event-ID": "yesterday"})
	requireRefused(t, got, contract.FailValidation)
}

func TestAStreamEndsWithItsSession(t *testing.T) {
	fast := func(o *server.Options) { o.StreamPoll = 20 * time.Millisecond }
	ends := func(t *testing.T, events <-chan event) {
		t.Helper()
		requireEvent(t, events)
		require.Eventually(t, func() bool {
			select {
			case _, open := <-events:
				return !open
			default:
				return false
			}
		}, time.Minute, time.Millisecond)
	}
	t.Run("when the customer signs out", func(t *testing.T) {
		r := newRig(t, fast)
		r.customer(mainLine, "prepaid")
		token := r.signIn(mainLine)
		o := r.startOf(startMultiSIM, bearer(token))
		events := r.watch(r.listen(), started{id: o.id}, bearer(token))
		require.Equal(t, http.StatusNoContent, r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token)).StatusCode)
		ends(t, events)
	})
	t.Run("when the order's session is over", func(t *testing.T) {
		r := newRig(t, fast)
		o := r.start()
		events := r.watch(r.listen(), o)
		_, err := r.db.ExecContext(t.Context(), "UPDATE orders SET session = '\\x00'")
		require.NoError(t, err)
		ends(t, events)
	})
}

// A change comes between two polls: it is not shown to a session that is over.
func TestStream_ChangeAfterSignOut_IsNotShown(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.StreamPoll = time.Hour })
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	o := r.startOf(startMultiSIM, bearer(token))
	events := r.watch(r.listen(), started{id: o.id}, bearer(token))
	requireEvent(t, events)
	notices, err := cache.Open("redis://" + r.redis.Addr())
	require.NoError(t, err)
	require.Eventually(t, func() bool { return len(r.redis.PubSubChannels("orders")) == 1 }, time.Minute, time.Millisecond)
	require.Equal(t, http.StatusNoContent, r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token)).StatusCode)
	r.put(o, func(full *contract.Order) { full.Seq++ })
	require.NoError(t, notices.PublishChange(t.Context(), o.id, 2))
	select {
	case _, open := <-events:
		require.False(t, open, "the stream ends instead")
	case <-time.After(time.Minute):
		require.Fail(t, "the stream goes on")
	}
}

func TestAnOrderHasSoManyOpenStreamsAndNoMore(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.StreamPoll, o.StreamBeat = time.Hour, 10*time.Millisecond })
	o, base := r.start(), r.listen()
	streams := make([]*http.Response, 20)
	for i := range streams {
		streams[i] = r.send(http.MethodGet, base+"/api/orders/"+o.id+"/events", "", withSession(o.session))
		require.Equal(t, http.StatusOK, streams[i].StatusCode)
	}
	refused := r.get(o, "/events")
	requireRefused(t, refused, contract.FailRateLimited)
	require.Equal(t, "15", refused.Header.Get("Retry-After"))
	other := r.watch(base, r.start())
	requireEvent(t, other)

	require.NoError(t, streams[0].Body.Close())
	require.Eventually(t, func() bool {
		got := r.send(http.MethodGet, base+"/api/orders/"+o.id+"/events", "", withSession(o.session))
		return got.StatusCode == http.StatusOK
	}, time.Minute, 10*time.Millisecond, "one that was closed makes room")
}
