package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows"
)

// download is one eSIM profile without its order.
type download struct {
	*testsuite.TestWorkflowEnvironment
	*journal
	outside *outside
	told    []contract.ProfileState // the order, in this order
	trouble contract.Code
}

func newDownload() *download {
	env, j := newEnvironment(), newJournal()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.ESIMProfileWorkflowID(orderID)})
	d := &download{TestWorkflowEnvironment: env, journal: j, outside: newOutside(j, env.Now)}
	env.RegisterActivity(d.outside)
	env.OnSignalExternalWorkflow(mock.Anything, contract.OrderWorkflowID(orderID), "", contract.SignalProfileProgress, mock.Anything).
		Return(func(_, _, _, _ string, arg any) error {
			moved := arg.(contract.ProfileMoved)
			if moved.Trouble == "" {
				d.told = append(d.told, moved.Profile.State)
				return nil
			}
			d.trouble = moved.Trouble
			return nil
		})
	return d
}

func (d *download) reported(when time.Duration, eventID, iccid string, state contract.ProfileState, at time.Duration) {
	d.RegisterDelayedCallback(func() {
		d.SignalWorkflow(contract.SignalProfileReported, contract.ProfileReported{EventID: eventID, ICCID: iccid, State: state, At: begin.Add(at)})
	}, when)
}

func (d *download) wanted(when time.Duration, issue int) {
	d.RegisterDelayedCallback(func() { d.SignalWorkflow(contract.SignalProfileWanted, contract.ProfileWanted{Issue: issue}) }, when)
}

func (d *download) run(t *testing.T) (contract.Profile, error) {
	d.ExecuteWorkflow(workflows.ESIMProfile, contract.ProfileInput{OrderID: orderID, OrderNumber: "SC12345678", Issue: 1})
	require.True(t, d.IsWorkflowCompleted())
	var last contract.Profile
	if err := d.GetWorkflowError(); err != nil {
		return last, err
	}
	return last, d.GetWorkflowResult(&last)
}

func TestESIMProfile_EndsWithTheInstalledNotice(t *testing.T) {
	d := newDownload()
	d.reported(time.Hour, "e1", firstESIM, contract.ProfileDownloaded, time.Hour)
	d.reported(2*time.Hour, "e2", firstESIM, contract.ProfileInstalled, 2*time.Hour)

	last, err := d.run(t)

	require.NoError(t, err)
	require.Equal(t, contract.Profile{
		ICCID: firstESIM, MatchingID: "CODE-1", SMDPAddress: "rsp.example", State: contract.ProfileInstalled, Issued: 1, ReadyAt: begin,
	}, last)
	require.Equal(t, []contract.ProfileState{contract.ProfileReleased, contract.ProfileDownloaded}, d.told, "the end is the result's to tell")
}

func TestESIMProfile_TakesEachNewReportOnceAndNoneThatWasOvertaken(t *testing.T) {
	d := newDownload()
	d.reported(1*time.Minute, "e1", firstESIM, contract.ProfileDownloaded, time.Hour)
	d.reported(2*time.Minute, "e1", firstESIM, contract.ProfileDownloaded, time.Hour)
	d.reported(3*time.Minute, "e2", firstESIM, contract.ProfileError, 59*time.Minute)      // older
	d.reported(4*time.Minute, "e3", firstESIM, contract.ProfileDownloaded, 61*time.Minute) // nothing new
	d.reported(5*time.Minute, "e4", secondESIM, contract.ProfileInstalled, 62*time.Minute) // not this one
	d.reported(6*time.Minute, "e5", firstESIM, contract.ProfileError, 63*time.Minute)
	d.reported(7*time.Minute, "e6", firstESIM, contract.ProfileDownloaded, 62*time.Minute) // older than the fault
	d.reported(8*time.Minute, "e7", firstESIM, contract.ProfileInstalled, 10*time.Minute)  // final, however late

	_, err := d.run(t)

	require.NoError(t, err)
	require.Equal(t, []contract.ProfileState{contract.ProfileReleased, contract.ProfileDownloaded, contract.ProfileError}, d.told)
}

func TestESIMProfile_TheLastProfileIsCancelledBeforeAnotherIsMade(t *testing.T) {
	d := newDownload()
	d.wanted(time.Hour, 2)
	d.wanted(2*time.Hour, 2) // the same wish again
	d.reported(3*time.Hour, "e1", firstESIM, contract.ProfileInstalled, 3*time.Hour)
	d.reported(4*time.Hour, "e2", secondESIM, contract.ProfileInstalled, 4*time.Hour)

	last, err := d.run(t)

	require.NoError(t, err)
	require.Equal(t, secondESIM, last.ICCID)
	require.Equal(t, []string{profileOne, cancelOne, "order-profile " + orderID + "-2"}, d.did())
}

func TestESIMProfile_TroubleWithAnotherProfileIsTheOrdersAndTheLastOneStillCounts(t *testing.T) {
	tests := map[string]struct {
		effect string
		err    error
		want   contract.Code
	}{
		"refused to be made":      {"order-profile", no(contract.FailProfileOutOfStock), contract.FailProfileOutOfStock},
		"no answer":               {"order-profile", errOutage, contract.FailOutsideSystem},
		"refused to be cancelled": {"cancel-profile", no(contract.FailProfileRefused), contract.FailProfileRefused},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDownload()
			d.RegisterDelayedCallback(func() { d.fails(test.effect, test.err) }, time.Minute)
			d.wanted(time.Hour, 2)
			d.reported(5*time.Hour, "e1", firstESIM, contract.ProfileInstalled, 5*time.Hour)

			last, err := d.run(t)

			require.NoError(t, err)
			require.Equal(t, test.want, d.trouble)
			require.Equal(t, firstESIM, last.ICCID)
		})
	}
}

func TestESIMProfile_ARefusedFirstProfileIsTheOrdersToDecide(t *testing.T) {
	d := newDownload()
	d.fails("order-profile", no(contract.FailDeviceUnsupported))

	_, err := d.run(t)

	requireCode(t, contract.FailDeviceUnsupported, err)
	require.Empty(t, d.told)
}
