package contracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	simulated "selfcare/dev/simulator/vas"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/vas"
)

func services(t *testing.T, s stand) *vas.HTTP {
	t.Helper()
	adapter, err := vas.NewHTTP(vas.Config{URL: s.url + "/content", APIKey: s.keys.Content}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

var news = vas.Order{Reference: "p-1", MSISDN: "0570000001", Service: "DAILY-NEWS"}

func TestContent_Reference_BeginsOnceAndEnds(t *testing.T) {
	adapter := services(t, newStand(t))
	begun, err := adapter.Begin(t.Context(), news)
	require.NoError(t, err)
	require.Equal(t, vas.Active, begun.Status)
	again, err := adapter.Begin(t.Context(), news)
	require.NoError(t, err)
	require.Equal(t, begun, again)
	other := news
	other.MSISDN = "0570000002"
	_, err = adapter.Begin(t.Context(), other)
	requireRefusal(t, "reference_used", err)
	for range 2 {
		require.NoError(t, adapter.End(t.Context(), "p-1"))
	}
	found, err := adapter.Find(t.Context(), "p-1")
	require.NoError(t, err)
	require.Equal(t, vas.Subscription{ID: begun.ID, Status: vas.Ended}, found)
	_, err = adapter.Find(t.Context(), "p-2")
	require.ErrorIs(t, err, gateway.ErrNotFound)
	require.ErrorIs(t, adapter.End(t.Context(), "p-2"), gateway.ErrNotFound)
}

func TestContent_EachMagicNumber_HasItsOutcome(t *testing.T) {
	s := newStand(t)
	adapter := services(t, s)
	for outcome, want := range map[string]vas.Subscription{
		"refused": {Status: vas.Refused, Reason: "number_barred"}, "pending-then-active": {Status: vas.Pending},
	} {
		s.script(t, simulated.Name, simulated.OperationBegin, outcome)
		order := news
		order.Reference = "p-" + outcome
		got, err := adapter.Begin(t.Context(), order)
		require.NoError(t, err)
		got.ID = ""
		require.Equal(t, want, got)
	}
	s.script(t, simulated.Name, simulated.OperationBegin, "service-gone")
	_, err := adapter.Begin(t.Context(), vas.Order{Reference: "p-9", MSISDN: news.MSISDN, Service: "NONE"})
	requireRefusal(t, vas.CodeServiceGone, err)
}
