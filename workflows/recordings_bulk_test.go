//go:build record

package workflows_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/workflowtest"
)

// bulkRecording is a bulk that really runs.
type bulkRecording struct {
	*recording
	flow *flow.Bulks
}

func (p *bulkRecording) starts() error {
	_, err := p.flow.Start(p.t.Context(), contract.Bulk{ID: p.id(), StartedBy: "u1", Note: "the courier is back", Filter: contract.BulkFilter{Kind: "order"}})
	return err
}

func (p *bulkRecording) begins() { require.NoError(p.t, p.starts()) }

func (p *bulkRecording) moves(to contract.BulkState) {
	_, err := p.flow.Move(p.t.Context(), p.id(), p.key(), contract.BulkMove{To: to, By: "u2"})
	require.NoError(p.t, err)
}

func (p *bulkRecording) until(items int) {
	require.Eventually(p.t, func() bool { return len(p.bulks.Outcomes()) >= items }, time.Minute, 5*time.Millisecond)
}

// bulkRecordings are the courses of a bulk.
var bulkRecordings = map[string]func(*bulkRecording){
	"completed": func(p *bulkRecording) {
		p.bulks.PerMinute = 600
		p.begins()
		p.begins()
	},
	"paused-then-continued": func(p *bulkRecording) {
		p.bulks.PerMinute = 30
		p.begins()
		p.until(1)
		p.moves(contract.BulkPaused)
		p.moves(contract.BulkPaused)
		p.moves(contract.BulkRunning)
	},
	"paused-then-stopped": func(p *bulkRecording) {
		p.bulks.PerMinute = 30
		p.begins()
		p.until(1)
		p.moves(contract.BulkPaused)
		p.moves(contract.BulkStopped)
	},
	"stopped-at-the-last-moment": func(p *bulkRecording) {
		p.bulks.Items, p.bulks.PerMinute = 1, 60 // a second after its only item had its turn
		stopped := make(chan error, 1)
		p.bulks.HappensDuring("resume-1", func() {
			go func() {
				_, err := p.flow.Move(p.t.Context(), p.id(), p.key(), contract.BulkMove{To: contract.BulkStopped, By: "u2"})
				stopped <- err
			}()
		})
		p.begins()
		require.NoError(p.t, testkit.Receive(p.t, stopped))
	},
	"one-without-an-answer": func(p *bulkRecording) {
		p.bulks.PerMinute = 600
		p.bulks.Fails("resume-2", workflowtest.No(contract.FailOutsideSystem))
		p.begins()
	},
	"refused": func(p *bulkRecording) {
		p.bulks.Fails("open-bulk", workflowtest.No(contract.FailBulkNothing))
		var refused *contract.Refusal
		require.True(p.t, errors.As(p.starts(), &refused))
		require.Equal(p.t, contract.FailBulkNothing, refused.Code)
	},
	"in-two-runs": func(p *bulkRecording) {
		p.bulks.Items, p.bulks.PerMinute = 51, 6000
		p.begins()
	},
}

func TestRecordBulks(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range bulkRecordings {
		t.Run(name, func(t *testing.T) {
			p := &bulkRecording{recording: newRecording(t, server, name), flow: flow.NewBulks(server)}
			perform(p)
			id := contract.BulkWorkflowID(p.id())
			require.NoError(t, server.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
			p.save("bulk-"+name, id)
			begun := p.history(id, "", true)[0].GetWorkflowExecutionStartedEventAttributes()
			if begun.GetContinuedExecutionRunId() != "" {
				p.saveRun("bulk-"+name+"-the-first", id, begun.GetContinuedExecutionRunId())
			}
		})
	}
}
