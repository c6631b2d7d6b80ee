package recharge_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store/recharge"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestRecharges_WrittenLate_KeepTime(t *testing.T) {
	_, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	for _, r := range []struct {
		number string
		at     time.Time
	}{{"second", storetest.Today.Add(-time.Minute)}, {"third", storetest.Today}, {"first", storetest.Today.Add(-2 * time.Minute)}} {
		require.NoError(t, s.Recharges.Add(ctx, recharge.Recharge{
			ID: storetest.NewID(), LineID: line, Number: r.number, Kind: "balance", Type: "cash", Amount: 1000, Bonus: 100, At: r.at,
		}))
	}
	numbers := func(found []recharge.Recharge) (list []string) {
		for _, r := range found {
			list = append(list, r.Number)
		}
		return list
	}
	found, total, err := s.Recharges.OfLine(ctx, line, []string{"balance"}, 1, 2)
	require.NoError(t, err)
	require.Equal(t, 3, total)
	require.Equal(t, []string{"third", "second"}, numbers(found))
	bonuses, err := s.Recharges.Bonuses(ctx, line, 3)
	require.NoError(t, err)
	require.Equal(t, []string{"third", "second", "first"}, numbers(bonuses))
}
