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

// proofRecording is a proof that really runs.
type proofRecording struct {
	*recording
	flow *flow.LineProofs
	in   contract.LineProofInput
}

func (p *proofRecording) asks() {
	_, err := p.flow.Prove(p.t.Context(), p.in, p.key())
	require.NoError(p.t, err)
}

// answers is the holder's answer in the app, which then sends a webhook.
func (p *proofRecording) answers(status contract.IdentityStatus) {
	const push = "suspend_line1"
	p.outside.Answered(push, status)
	p.reports(contract.LineProofWorkflowID(p.id()), contract.SignalIdentityAnswered, contract.IdentityAnswered{TransactionID: push, Status: status})
}

// proofRecordings are the courses of a proof.
var proofRecordings = map[string]func(*proofRecording){
	"confirmed": func(p *proofRecording) {
		p.asks()
		p.asks() // in another tab
		p.answers(contract.IdentityCompleted)
	},
	"hinted-in-vain": func(p *proofRecording) {
		p.asks()
		p.answers(contract.IdentityWaiting)
		require.Eventually(p.t, func() bool { return len(p.outside.Did("ask-app")) > 0 }, time.Minute, 10*time.Millisecond)
		p.answers(contract.IdentityRejected)
	},
	"app-away-at-the-end": func(p *proofRecording) {
		p.behind = workflowtest.IdentityTTL + time.Second // the push ends at once
		p.outside.Fails("ask-app", workflowtest.No(contract.FailOutsideSystem))
		p.asks()
		require.Eventually(p.t, func() bool { return p.outside.Happened("ask-app") > 0 }, time.Minute, 10*time.Millisecond)
		p.outside.Fails("ask-app", nil)
		p.answers(contract.IdentityRejected)
	},
	"no-push": func(p *proofRecording) {
		p.outside.Fails("push", workflowtest.No(contract.FailIdentityUnknown))
		_, err := p.flow.Prove(p.t.Context(), p.in, p.key())
		require.EqualError(p.t, err, string(contract.FailIdentityUnknown))
	},
	"answer-of-another": func(p *proofRecording) {
		p.outside.Fails("proof", workflowtest.No(contract.FailIdentityInProgress))
		_, err := p.flow.Prove(p.t.Context(), p.in, p.key())
		require.EqualError(p.t, err, string(contract.FailIdentityInProgress))
	},
	"refused-by-the-line": func(p *proofRecording) {
		p.outside.Fails("change-line", workflowtest.No(contract.FailLineBlocked))
		p.asks()
		p.answers(contract.IdentityCompleted)
	},
	"cancelled": func(p *proofRecording) {
		p.asks()
		require.NoError(p.t, p.server.CancelWorkflow(p.t.Context(), contract.LineProofWorkflowID(p.id()), ""))
	},
}

func TestRecordProofs(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range proofRecordings {
		t.Run(name, func(t *testing.T) {
			p := &proofRecording{recording: newRecording(t, server, name), flow: flow.NewLineProofs(server), in: workflowtest.NewProof()}
			p.in.Proof.LineID = p.id()
			perform(p)
			id := contract.LineProofWorkflowID(p.id())
			err := server.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil)
			require.Equal(t, name == "cancelled", err != nil, err)
			p.save("line-proof-"+name, id)
		})
	}
}
