package autorecharge_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	autorechargeacts "selfcare/activities/autorecharge"
	purchaseacts "selfcare/activities/purchase"
	"selfcare/internal/contract"
	"selfcare/workflows/autorecharge"
)

// A worker recorded that the first try failed and began the second one, and died before Temporal knew of either. The next
// worker still has the first try, and reads from the row that a second one is under way, without its purchase.
func TestTry_BegunByDeadWorker_IsContinued(t *testing.T) {
	env := (&testsuite.WorkflowTestSuite{}).NewTestWorkflowEnvironment()
	var autos *autorechargeacts.Activities
	var bought *purchaseacts.Activities
	var starts *purchaseacts.Starts
	env.RegisterActivity(autos)
	env.RegisterActivity(bought)
	env.RegisterActivity(starts)

	try := func(n int, id string) contract.AutoRun {
		run := contract.AutoRun{LineID: "line", Date: "2026-11-22", Stage: contract.AutoTrying, Try: n}
		if id != "" {
			run.Purchase = &contract.Purchase{ID: id, Payment: &contract.Payment{ID: id}}
		}
		return run
	}
	done := try(2, "second")
	done.Stage = contract.AutoRecharged
	env.OnActivity(autos.BeginAutoRun, mock.Anything, mock.Anything, mock.Anything).Return(try(0, ""), nil).Once()
	env.OnActivity(autos.BeginAutoTry, mock.Anything, mock.Anything, mock.Anything).Return(try(1, "first"), nil).Once()
	env.OnActivity(autos.RecordAutoTry, mock.Anything, mock.Anything, mock.Anything).Return(try(2, ""), nil).Once()
	env.OnActivity(autos.BeginAutoTry, mock.Anything, mock.Anything, mock.Anything).Return(try(2, "second"), nil).Once()
	env.OnActivity(autos.RecordAutoTry, mock.Anything, mock.Anything, mock.Anything).Return(done, nil).Once()
	var opened []string
	env.OnActivity(bought.OpenPurchase, mock.Anything, mock.Anything, mock.Anything).Return(
		func(_ context.Context, p contract.Purchase, _ contract.PurchaseOpening) (contract.Purchase, error) {
			opened = append(opened, p.ID)
			return p, nil
		})
	env.OnActivity(starts.StartPurchase, mock.Anything, mock.Anything).Return(nil)
	env.SetTestTimeout(time.Minute)

	env.ExecuteWorkflow(autorecharge.AutoRecharge, contract.AutoRechargeInput{LineID: "line"})
	require.True(t, env.IsWorkflowCompleted())
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"first", "second"}, opened)
	env.AssertExpectations(t)
}
