package ticket_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/ticket"
	"selfcare/workflows/internal/workflowtest"
)

func TestAttachmentScan_ScannerAway_Waits(t *testing.T) {
	for name, trouble := range map[string]error{"the scanner": workflowtest.ErrOutage, "our database": workflowtest.ErrOurDatabase} {
		t.Run(name, func(t *testing.T) {
			env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
			j.Fails("scan f-1", trouble)
			workflowtest.Register(env, workflowtest.NewOutside(j, env.Now))
			env.RegisterDelayedCallback(func() { j.Fails("scan f-1", nil) }, 30*time.Hour)
			env.ExecuteWorkflow(ticket.WorkflowScan, ticket.Scan{FileID: "f-1"})
			require.NoError(t, env.GetWorkflowError())
			var found ticket.Scanned
			require.NoError(t, env.GetWorkflowResult(&found))
			require.Equal(t, ticket.Clean, found.State)
			require.Equal(t, []string{"scan f-1"}, j.Did())
		})
	}
}
