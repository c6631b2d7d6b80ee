package vas_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	vasacts "selfcare/activities/vas"
	"selfcare/dev/testkit/fixture"
	"selfcare/dev/testkit/partners"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/vas"
	vasstore "selfcare/internal/store/vas"
)

var ctx = context.Background()

// numbers maps ids of lines to their numbers.
type numbers map[string]string

func (n numbers) MSISDN(_ context.Context, id string) (string, error) {
	if found, known := n[id]; known {
		return found, nil
	}
	return "", errors.New("our database is away")
}

// otherSide is the activities with the simulated partner.
type otherSide struct {
	*vasacts.Activities
	partners.Partner
	t       *testing.T
	gateway *vas.HTTP
}

func newOtherSide(t *testing.T) otherSide {
	t.Helper()
	p := partners.Start(t, "content")
	gateway, err := vas.NewHTTP(vas.Config{URL: p.URL, APIKey: p.Keys.Content, Timeout: partners.Patience}, nil, p.Log)
	require.NoError(t, err)
	return otherSide{vasacts.New(gateway, numbers{"l1": "0570000001"}), p, t, gateway}
}

type subscription struct {
	Reference, MSISDN, Service, Status string
	Begun                              int
}

func (o otherSide) there() []subscription {
	o.t.Helper()
	var all struct{ Items []subscription }
	require.NoError(o.t, json.Unmarshal(o.Control(http.MethodGet, "subscriptions", ""), &all))
	return all.Items
}

var news = contract.ContentOrder{PurchaseID: "p-1", LineID: "l1", PartnerCode: "DAILY-NEWS"}

func TestBegin_Repeated_OneSubscription(t *testing.T) {
	o := newOtherSide(t)
	begun, err := o.BeginContent(ctx, news)
	require.NoError(t, err)
	again, err := o.BeginContent(ctx, news)
	require.NoError(t, err)
	require.Equal(t, begun, again)
	require.Equal(t, []subscription{{"p-1", "0570000001", "DAILY-NEWS", "active", 1}}, o.there())
}

func TestBegin_TimeoutAfterBegin_OneSubscription(t *testing.T) {
	o := newOtherSide(t)
	o.Script("begin", "timeout-after-commit")
	begun, err := o.BeginContent(ctx, news)
	require.NoError(t, err, "the answer never came, and was asked for")
	require.NotEmpty(t, begun.Reference)
	require.Len(t, o.there(), 1)
}

func TestBegin_TimeoutBeforeBegin_NextTryBegins(t *testing.T) {
	o := newOtherSide(t)
	o.Script("begin", "timeout")
	_, err := o.BeginContent(ctx, news)
	fixture.RequireRetry(t, err)
	require.Empty(t, o.there())
	_, err = o.BeginContent(ctx, news)
	require.NoError(t, err)
}

func TestBegin_EachRefusal_IsFinal(t *testing.T) {
	o := newOtherSide(t)
	for _, outcome := range []string{"refused", "service-gone"} {
		order := news
		order.PurchaseID = "p-" + outcome
		o.Script("begin", outcome)
		_, err := o.BeginContent(ctx, order)
		fixture.RequireRefusal(t, err, contract.FailServiceRefused)
	}
}

func TestBegin_UnderWay_AsksAgain(t *testing.T) {
	o := newOtherSide(t)
	o.Script("begin", "pending-then-active")
	for range 2 {
		_, err := o.BeginContent(ctx, news)
		fixture.RequireRetry(t, err)
	}
	require.Len(t, o.there(), 1)
}

func TestBegin_LineUnreadable_IsNoRefusal(t *testing.T) {
	o := newOtherSide(t)
	_, err := o.BeginContent(ctx, contract.ContentOrder{PurchaseID: "p-1", LineID: "l2"})
	fixture.RequireRetry(t, err)
	require.Empty(t, o.there())
}

func TestEnd_RepeatedOrNeverBegun_Succeeds(t *testing.T) {
	o := newOtherSide(t)
	require.NoError(t, o.EndContent(ctx, news), "it never began")
	_, err := o.BeginContent(ctx, news)
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, o.EndContent(ctx, news))
	}
	require.Equal(t, "ended", o.there()[0].Status)
	_, err = o.BeginContent(ctx, news)
	fixture.RequireRefusal(t, err, contract.FailServiceRefused)
}

// shelf has services that are to end, and records those that have ended.
type shelf struct {
	due   []vasstore.Held
	ended []string
}

func (s *shelf) ToEnd(context.Context, time.Time, int) ([]vasstore.Held, error) { return s.due, nil }

func (s *shelf) End(_ context.Context, id string, _ time.Time) error {
	s.ended = append(s.ended, id)
	return nil
}

func TestEndDue_PartnerFails_DoesNotBlock(t *testing.T) {
	o := newOtherSide(t)
	for _, id := range []string{"p-1", "p-2"} {
		_, err := o.BeginContent(ctx, contract.ContentOrder{PurchaseID: id, LineID: "l1", PartnerCode: "DAILY-NEWS"})
		require.NoError(t, err)
	}
	held := &shelf{due: []vasstore.Held{{ID: "p-1"}, {ID: "p-2"}, {ID: "p-3"}}}
	ending := vasacts.NewEnding(o.gateway, held, time.Minute)
	o.Script("end", "error")
	require.Error(t, ending.EndDue(ctx))
	require.Equal(t, []string{"p-2", "p-3"}, held.ended, "what the partner never had is over, too")
	held.due = held.due[:1]
	require.NoError(t, ending.EndDue(ctx))
	require.Equal(t, []string{"p-2", "p-3", "p-1"}, held.ended)
}
