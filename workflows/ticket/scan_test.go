package ticket_test

import (
	"testing"
	"time"

	"selfcare/internal/contract"

	"github.com/stretchr/testify/require"

	"selfcare/workflows/internal/workflowtest"
)

func TestAttachmentScan_ScannerAway_Waits(t *testing.T) {
	for name, trouble := range map[string]error{"the scanner": workflowtest.ErrOutage, "our database": workflowtest.ErrOurDatabase} {
		t.Run(name, func(t *testing.T) {
			env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
			j.Fails("scan f-1", trouble)
			workflowtest.Register(env, workflowtest.NewOutside(j, env.Now))
			env.RegisterDelayedCallback(func() { j.Fails("scan f-1", nil) }, 30*time.Hour)
			env.ExecuteWorkflow(contract.WorkflowAttachmentScan, contract.AttachmentScan{FileID: "f-1"})
			require.NoError(t, env.GetWorkflowError())
			var found contract.AttachmentScanned
			require.NoError(t, env.GetWorkflowResult(&found))
			require.Equal(t, contract.AttachmentClean, found.State)
			require.Equal(t, []string{"scan f-1"}, j.Did())
		})
	}
}
