package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// A call that was refused for good is not repeated.
func TestOrder_PartnerCall_AtOnceThenRegular(t *testing.T) {
	for name, c := range map[string]struct {
		trouble         error
		atOnce, longWay int
	}{
		"answers": {nil, 1, 0},
		"refuses": {workflowtest.No(contract.FailNetworkRefused), 2, 0}, // and once more when support retries it
		"is away": {workflowtest.ErrOutage, 1, 1},
		"is slow": {context.DeadlineExceeded, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			var atOnce, longWay int
			s.SetOnLocalActivityStartedListener(func(info *activity.Info, _ context.Context, _ []any) {
				atOnce += count(info.ActivityType.Name == "ActivateLine")
			})
			s.SetOnActivityStartedListener(func(info *activity.Info, _ context.Context, _ converter.EncodedValues) {
				longWay += count(info.ActivityType.Name == "ActivateLine" && info.Attempt == 1)
			})
			s.Fails("switch-on", c.trouble)
			s.IsDelivered()
			s.Activates(3 * time.Hour)
			s.Mends(3*time.Hour+time.Minute, "switch-on")
			s.Resolves(5*time.Hour, contract.ResolveRetry)

			require.Equal(t, contract.StageActive, s.Run().Stage)
			require.Equal(t, []string{"switch-on " + workflowtest.Msisdn}, s.Did("switch-on"))
			require.Equal(t, []int{c.atOnce, c.longWay}, []int{atOnce, longWay})
		})
	}
}

// A provider that is still working on the first call may refuse the second.
func TestOrder_Refund_IsNotCutOff(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.SetOnLocalActivityStartedListener(func(info *activity.Info, _ context.Context, _ []any) {
		require.NotEqual(t, "RefundPayment", info.ActivityType.Name)
	})
	s.IsPaid()
	s.Cancels(30 * time.Minute)

	require.Equal(t, contract.StageCancelled, s.Run().Stage)
	require.Len(t, s.Did("refund"), 1)
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// A worker may take an update after the API has given up on it.
func TestOrder_NewsBothWays_HeardOnce(t *testing.T) {
	for _, signalFirst := range []bool{false, true} {
		s := workflowtest.NewStory(t)
		s.IsDelivered()
		bothWays := func(id string, status contract.ShipmentStatus) {
			for _, asSignal := range []bool{signalFirst, !signalFirst} {
				s.NoWorkerAtOnce = asSignal
				s.ScansNow(id, status)
			}
		}
		s.At(90*time.Minute, func() { bothWays("failed", contract.ShipmentFailedAttempt) })
		s.Activates(3 * time.Hour)

		require.Equal(t, 1, s.Run().Shipment.Attempts, signalFirst)
	}
}
