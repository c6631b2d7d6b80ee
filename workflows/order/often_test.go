package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestOrder_ChangedTooOften_CanBeCancelled(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	for n := range 450 {
		s.ChoosesPlan(time.Minute + time.Duration(n)*time.Second)
	}
	s.Say(10*time.Minute, contract.UpdateCancel, nil)

	end := s.Run()

	require.Equal(t, contract.FailChangedTooOften, s.Refused(contract.UpdateSelectPlan))
	require.NoError(t, s.Refusals[contract.UpdateCancel])
	require.True(t, end.Stage.Closed(), end.Stage)
}
