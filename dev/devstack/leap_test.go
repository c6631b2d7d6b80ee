package devstack

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
)

func TestLeap_WhatComesNextIsDueWithinSecondsAndItsWorkflowHears(t *testing.T) {
	ctx := t.Context()
	s := testkit.Seeded(t)
	now := time.Now().UTC().Truncate(time.Microsecond)
	line, err := s.Lines.ByNumber(ctx, "0570000001")
	require.NoError(t, err)
	plan := subscription.Plan{ID: line.PlanID, Renews: true, Period: subscription.Period{Months: 1}}
	before := subscription.Begin(contract.PlanSubscription{LineID: line.ID, PlanID: line.PlanID, Type: subscription.Prepaid, Language: "en"}, plan, now)
	before = subscription.Scheduled(before, store.DefaultSettings().Subscription.Rules())
	_, err = s.PlanSubscriptions.Begin(ctx, before)
	require.NoError(t, err)
	before, err = s.PlanSubscriptions.Get(ctx, line.ID)
	require.NoError(t, err)
	calls, err := s.PlanSubscriptions.Calls(ctx, 100)
	require.NoError(t, err)
	for _, call := range calls {
		require.NoError(t, s.PlanSubscriptions.Called(ctx, []int64{call.Seq}))
	}

	var once, twice contract.PlanSubscription
	require.NoError(t, s.InTx(ctx, func(q *store.Tx) (err error) { once, err = leap(ctx, q, line.ID, now); return err }))
	require.NoError(t, s.InTx(ctx, func(q *store.Tx) (err error) { twice, err = leap(ctx, q, line.ID, now); return err }))
	require.True(t, once.DueAt.Equal(now.Add(leapsTo)))
	require.Equal(t, before.Until.Sub(before.DueAt), once.Until.Sub(once.DueAt), "all moments move alike")
	require.Equal(t, before.Seq+1, once.Seq)
	require.Equal(t, once.Seq, twice.Seq, "what is due within seconds is left alone")
	saved, err := s.PlanSubscriptions.Get(ctx, line.ID)
	require.NoError(t, err)
	require.True(t, saved.DueAt.Equal(once.DueAt))
	calls, err = s.PlanSubscriptions.Calls(ctx, 100)
	require.NoError(t, err)
	require.Len(t, calls, 1)
	require.Equal(t, line.ID, calls[0].Subscription.LineID)
}

func TestEarlier_MovesTheGraceAndCountsCyclesFromAMidnight(t *testing.T) {
	at := time.Date(2026, time.November, 20, 21, 0, 0, 0, time.UTC)
	s := contract.PlanSubscription{
		Anchor: at, From: at, Until: at.AddDate(0, 1, 0), DueAt: at.AddDate(0, 1, 1),
		Grace: &contract.Grace{Since: at.AddDate(0, 1, 0), Until: at.AddDate(0, 1, 3)},
	}
	moved := earlier(s, 36*time.Hour)
	require.Equal(t, s.Grace.Until.Add(-36*time.Hour), moved.Grace.Until)
	require.Equal(t, at.AddDate(0, 1, 3), s.Grace.Until, "the plan that was given stays as it was")
	require.True(t, moved.Anchor.Equal(subscription.Midnight(moved.Anchor)))
	require.Equal(t, s.DueAt.Add(-36*time.Hour), moved.DueAt)
}

func TestLeap_LeavesProductionAlone(t *testing.T) {
	_, err := Leap(t.Context(), config.Config{Environment: config.Production}, "0570000001")
	require.ErrorContains(t, err, "no place in production")
}
