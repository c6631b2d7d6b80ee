package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/linechange"
	"selfcare/workflows/portout"
)

// refusedWrite is one write of a process that our database refuses for good.
type refusedWrite struct {
	write string
	at    time.Duration // when it has surely been refused
	held  bool          // support decides to try again; otherwise the process retries by itself
	tells func(t *testing.T) refusedStory
}

// refusedStory is the part of a story that a test needs for any process.
type refusedStory struct {
	env     *testsuite.TestWorkflowEnvironment
	journal *workflowtest.Journal
	runs    func()
}

func orderStory(goes func(*workflowtest.Story)) func(t *testing.T) refusedStory {
	return func(t *testing.T) refusedStory {
		s := workflowtest.NewStory(t)
		goes(s)
		return refusedStory{s.TestWorkflowEnvironment, s.Journal, func() { s.Run() }}
	}
}

func purchaseStory(t *testing.T) refusedStory {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseRecharge, contract.PayCard)
	return refusedStory{s.TestWorkflowEnvironment, s.Journal, func() { s.Runs() }}
}

func deactivation(t *testing.T) refusedStory {
	s := workflowtest.NewDeactivationStory(t)
	return refusedStory{s.TestWorkflowEnvironment, s.Journal, func() { s.Runs() }}
}

func request(t *testing.T) refusedStory {
	s := workflowtest.NewTicketStory(t)
	s.Acts(time.Hour, contract.TicketTake)
	s.Acts(2*time.Hour, contract.TicketAnswer)
	return refusedStory{s.TestWorkflowEnvironment, s.Journal, func() { s.Runs() }}
}

func portOutNumber(t *testing.T) refusedStory {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	books := workflowtest.NewPortOutBooks(j)
	workflowtest.Register(env, books, workflowtest.NewDeactivationBooks(j))
	moves := func(at time.Duration, to contract.PortOutStatus) {
		env.RegisterDelayedCallback(func() {
			books.Stands(to)
			env.SignalWorkflow(contract.SignalPortOutReported, contract.PortOutReported{EventID: string(to)})
		}, at)
	}
	moves(48*time.Hour, contract.ClearingCutOver)
	moves(48*time.Hour+time.Minute, contract.ClearingCompleted)
	return refusedStory{env, j, func() {
		env.ExecuteWorkflow(portout.PortOut, workflowtest.NewPortOut())
		require.NoError(t, env.GetWorkflowError())
		require.Equal(t, contract.PortOutLeft, books.Last().Stage)
	}}
}

func refundStory(t *testing.T) refusedStory {
	s := workflowtest.NewStory(t)
	s.Books.Has(workflowtest.CompletedOrder())
	s.Decides(0, "d1")
	return refusedStory{s.TestWorkflowEnvironment, s.Journal, func() {
		s.Refunds()
		require.NoError(t, s.GetWorkflowError())
	}}
}

func lineChange(t *testing.T) refusedStory {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	workflowtest.Register(env, workflowtest.NewBooks(j), workflowtest.NewOutside(j, env.Now))
	in := contract.SIMChangeInput{LineID: workflowtest.LineID, SIMID: "sim-2", Holder: "h-1", Language: "en"}
	return refusedStory{env, j, func() {
		env.ExecuteWorkflow(linechange.PrimarySwitch, in)
		require.NoError(t, env.GetWorkflowError())
	}}
}

// Our database refuses a write for good. Every process is held or raises attention within an hour; it is not terminated and
// continues from the same step.
func TestProcesses_RefusedWrite_AreHeldAndGoOn(t *testing.T) {
	unpaid := func(s *workflowtest.Story) { s.ChoosesNumber(0, workflowtest.Msisdn) }
	cancelled := func(s *workflowtest.Story) { s.IsPaid(); s.Cancels(time.Minute) }
	delivered := func(s *workflowtest.Story) { s.IsDelivered(); s.Activates(3 * time.Hour) }
	for name, refused := range map[string]refusedWrite{
		"order, its last step":                 {"complete", 4 * time.Hour, true, orderStory(delivered)},
		"order, its payment":                   {"payment-paid", time.Hour, true, orderStory(delivered)},
		"order, its cancellation":              {"begin-cancel", time.Hour, true, orderStory(cancelled)},
		"order, its end":                       {"close", time.Hour, true, orderStory(cancelled)},
		"order, a number that is held no more": {"expire", time.Hour, true, orderStory(unpaid)},
		"purchase, what is delivered":          {"deliver", time.Hour, true, purchaseStory},
		"deactivation, its beginning":          {"begin-end", workflowtest.EndingRules.UndoFor + time.Hour, true, deactivation},
		"deactivation, its end":                {"complete-end", workflowtest.EndingRules.UndoFor + time.Hour, true, deactivation},
		"port-out, its move":                   {"begin", 49 * time.Hour, true, portOutNumber},
		"port-out, its end":                    {"complete", 49 * time.Hour, true, portOutNumber},
		"service request":                      {"pass-time", 60 * 24 * time.Hour, false, request},
		"refund":                               {"complete-refund", time.Hour, false, refundStory},
		"line change":                          {"record-primary", time.Hour, false, lineChange},
	} {
		t.Run(name, func(t *testing.T) {
			s := refused.tells(t)
			shown := workflowtest.KeepAttributes(s.env)
			s.journal.Fails(refused.write, workflowtest.No(contract.FailRecord))
			s.env.RegisterDelayedCallback(func() {
				require.False(t, s.env.IsWorkflowCompleted())
				require.Equal(t, true, shown[contract.AttrNeedsAttention])
				require.Equal(t, string(contract.FailRecord), shown[contract.AttrFailureCode])
				require.NotZero(t, shown[contract.AttrDueAt])
				s.journal.Fails(refused.write, nil)
				if refused.held {
					s.resolves(t)
				}
			}, refused.at)

			s.runs()

			require.NotZero(t, s.journal.Happened(refused.write), "it was never refused")
			require.Len(t, s.journal.Did(refused.write), max(1, len(s.journal.Did(refused.write))), "it was written in the end")
			require.Equal(t, false, shown[contract.AttrNeedsAttention])
		})
	}
}

// resolves sends support's decision to try again.
func (s refusedStory) resolves(t *testing.T) {
	decision := contract.Resolution{Action: contract.ResolveRetry, Note: "as agreed", Actor: "support-1"}
	s.env.UpdateWorkflow(contract.UpdateResolve, "", &testsuite.TestUpdateCallback{
		OnAccept: func() {}, OnReject: func(err error) { require.NoError(t, err) }, OnComplete: func(_ any, err error) { require.NoError(t, err) },
	}, decision)
}

// A plan with a scheduled switch has a workflow: a cycle that our database refuses is shown, and charged once the write succeeds.
func TestPlan_RefusedCycle_ChargedLater(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 13_000)
	s.Books.Fails("advance", workflowtest.No(contract.FailRecord))
	ends := workflowtest.NewPlan().Until
	s.Says(ends.AddDate(0, 0, -1), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	s.At(ends.Add(9*24*time.Hour), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, true, s.Shown[contract.AttrNeedsAttention])
		require.Equal(t, string(contract.FailRecord), s.Shown[contract.AttrFailureCode])
		require.Less(t, s.Books.Happened("advance"), 200, "its history stays short")
		s.Books.Fails("advance", nil)
	})

	end := s.RunsUntil(ends.AddDate(0, 0, 10))

	require.Equal(t, 2, end.Cycle)
}

// An hour without an answer is held, and the order continues by itself after an answer.
func TestOrder_DatabaseAwayForHours_HeldAndGoesOn(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("complete", workflowtest.ErrOurDatabase)
	s.IsDelivered()
	s.Activates(3 * time.Hour)
	s.At(3*time.Hour+30*time.Minute, func() { require.Empty(t, s.Did("hold")) })
	s.At(4*time.Hour+10*time.Minute, func() {
		require.NotEmpty(t, s.Did("hold"))
		s.Fails("complete", nil)
	})

	end := s.Run()

	require.Equal(t, contract.StageActive, end.Stage)
}
