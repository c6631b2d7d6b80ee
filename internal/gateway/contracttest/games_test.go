package contracttest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	simulated "selfcare/dev/simulator/games"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/games"
)

func codes(t *testing.T, s stand) *games.HTTP {
	t.Helper()
	adapter, err := games.NewHTTP(games.Config{URL: s.url + "/games", APIKey: s.keys.Games}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func playOf(reference string) games.Order {
	return games.Order{Reference: reference, Product: "PLAY-50", Email: "gamer@selfcare.example", Mobile: "0550000001"}
}

func TestGames_EachCall_FindsFirstCode(t *testing.T) {
	adapter := codes(t, newStand(t))
	_, err := adapter.Find(t.Context(), "p-1")
	require.ErrorIs(t, err, gateway.ErrNotFound)
	first, err := adapter.Buy(t.Context(), playOf("p-1"))
	require.NoError(t, err)
	require.Equal(t, games.Delivered, first.Status)
	second, err := adapter.Buy(t.Context(), playOf("p-1"))
	require.NoError(t, err)
	require.NotEqual(t, first.Code, second.Code, "its reference is no idempotency key")
	found, err := adapter.Find(t.Context(), "p-1")
	require.NoError(t, err)
	require.Equal(t, first, found)
	requireRefusal(t, games.CodeDelivered, adapter.Cancel(t.Context(), "p-1"))
	require.ErrorIs(t, adapter.Cancel(t.Context(), "p-2"), gateway.ErrNotFound)
}

func TestGames_EachMagicNumber_HasItsOutcome(t *testing.T) {
	s := newStand(t)
	adapter := codes(t, s)
	for outcome, want := range map[string]games.Sale{
		"refused": {Status: games.Refused, Reason: "out_of_codes"}, "never": {Status: games.Pending}, "pending-then-delivered": {Status: games.Pending},
	} {
		s.script(t, simulated.Name, simulated.OperationBuy, outcome)
		got, err := adapter.Buy(t.Context(), playOf("p-"+outcome))
		require.NoError(t, err)
		got.ID = ""
		require.Equal(t, want, got)
	}
	for outcome, code := range map[string]string{"product-gone": games.CodeProductGone, "insufficient-balance": games.CodeNoFunds} {
		s.script(t, simulated.Name, simulated.OperationBuy, outcome)
		_, err := adapter.Buy(t.Context(), playOf("p-"+outcome))
		requireRefusal(t, code, err)
		_, err = adapter.Find(t.Context(), "p-"+outcome)
		require.ErrorIs(t, err, gateway.ErrNotFound)
	}
	require.NoError(t, adapter.Cancel(t.Context(), "p-never"))
	found, err := adapter.Find(t.Context(), "p-never")
	require.NoError(t, err)
	require.Equal(t, games.Cancelled, found.Status)
	s.post(t, "/control/clock", "", map[string]any{"advanceMs": 10_000}, nil)
	require.Eventually(t, func() bool {
		found, err := adapter.Find(t.Context(), "p-pending-then-delivered")
		return err == nil && found.Status == games.Delivered && found.Code != ""
	}, time.Minute, 5*time.Millisecond)
}
