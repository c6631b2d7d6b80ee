package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// savedAhead returns the later saved state from an activity's error.
func savedAhead(t *testing.T, err error) contract.Order {
	t.Helper()
	var failed *temporal.ApplicationError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, contract.ErrorSavedAhead, failed.Type())
	var saved contract.Order
	require.NoError(t, failed.Details(&saved))
	return saved
}

// Temporal lost the task that saved a step: the step is repeated a moment later by the workflow's clock.
func TestAhead_StepRepeated_ReturnsSavedState(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	saved, err := s.Orders.BookNumber(ctx, o, booking(goldNumber, now))
	require.NoError(t, err)

	_, err = s.Orders.BookNumber(ctx, o, booking(goldNumber, now.Add(time.Minute)))

	require.Equal(t, saved, savedAhead(t, err))
	require.Equal(t, heldBy(o, now.Add(holdFor)), s.number(goldNumber), "what was saved counts")
}

func TestAhead_OtherStep_ReturnsSavedState(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	saved, err := s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"})
	require.NoError(t, err)

	_, err = s.Orders.BookNumber(ctx, o, booking(goldNumber, now))

	require.Equal(t, saved, savedAhead(t, err))
	require.Equal(t, free, s.number(goldNumber))
}

func TestAhead_OldState_ReturnsSaved(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	saved, err := s.Orders.BookNumber(ctx, o, booking(goldNumber, now))
	require.NoError(t, err)

	_, err = s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "no-such-plan"})

	require.Equal(t, saved, savedAhead(t, err))
	_, err = s.Orders.ChoosePlan(ctx, saved, contract.PlanChosen{At: at(now), PlanID: "no-such-plan"})
	requireRefusal(t, err, contract.FailPlanUnknown, "planId")
}

func TestAhead_OpenedAgain_ReturnsSavedState(t *testing.T) {
	s, o := newShop(t), newOrder()
	opening := contract.Opening{Session: []byte("hash"), MSISDN: numberA}
	saved, err := s.Orders.OpenOrder(ctx, o, opening, booking("", now))
	require.NoError(t, err)

	_, err = s.Orders.OpenOrder(ctx, o, opening, booking("", now.Add(time.Minute)))

	require.Equal(t, saved, savedAhead(t, err))
	found, err := s.Orders.FindOrder(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, saved, found.Order)
	require.True(t, found.Written)
}

func TestFindOrder_NotWritten_SaysSo(t *testing.T) {
	found, err := newShop(t).Orders.FindOrder(ctx, newOrder().ID)
	require.NoError(t, err)
	require.False(t, found.Written)
}
