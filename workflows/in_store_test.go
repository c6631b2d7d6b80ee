package workflows_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// errAway is our own database that does not answer.
var errAway = temporal.NewApplicationError("record payment", string(contract.FailUnavailable))

// isAwayFor makes the database go away in the middle of an order: at its first effect of this name, and for a while.
func (s *story) isAwayFor(outage time.Duration, effect string) {
	s.fails(effect, errAway)
	s.while(effect, func() { s.mends(outage, effect) })
}

func TestOrder_WhatHappensWhileTheDatabaseIsAwayIsWrittenAfterwards(t *testing.T) {
	whole := newStory(t)
	whole.isDelivered()
	whole.activates(3 * time.Hour)
	require.Equal(t, contract.StageActive, whole.run().Stage)
	for _, effect := range []string{
		"open-payment", "payment-paid", "allocate-sim", "parcel-booked", "parcel-picked-up", "parcel-delivered", "complete",
	} {
		t.Run(effect, func(t *testing.T) {
			s := newStory(t)
			s.isAwayFor(10*time.Minute, effect)
			s.isDelivered()
			s.activates(3 * time.Hour)

			require.Equal(t, contract.StageActive, s.run().Stage)
			require.Equal(t, whole.did(), slices.Compact(s.did()), "nothing held, nothing undone")
			require.Len(t, s.did("charge", "book-parcel", "switch-on"), 3)
			require.ElementsMatch(t, whole.wasTold(), s.wasTold())
		})
	}
}

func TestOrder_WhatIsUndoneWhileTheDatabaseIsAwayIsWrittenAfterwards(t *testing.T) {
	s := newStory(t)
	s.isAwayFor(time.Hour, "return-sim")
	s.isPaid()
	s.cancels(time.Minute)

	require.Equal(t, contract.StageCancelled, s.run().Stage)
	require.Equal(t, undoes, slices.Compact(s.didSince("begin-cancel cancelled_by_customer")))
}

func TestOrder_StepThatTheDatabaseMissedIsAnsweredWhenItIsBack(t *testing.T) {
	s := newStory(t)
	s.isAwayFor(time.Minute, "plan")
	s.choosesNumber(0, msisdn)
	s.choosesPlan(5 * time.Second)
	s.at(time.Minute, func() { require.Empty(t, s.answers[contract.UpdateSelectPlan].ID) })
	s.run()

	require.NotNil(t, s.answers[contract.UpdateSelectPlan].Plan)
	require.Empty(t, s.refusals)
}
