package flow_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	platform "selfcare/internal/platform/temporal"
)

func TestSchedules_Deleted_IsNotListed(t *testing.T) {
	ctx, c := t.Context(), testkit.Temporal(t, nil)
	require.NoError(t, platform.EnsureSearchAttributes(ctx, c, client.DefaultNamespace))
	schedules, rule := flow.NewSchedules(c, client.DefaultNamespace), weekly()
	id, other := contract.AutoRechargeID(rule.LineID), contract.AutoRechargeID(uuid.NewString())
	there, err := schedules.IsRunning(ctx, id)
	require.NoError(t, err)
	require.False(t, there)

	require.NoError(t, flow.NewAutoRecharges(c).Follow(ctx, rule, time.Hour))
	there, err = schedules.IsRunning(ctx, id)
	require.NoError(t, err)
	require.True(t, there)
	require.Eventually(t, func() bool {
		listed, err := schedules.ListRunning(ctx, []string{id, other, "auto-recharge/o'clock"})
		require.NoError(t, err)
		return slices.Equal(listed, []string{id})
	}, soon, tick)
	var all, page []string
	for next := []byte(nil); ; {
		page, next, err = schedules.Page(ctx, "", 1, next)
		require.NoError(t, err)
		if all = append(all, page...); len(next) == 0 {
			break
		}
	}
	require.Contains(t, all, id)

	require.NoError(t, schedules.Delete(ctx, id))
	require.NoError(t, schedules.Delete(ctx, id), "it is gone")
	there, err = schedules.IsRunning(ctx, id)
	require.NoError(t, err)
	require.False(t, there)
}
