package orders_test

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
	"selfcare/api/servertest"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
)

// event is one server-sent event.
type event struct {
	id, kind string
	order    gen.Order
}

// watch opens the stream of an order and hands out its events; the channel closes with the stream.
func watch(r *servertest.Rig, base string, o servertest.Started, headers ...servertest.Header) <-chan event {
	r.T.Helper()
	response := r.Send(http.MethodGet, base+"/api/orders/"+o.ID+"/events", "", append(headers, servertest.WithSession(o.Session))...)
	require.Equal(r.T, http.StatusOK, response.StatusCode)
	require.Equal(r.T, "text/event-stream", response.Header.Get("Content-Type"))
	require.Equal(r.T, "no-store", response.Header.Get("Cache-Control"))
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

func TestStream_Notice_ShowsTheOrder(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.StreamPoll = time.Hour })
	o := r.Start()
	events := watch(r, r.Listen(), o)
	require.Equal(t, "1", requireEvent(t, events).id)

	notices, err := cache.Open("redis://" + r.Redis.Addr())
	require.NoError(t, err)
	require.Eventually(t, func() bool { return len(r.Redis.PubSubChannels("orders")) == 1 }, time.Minute, time.Millisecond)
	// the read after subscribing may find the first change; the later ones come by notice only
	for _, seq := range []int64{2, 3, 4} {
		require.Equal(t, http.StatusOK, r.SelectNumber(o, servertest.FreshKey()).StatusCode)
		require.NoError(t, notices.PublishChange(t.Context(), o.ID, seq))
		next := requireEvent(t, events)
		require.Equal(t, strconv.FormatInt(seq, 10), next.id)
		require.Equal(t, o.ID, next.order.Id)
		require.Equal(t, seq, next.order.Seq)
	}
}

func TestStream_LastEventID_Continues(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.StreamPoll = 20 * time.Millisecond })
	o := r.Start()
	events := watch(r, r.Listen(), o, servertest.Header{"Last-Event-ID": "1"})
	require.Equal(t, http.StatusOK, r.SelectNumber(o, servertest.FreshKey()).StatusCode)
	require.Equal(t, "2", requireEvent(t, events).id, "a seen state is not sent again")
}

func TestStream_NoRedis_FindsChanges(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.StreamPoll = 20 * time.Millisecond })
	o := r.Start()
	r.Redis.Close()
	events := watch(r, r.Listen(), o)
	require.Equal(t, "1", requireEvent(t, events).id)
	require.Equal(t, http.StatusOK, r.SelectNumber(o, servertest.FreshKey()).StatusCode)
	require.Equal(t, "2", requireEvent(t, events).id)
}

func TestStream_ServerStops_Ends(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	base := r.Listen()
	events := watch(r, base, o)
	requireEvent(t, events)
	stopped := make(chan error, 1)
	go func() { stopped <- r.App.Shutdown() }()
	select {
	case err := <-stopped:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		require.Fail(t, "an open stream kept the server from stopping")
	}
	_, open := <-events
	require.False(t, open)
}

func TestStream_BrokenLastEventID_IsRefused(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	got := r.Get(o, "/events", servertest.Header{"Last-Event-ID": "yesterday"})
	servertest.RequireRefused(t, got, contract.FailValidation)
}

func TestStream_SessionEnds_Ends(t *testing.T) {
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
		r := servertest.New(t, fast)
		r.Customer(servertest.MainLine, "prepaid")
		token := r.SignIn(servertest.MainLine)
		o := r.StartOf(servertest.StartMultiSIM, servertest.Bearer(token))
		events := watch(r, r.Listen(), servertest.Started{ID: o.ID}, servertest.Bearer(token))
		require.Equal(t, http.StatusNoContent, r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token)).StatusCode)
		ends(t, events)
	})
	t.Run("when the order's session is over", func(t *testing.T) {
		r := servertest.New(t, fast)
		o := r.Start()
		events := watch(r, r.Listen(), o)
		_, err := r.DB.ExecContext(t.Context(), "UPDATE orders SET session = '\\x00'")
		require.NoError(t, err)
		ends(t, events)
	})
}

// A change between two polls is not shown to an ended session.
func TestStream_ChangeAfterSignOut_IsNotShown(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.StreamPoll = time.Hour })
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	o := r.StartOf(servertest.StartMultiSIM, servertest.Bearer(token))
	events := watch(r, r.Listen(), servertest.Started{ID: o.ID}, servertest.Bearer(token))
	requireEvent(t, events)
	notices, err := cache.Open("redis://" + r.Redis.Addr())
	require.NoError(t, err)
	require.Eventually(t, func() bool { return len(r.Redis.PubSubChannels("orders")) == 1 }, time.Minute, time.Millisecond)
	require.Equal(t, http.StatusNoContent, r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token)).StatusCode)
	r.Put(o, func(full *contract.Order) { full.Seq++ })
	require.NoError(t, notices.PublishChange(t.Context(), o.ID, 2))
	select {
	case _, open := <-events:
		require.False(t, open, "the stream ends instead")
	case <-time.After(time.Minute):
		require.Fail(t, "the stream goes on")
	}
}

func TestStream_TooManyOfOneOrder_IsRefused(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.StreamPoll, o.StreamBeat = time.Hour, 10*time.Millisecond })
	o, base := r.Start(), r.Listen()
	streams := make([]*http.Response, 20)
	for i := range streams {
		streams[i] = r.Send(http.MethodGet, base+"/api/orders/"+o.ID+"/events", "", servertest.WithSession(o.Session))
		require.Equal(t, http.StatusOK, streams[i].StatusCode)
	}
	refused := r.Get(o, "/events")
	servertest.RequireRefused(t, refused, contract.FailRateLimited)
	require.Equal(t, "15", refused.Header.Get("Retry-After"))
	other := watch(r, base, r.Start())
	requireEvent(t, other)

	require.NoError(t, streams[0].Body.Close())
	require.Eventually(t, func() bool {
		got := r.Send(http.MethodGet, base+"/api/orders/"+o.ID+"/events", "", servertest.WithSession(o.Session))
		return got.StatusCode == http.StatusOK
	}, time.Minute, 10*time.Millisecond, "one that was closed makes room")
}
