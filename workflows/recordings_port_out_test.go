//go:build record

package workflows_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/workflowtest"
)

// portOutRecording is one request for one of our numbers that really runs.
type portOutRecording struct {
	*recording
	requests *flow.PortOuts
	line     *workflowtest.PortOutBooks
	request  contract.PortOutInput
}

func (p *portOutRecording) begins() {
	require.NoError(p.t, p.requests.StartPortOut(p.t.Context(), p.request))
}

func (p *portOutRecording) untilRequest(what func(contract.PortOut) bool) {
	require.Eventually(p.t, func() bool { return what(p.line.Last()) }, time.Minute, 10*time.Millisecond)
}

func (p *portOutRecording) untilStage(stage contract.PortOutStage) {
	p.untilRequest(func(now contract.PortOut) bool { return now.Stage == stage })
}

// answered waits until the clearing house has our answer.
func (p *portOutRecording) answered() {
	require.Eventually(p.t, func() bool { return len(p.line.Did("answer")) > 0 }, time.Minute, 10*time.Millisecond)
}

// stands moves the request on at the clearing house, which reports it.
func (p *portOutRecording) stands(status contract.PortOutStatus) {
	p.line.Stands(status)
	p.reported()
}

func (p *portOutRecording) reported() {
	id := contract.PortOutWorkflowID(p.request.Port.Reference)
	require.NoError(p.t, p.orders.Tell(p.t.Context(), id, contract.SignalPortOutReported, contract.PortOutReported{EventID: p.key()}))
}

func (p *portOutRecording) objects() contract.PortOut {
	now, err := p.requests.Object(p.t.Context(), p.request.Port.Reference, p.key())
	require.NoError(p.t, err)
	return now
}

func (p *portOutRecording) decides(action string) {
	p.untilRequest(func(now contract.PortOut) bool { return now.Held != nil })
	decision := contract.Resolution{Action: action, Actor: recorder, Note: "asked them"}
	_, err := p.requests.Resolve(p.t.Context(), p.request.Port.Reference, p.key(), decision)
	require.NoError(p.t, err)
}

func (p *portOutRecording) moves() {
	p.answered()
	p.stands(contract.ClearingCutOver)
	p.untilStage(contract.PortOutMoving)
	require.Eventually(p.t, func() bool { return len(p.line.Did("let-go")) > 0 }, time.Minute, 10*time.Millisecond)
	p.stands(contract.ClearingCompleted)
	p.untilStage(contract.PortOutLeft)
}

// portOutRecordings are the courses of a request for one of our numbers.
var portOutRecordings = map[string]func(*portOutRecording){
	"port-out-left": func(p *portOutRecording) {
		p.begins()
		p.moves()
	},
	"port-out-left-in-the-row": func(p *portOutRecording) {
		p.line.HappensDuring("begin", func() {
			left := p.line.Last()
			left.Stage, left.EndedAt, left.Seq = contract.PortOutLeft, time.Now(), left.Seq+1
			p.line.Has(left)
		})
		p.begins()
		p.answered()
		p.stands(contract.ClearingCutOver)
		p.untilStage(contract.PortOutLeft)
	},
	"port-out-moving-in-the-row": func(p *portOutRecording) {
		p.line.HappensDuring("check", func() {
			moving := p.request.Port
			moving.LineID, moving.Language, moving.Stage, moving.Seq = workflowtest.LineID, "ar", contract.PortOutMoving, 1
			p.line.Has(moving)
			p.line.Stands(contract.ClearingCutOver)
		})
		p.begins()
		require.Eventually(p.t, func() bool { return len(p.line.Did("let-go")) > 0 }, time.Minute, 10*time.Millisecond)
		p.stands(contract.ClearingCompleted)
		p.untilStage(contract.PortOutLeft)
	},
	"port-out-refused": func(p *portOutRecording) {
		p.line.Refuse = contract.PortOutDues
		p.begins()
	},
	"port-out-unchecked": func(p *portOutRecording) {
		p.request.Port.AnswerBy = p.request.Port.AskedAt.Add(4 * time.Second)
		p.line.Fails("check", errors.New("connection refused"))
		p.begins()
	},
	"port-out-agreed-by-a-dead-worker": func(p *portOutRecording) { // this worker comes after the deadline
		p.request.Port.AskedAt, p.request.Port.AnswerBy = time.Now().Add(-3*time.Hour), time.Now().Add(-time.Hour)
		agreed := p.request.Port
		agreed.LineID, agreed.Language, agreed.Stage, agreed.Seq = workflowtest.LineID, "ar", contract.PortOutAgreed, 1
		p.line.Has(agreed)
		p.line.Stands(contract.ClearingAccepted)
		p.begins()
		p.moves()
	},
	"port-out-check-refused": func(p *portOutRecording) {
		p.line.Fails("check", workflowtest.No(contract.FailNumberAbsent))
		p.begins()
	},
	"port-out-withdrawn": func(p *portOutRecording) {
		p.begins()
		p.answered()
		p.reported()
		require.Eventually(p.t, func() bool { return len(p.line.Did("ask")) > 0 }, time.Minute, 10*time.Millisecond)
		p.stands(contract.ClearingWithdrawn)
	},
	"port-out-stopped": func(p *portOutRecording) {
		p.begins()
		p.answered()
		require.Equal(p.t, contract.PortOutStopped, p.objects().Stage)
	},
	"port-out-stopped-too-late": func(p *portOutRecording) {
		p.begins()
		p.answered()
		p.line.Stands(contract.ClearingCutOver)
		p.objects()
		p.untilStage(contract.PortOutMoving)
		p.objects()
		p.stands(contract.ClearingCompleted)
		p.decides(contract.ResolveSkip)
	},
	"port-out-rolled-back": func(p *portOutRecording) {
		p.begins()
		p.answered()
		p.stands(contract.ClearingCutOver)
		p.untilStage(contract.PortOutMoving)
		p.stands(contract.ClearingRolledBack)
	},
	"port-out-slow-and-held": func(p *portOutRecording) {
		p.request.Settings.MoveWithin = time.Second
		p.line.Fails("stop-serving", workflowtest.No(contract.FailNetworkRefused))
		p.line.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
		p.begins()
		p.answered()
		p.stands(contract.ClearingCutOver)
		p.untilRequest(func(now contract.PortOut) bool { return now.Held != nil })
		p.line.Fails("stop-serving", nil)
		p.decides(contract.ResolveRetry)
		p.untilRequest(func(now contract.PortOut) bool {
			return now.Held != nil && now.Held.FailureCode == contract.FailCutOver
		})
		p.stands(contract.ClearingCompleted)
		p.decides(contract.ResolveRetry)
		p.decides(contract.ResolveSkip)
	},
}

func TestRecordPortOuts(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range portOutRecordings {
		t.Run(name, func(t *testing.T) {
			p := &portOutRecording{recording: newRecording(t, server, name), requests: flow.NewPortOuts(server), request: workflowtest.NewPortOutAt(time.Now())}
			p.request.Port.Reference, p.request.Settings.ObjectionFor = name, time.Second
			p.line = p.recording.leaving
			perform(p)
			id := contract.PortOutWorkflowID(name)
			require.NoError(t, server.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
			p.save(name, id)
		})
	}
}
