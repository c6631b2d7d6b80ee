package payloadkeys_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/dev/testkit"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
	"selfcare/internal/platform/temporal/payloadkeys"
)

const namespace = "default"

func ring(t *testing.T, text string) *codec.Keys {
	t.Helper()
	keys, err := codec.ParseKeys(text)
	require.NoError(t, err)
	return keys
}

func as(t *testing.T, address string, keys *codec.Keys) client.Client {
	t.Helper()
	c, err := temporal.Dial(t.Context(), temporal.Config{Temporal: config.Temporal{Address: address, Namespace: namespace}, Keys: keys}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

func scheduled(t *testing.T, c client.Client, id string) {
	t.Helper()
	_, err := c.ScheduleClient().Create(t.Context(), client.ScheduleOptions{
		ID: id, Spec: client.ScheduleSpec{Intervals: []client.ScheduleIntervalSpec{{Every: 24 * time.Hour}}},
		Action: &client.ScheduleWorkflowAction{ID: id, Workflow: "Nothing", TaskQueue: "nobody", Args: []any{"0571234567"}},
	})
	require.NoError(t, err)
}

func TestKeys_OpenWorkflows_NeedTheirKeys(t *testing.T) {
	server := testkit.TemporalServer(t, nil).FrontendHostPort()
	former, added := "k1:"+testkit.RandomKey(), "k2:"+testkit.RandomKey()
	old, current := as(t, server, ring(t, former)), as(t, server, ring(t, added+","+former))
	_, err := old.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: "order/1", TaskQueue: "nobody"}, "Nothing", "Noura")
	require.NoError(t, err)
	require.NoError(t, current.SignalWorkflow(t.Context(), "order/1", "", "news", "Noura"))
	_, err = current.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: "order/2", TaskQueue: "nobody"}, "Nothing", "Sara")
	require.NoError(t, err)
	scheduled(t, old, "auto-recharge/1")
	scheduled(t, current, "auto-recharge/2")
	var uses *payloadkeys.Uses
	scan := func() *payloadkeys.Uses {
		uses, err = payloadkeys.Scan(t.Context(), current, namespace, func(int) {})
		require.NoError(t, err)
		return uses
	}
	require.Eventually(t, func() bool { u := scan(); return u.Runs == 2 && u.Of("k1").Schedules == 1 && u.Of("k2").Schedules == 1 }, time.Minute, 100*time.Millisecond)
	require.Equal(t, 1, uses.Of("k1").Runs)
	require.Equal(t, 2, uses.Of("k2").Runs, "a part of the first one's history too")
	require.WithinDuration(t, time.Now(), uses.Of("k1").Oldest, time.Minute)
	require.Positive(t, uses.Retention)

	changed, err := payloadkeys.Reseal(t.Context(), current, namespace, ring(t, added+","+former))
	require.NoError(t, err)
	require.Equal(t, 1, changed)
	require.Zero(t, scan().Of("k1").Schedules)
	require.Equal(t, 2, uses.Of("k2").Schedules)
	described, err := as(t, server, ring(t, added)).ScheduleClient().GetHandle(t.Context(), "auto-recharge/1").Describe(t.Context())
	require.NoError(t, err)
	require.Len(t, described.Schedule.Action.(*client.ScheduleWorkflowAction).Args, 1) //nolint:forcetypeassert // made so
	changed, err = payloadkeys.Reseal(t.Context(), current, namespace, ring(t, added+","+former))
	require.NoError(t, err)
	require.Zero(t, changed)

	require.NoError(t, current.TerminateWorkflow(t.Context(), "order/1", "", "over"))
	require.Eventually(t, func() bool { return scan().Runs == 1 }, time.Minute, 100*time.Millisecond)
	require.Equal(t, []string{"k2"}, uses.IDs())
}

func TestReseal_KeyMissing_IsRefused(t *testing.T) {
	server := testkit.TemporalServer(t, nil).FrontendHostPort()
	scheduled(t, as(t, server, ring(t, "k1:"+testkit.RandomKey())), "auto-recharge/1")
	later := ring(t, "k2:"+testkit.RandomKey())
	c := as(t, server, later)
	require.Eventually(t, func() bool {
		_, err := payloadkeys.Reseal(t.Context(), c, namespace, later)
		return err != nil && err.Error() == `schedule auto-recharge/1: key "k1": payload cannot be decrypted`
	}, time.Minute, 100*time.Millisecond)
}
