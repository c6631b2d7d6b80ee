package linechange_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/linechange"
)

// settingStory runs a change of a setting under the virtual clock.
type settingStory struct {
	*testsuite.TestWorkflowEnvironment
	*workflowtest.Journal
	t     *testing.T
	begun contract.SettingChange
	err   error
}

func newSettingStory(t *testing.T, id string) *settingStory {
	s := &settingStory{t: t}
	s.TestWorkflowEnvironment, s.Journal = change(t, func(*workflowtest.Journal) {})
	s.asks(0, id, func(c contract.SettingChange, err error) { s.begun, s.err = c, err })
	return s
}

func (s *settingStory) asks(when time.Duration, id string, answered func(contract.SettingChange, error)) {
	s.RegisterDelayedCallback(func() {
		s.UpdateWorkflow(contract.UpdateBeginSetting, "", &testsuite.TestUpdateCallback{
			OnAccept: func() {}, OnReject: func(err error) { answered(contract.SettingChange{}, err) },
			OnComplete: func(answer any, err error) {
				c, _ := answer.(contract.SettingChange)
				answered(c, err)
			},
		}, workflowtest.NewSetting(id))
	}, when)
}

func (s *settingStory) runs() []string {
	s.ExecuteWorkflow(linechange.SettingChange, workflowtest.NewSetting("c-1"))
	require.True(s.t, s.IsWorkflowCompleted())
	require.NoError(s.t, s.GetWorkflowError())
	return s.Did()
}

func TestSettingChange_NetworkFirst_ThenBooks(t *testing.T) {
	s := newSettingStory(t, "c-1")
	require.Equal(t, []string{"claim-line c-1", "set-feature roaming off", "setting done"}, s.runs())
	require.NoError(t, s.err)
	require.Equal(t, contract.SettingPending, s.begun.Stage, "the caller does not wait for the network")
}

func TestSettingChange_NoClaim_Refused(t *testing.T) {
	s := newSettingStory(t, "c-1")
	s.Fails("claim-line", workflowtest.No(contract.FailLineBusyNow))
	require.Empty(t, s.runs())
	require.ErrorContains(t, s.err, string(contract.FailLineBusyNow))
}

func TestSettingChange_NetworkRefuses_IsUndone(t *testing.T) {
	s := newSettingStory(t, "c-1")
	s.Fails("set-feature", workflowtest.No(contract.FailSettingRefused))
	require.Equal(t, []string{"claim-line c-1", "setting refused setting_refused"}, s.runs())
}

func TestSettingChange_AlreadyInBooks_NotRepeated(t *testing.T) {
	s := newSettingStory(t, "c"+workflowtest.SettingOver)
	require.Empty(t, s.runs())
	require.NoError(t, s.err)
	require.Equal(t, contract.SettingDone, s.begun.Stage)
}

func TestSettingChange_UnderWay_LineIsBusy(t *testing.T) {
	s := newSettingStory(t, "c-1")
	s.Fails("set-feature", workflowtest.ErrOutage)
	var same, other error
	var again contract.SettingChange
	s.asks(time.Minute, "c-1", func(c contract.SettingChange, err error) { again, same = c, err })
	s.asks(time.Minute, "c-2", func(_ contract.SettingChange, err error) { other = err })
	s.RegisterDelayedCallback(func() { s.Fails("set-feature", nil) }, time.Hour)
	s.runs()
	require.NoError(t, same)
	require.Equal(t, contract.SettingPending, again.Stage)
	require.ErrorContains(t, other, string(contract.FailLineBusyNow))
}

// A silent network may have made the change: the outcome stays open, the line stays claimed, and operators see it.
func TestSettingChange_NetworkSilent_AsksOn(t *testing.T) {
	for want, says := range map[string]error{
		"setting done":                    nil,
		"setting refused setting_refused": workflowtest.No(contract.FailSettingRefused),
	} {
		s := newSettingStory(t, "c-1")
		s.Fails("set-feature", workflowtest.ErrOutage)
		shown := workflowtest.KeepAttributes(s.TestWorkflowEnvironment)
		s.RegisterDelayedCallback(s.CancelWorkflow, time.Minute)
		s.RegisterDelayedCallback(func() {
			require.Equal(t, []string{"claim-line c-1"}, s.Did(), "nothing is written")
			require.Equal(t, true, shown[contract.AttrNeedsAttention])
		}, workflowtest.Day)
		s.RegisterDelayedCallback(func() { s.Fails("set-feature", says) }, 25*time.Hour)
		did := s.runs()
		require.Equal(t, want, did[len(did)-1])
		require.Equal(t, false, shown[contract.AttrNeedsAttention])
	}
}

func TestSettingChange_NeverBegun_IsForgotten(t *testing.T) {
	env, j := change(t, func(*workflowtest.Journal) {})
	env.ExecuteWorkflow(linechange.SettingChange, workflowtest.NewSetting("c-1"))
	require.NoError(t, env.GetWorkflowError())
	require.Empty(t, j.Did())
}

// The server ends a run with 2,000 updates: others are refused before they count, and repeats of the change have a limit.
func TestSettingChange_Endless_Bounded(t *testing.T) {
	for id, most := range map[string]int{"c-1": 200, "c-2": 0} {
		t.Run(id, func(t *testing.T) {
			s := newSettingStory(t, "c-1")
			s.Fails("set-feature", workflowtest.ErrOutage)
			accepted, refused := 0, 0
			var why error
			workflowtest.Repeat(s.TestWorkflowEnvironment, time.Minute, 2_000, func(n int) {
				s.UpdateWorkflow(contract.UpdateBeginSetting, fmt.Sprint(n), &testsuite.TestUpdateCallback{
					OnAccept: func() { accepted++ }, OnComplete: func(any, error) {},
					OnReject: func(err error) { refused, why = refused+1, err },
				}, workflowtest.NewSetting(id))
			})
			s.RegisterDelayedCallback(func() { s.Fails("set-feature", nil) }, time.Hour)
			did := s.runs()
			require.Equal(t, "setting done", did[len(did)-1])
			require.LessOrEqual(t, accepted, most)
			require.Equal(t, 2_000, accepted+refused)
			require.ErrorContains(t, why, string(contract.FailLineBusyNow))
		})
	}
}
