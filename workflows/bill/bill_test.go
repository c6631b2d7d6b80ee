package bill_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	billacts "selfcare/activities/bill"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/workflows/bill"
)

var acts *billacts.Activities

// cyclesOf returns the cycles that a night starts, as "cohort period", when the given periods are due.
func cyclesOf(t *testing.T, night time.Time, due ...contract.BillingCycleInput) (cycles []string) {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	env.SetStartTime(night.Add(61 * time.Minute)) // no worker ran for an hour
	require.NoError(t, env.SetTypedSearchAttributesOnStart(temporal.NewSearchAttributes(
		temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime").ValueSet(night))))
	env.RegisterWorkflow(bill.BillingCycle)
	env.OnWorkflow(bill.BillingCycle, mock.Anything, mock.Anything).Return(func(_ workflow.Context, in contract.BillingCycleInput) (int, error) {
		cycles = append(cycles, fmt.Sprintf("%02d %s", in.Cohort, in.Period))
		return 0, nil
	}).Maybe()
	env.OnActivity(acts.DueBillingPeriods, mock.Anything, mock.Anything).Return(func(_ context.Context, at contract.At) ([]contract.BillingCycleInput, error) {
		require.True(t, at.Now.Equal(night), "as of the moment it was scheduled for")
		return due, nil
	}).Once()
	env.OnActivity(acts.RetryBills, mock.Anything, mock.Anything).Return(3, nil).Once()
	env.ExecuteWorkflow(bill.BillingDay)
	require.NoError(t, env.GetWorkflowError())
	env.AssertExpectations(t)
	slices.Sort(cycles)
	return cycles
}

func TestBillingDay_MissedNight_MadeUp(t *testing.T) {
	night := time.Date(2027, time.January, 15, 1, 0, 0, 0, calendar.Riyadh)
	require.Equal(t, []string{"14 2027-01", "15 2027-01", "31 2026-12"}, cyclesOf(t, night,
		contract.BillingCycleInput{Cohort: 31, Period: "2026-12"}, contract.BillingCycleInput{Cohort: 14, Period: "2027-01"},
		contract.BillingCycleInput{Cohort: 15, Period: "2027-01"}))
	require.Empty(t, cyclesOf(t, night))
}

func TestBillingCycle_Batches_GoOnToTheLastLine(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var asked []string
	env.OnActivity(acts.BillLines, mock.Anything, mock.Anything).Return(func(_ context.Context, in contract.BillingBatch) (contract.BilledBatch, error) {
		asked = append(asked, in.After)
		return map[string]contract.BilledBatch{"": {Issued: 50, Last: "l50"}, "l50": {Issued: 49, Last: "l100"}, "l100": {Issued: 3}}[in.After], nil
	})
	env.ExecuteWorkflow(bill.BillingCycle, contract.BillingCycleInput{Cohort: 15, Period: "2026-11"})
	require.NoError(t, env.GetWorkflowError())
	var issued int
	require.NoError(t, env.GetWorkflowResult(&issued))
	require.Equal(t, 102, issued)
	require.Equal(t, []string{"", "l50", "l100"}, asked)
}

func TestBillingCycle_ManyLines_ContinuesAsNew(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	env.OnActivity(acts.BillLines, mock.Anything, mock.Anything).Return(func(_ context.Context, in contract.BillingBatch) (contract.BilledBatch, error) {
		return contract.BilledBatch{Issued: 50, Last: in.After + "x"}, nil
	})
	env.ExecuteWorkflow(bill.BillingCycle, contract.BillingCycleInput{Cohort: 15, Period: "2026-11", Billed: 7})
	var again *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &again)
	var next contract.BillingCycleInput
	require.NoError(t, converter.GetDefaultDataConverter().FromPayloads(again.Input, &next))
	require.Equal(t, 7+200*50, next.Billed)
	require.Len(t, next.After, 200)
}

func TestBillingCycle_DatabaseAway_Waits(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	back := env.Now().Add(5 * time.Hour)
	env.OnActivity(acts.BillLines, mock.Anything, mock.Anything).Return(func(_ context.Context, _ contract.BillingBatch) (contract.BilledBatch, error) {
		if env.Now().Before(back) {
			return contract.BilledBatch{}, temporal.NewApplicationError("no answer", string(contract.FailUnavailable))
		}
		return contract.BilledBatch{Issued: 1}, nil
	})
	env.ExecuteWorkflow(bill.BillingCycle, contract.BillingCycleInput{Cohort: 1, Period: "2026-11"})
	require.NoError(t, env.GetWorkflowError())
}

func TestDunning_DueSteps_RunUntilNoneIsLeft(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	left := []int{100, 100, 7, 0}
	env.OnActivity(acts.TakeDunningSteps, mock.Anything, mock.Anything).Return(func(_ context.Context, _ contract.At) (int, error) {
		taken := left[0]
		left = left[1:]
		return taken, nil
	})
	env.ExecuteWorkflow(bill.Dunning)
	require.NoError(t, env.GetWorkflowError())
	var total int
	require.NoError(t, env.GetWorkflowResult(&total))
	require.Equal(t, 207, total)
	require.Empty(t, left)
}

func TestDunning_ManySteps_ContinuesAsNew(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	env.OnActivity(acts.TakeDunningSteps, mock.Anything, mock.Anything).Return(100, nil).Times(100)
	env.ExecuteWorkflow(bill.Dunning)
	var again *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &again)
	env.AssertExpectations(t)
}

func TestCreditNote_Result_NumberOrRefusal(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	in := contract.InvoiceCredit{ID: "c1", InvoiceID: "i1", Amount: 100, Reason: "billed twice", Actor: "u1"}
	env.OnActivity(acts.CreditInvoice, mock.Anything, mock.MatchedBy(func(at contract.InvoiceCreditAt) bool { return at.Credit.ID == in.ID })).
		Return("CRN2026-00000001", nil).Once()
	env.ExecuteWorkflow(bill.CreditNote, in)
	var number string
	require.NoError(t, env.GetWorkflowResult(&number))
	require.Equal(t, "CRN2026-00000001", number)
	env.AssertExpectations(t)
}

func TestSADADPayment_NoDatabase_Waits(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	env.OnActivity(acts.TakeSADADPayment, mock.Anything, mock.MatchedBy(func(at contract.SADADPaymentAt) bool { return at.ID == "p1" && !at.Now.IsZero() })).
		Return(errors.New("the database is away")).Times(3)
	env.OnActivity(acts.TakeSADADPayment, mock.Anything, mock.Anything).Return(nil).Once()
	env.ExecuteWorkflow(bill.SADADPayment, contract.SADADPayment{ID: "p1"})
	require.NoError(t, env.GetWorkflowError())
	env.AssertExpectations(t)
}

func TestSADADPayment_NeverRecorded_Fails(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	env.OnActivity(acts.TakeSADADPayment, mock.Anything, mock.Anything).
		Return(temporal.NewNonRetryableApplicationError("none", string(contract.FailSADADUnknown), nil)).Once()
	env.ExecuteWorkflow(bill.SADADPayment, contract.SADADPayment{ID: "p1"})
	var refused *temporal.ApplicationError
	require.ErrorAs(t, env.GetWorkflowError(), &refused)
	require.Equal(t, string(contract.FailSADADUnknown), refused.Type())
}
