//go:build record

package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/workflowtest"
)

// endingRecording is the end of a line that really runs; its undo time is a moment.
type endingRecording struct {
	*recording
	flow *flow.Deactivations
	in   contract.DeactivationInput
}

func (p *endingRecording) begins() {
	p.in.Deactivation.ID, p.in.Deactivation.LineID = p.id(), p.id()
	_, err := p.flow.Start(p.t.Context(), p.in, p.key())
	require.NoError(p.t, err)
}

func (p *endingRecording) undoes() {
	_, err := p.flow.Undo(p.t.Context(), p.id(), p.key(), contract.DeactivationUndo{By: "u1"})
	require.NoError(p.t, err)
}

// untilTooLate waits until the undo time is over.
func (p *endingRecording) untilTooLate() {
	<-time.After(time.Until(p.endings.Last().UndoUntil))
}

func (p *endingRecording) decides(action string) {
	require.Eventually(p.t, func() bool { return p.endings.Last().Held != nil }, time.Minute, 10*time.Millisecond)
	decision := contract.Resolution{Action: action, Note: "as agreed", Actor: "support-1"}
	_, err := p.flow.Resolve(p.t.Context(), p.id(), p.key(), decision)
	require.NoError(p.t, err)
}

// endingRecordings are the courses of a deactivation.
var endingRecordings = map[string]func(*endingRecording){
	"ended": func(p *endingRecording) {
		p.begins()
		other := p.in
		other.Deactivation.ID = "another"
		_, err := p.flow.Start(p.t.Context(), other, p.key())
		require.EqualError(p.t, err, string(contract.FailEndUnderWay))
		_, err = p.flow.Start(p.t.Context(), p.in, p.key())
		require.NoError(p.t, err)
	},
	"undone": func(p *endingRecording) {
		p.endings.Rules.UndoFor = time.Hour
		p.begins()
		p.undoes()
	},
	"undone-and-forgotten": func(p *endingRecording) {
		p.endings.Rules.UndoFor = time.Hour
		p.endings.Loses("undo-end")
		p.begins()
		p.undoes()
	},
	"undone-at-the-last-moment": func(p *endingRecording) {
		p.endings.HappensDuring("undo-end", p.untilTooLate)
		p.begins()
		p.undoes()
	},
	"refused": func(p *endingRecording) {
		p.endings.Fails("open-end", workflowtest.No(contract.FailEndExtraSIMs))
		p.in.Deactivation.ID, p.in.Deactivation.LineID = p.id(), p.id()
		_, err := p.flow.Start(p.t.Context(), p.in, p.key())
		require.EqualError(p.t, err, string(contract.FailEndExtraSIMs))
	},
	"network-refuses-then-retried": func(p *endingRecording) {
		p.endings.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
		p.begins()
		require.Eventually(p.t, func() bool { return p.endings.Happened("line-off") > 0 }, time.Minute, 10*time.Millisecond)
		p.endings.Fails("line-off", nil)
		p.decides(contract.ResolveRetry)
	},
	"network-switched-off-by-hand": func(p *endingRecording) {
		p.endings.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
		p.begins()
		p.decides(contract.ResolveSkip)
	},
	"books-refuse-then-retried": func(p *endingRecording) {
		p.endings.Fails("end-line", workflowtest.No(contract.FailNumberAbsent))
		p.begins()
		require.Eventually(p.t, func() bool { return p.endings.Happened("end-line") > 0 }, time.Minute, 10*time.Millisecond)
		p.endings.Fails("end-line", nil)
		p.decides(contract.ResolveRetry)
	},
}

func TestRecordDeactivations(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range endingRecordings {
		t.Run(name, func(t *testing.T) {
			p := &endingRecording{recording: newRecording(t, server, name), flow: flow.NewDeactivations(server), in: workflowtest.NewDeactivation()}
			p.endings.Rules.UndoFor = 700 * time.Millisecond
			perform(p)
			id := contract.DeactivationWorkflowID(p.id())
			require.NoError(t, server.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
			p.save("deactivation-"+name, id)
		})
	}
}
