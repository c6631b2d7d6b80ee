//go:build record

package workflows_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/workflowtest"
)

// settingRecording is a change of a setting that really runs.
type settingRecording struct {
	*recording
	flow *flow.Lines
	in   contract.SettingChange
}

// asks begins the change, which continues by itself.
func (p *settingRecording) asks() {
	_, err := p.flow.ChangeSetting(p.t.Context(), p.in)
	require.NoError(p.t, err)
}

// begins sends another update to the running change, as if it came at the same moment.
func (p *settingRecording) begins(id string, want contract.Code) {
	in := p.in
	in.ID = id
	update, err := p.server.UpdateWorkflow(p.t.Context(), client.UpdateWorkflowOptions{
		UpdateID: p.key(), WorkflowID: contract.LineChangeWorkflowID(p.id()), UpdateName: contract.UpdateBeginSetting, Args: []any{in},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	require.NoError(p.t, err)
	err = update.Get(p.t.Context(), nil)
	if want == "" {
		require.NoError(p.t, err)
		return
	}
	require.ErrorContains(p.t, err, string(want))
}

// settingRecordings are the courses of a change.
var settingRecordings = map[string]func(*settingRecording){
	"done": func(p *settingRecording) { p.asks() },
	"refused-by-the-network": func(p *settingRecording) {
		p.outside.Fails("set-feature", workflowtest.No(contract.FailSettingRefused))
		p.asks()
	},
	"refused-at-once": func(p *settingRecording) {
		p.outside.Fails("claim-line", workflowtest.No(contract.FailLineBusyNow))
		_, err := p.flow.ChangeSetting(p.t.Context(), p.in)
		require.EqualError(p.t, err, string(contract.FailLineBusyNow))
	},
	"asked-for-again": func(p *settingRecording) {
		p.in.ID += workflowtest.SettingOver
		p.asks()
	},
	"network-silent": func(p *settingRecording) { // until its outcome is known
		p.outside.Fails("set-feature", workflowtest.No(contract.FailOutsideSystem))
		p.asks()
		p.begins(p.in.ID, "")
		p.begins("another", contract.FailLineBusyNow)
		p.outside.Fails("set-feature", nil)
	},
}

func TestRecordSettings(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range settingRecordings {
		t.Run(name, func(t *testing.T) {
			p := &settingRecording{recording: newRecording(t, server, name), flow: flow.NewLines(server), in: workflowtest.NewSetting(name)}
			p.in.LineID = p.id()
			perform(p)
			id := contract.LineChangeWorkflowID(p.id())
			require.NoError(t, server.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
			p.save("setting-change-"+name, id)
		})
	}
}
