package sweep_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	sweepacts "selfcare/activities/sweep"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/sweep"
	"selfcare/internal/store/sweeping"
)

var ctx = context.Background()

// engine is Temporal: what runs, and what its list says, which may be behind.
type engine struct {
	running []string
	listed  []string // in place of running
	asked   func(id string)
}

func (e *engine) list() []string {
	if e.listed != nil {
		return e.listed
	}
	return e.running
}

func (e *engine) Running(_ context.Context, ids []string) (some []string, _ error) {
	for _, id := range ids {
		if slices.Contains(e.list(), id) {
			some = append(some, id)
		}
	}
	return some, nil
}

func (e *engine) IsRunning(_ context.Context, id string) (bool, error) {
	if e.asked != nil {
		e.asked(id)
	}
	return slices.Contains(e.running, id), nil
}

func (e *engine) Page(_ context.Context, workflow string, _ int, _ []byte) (ids []string, _ []byte, _ error) {
	for _, p := range sweeping.Processes {
		for _, id := range e.list() {
			if p.Workflow == workflow && p.Has(id) {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil, nil
}

type shop struct {
	*fixture.Shop
	*engine
}

func newShop(t *testing.T) *shop {
	t.Helper()
	return &shop{fixture.NewShop(t), &engine{}}
}

// ordered is an order under way that was left alone for long enough.
func (s *shop) ordered(msisdn string) (workflow string) {
	o := s.Opened(msisdn)
	s.settles()
	return contract.OrderWorkflowID(o.Number)
}

func (s *shop) settles() {
	for _, table := range []string{"orders", "purchases", "plan_subscriptions", "line_deactivations", "port_outs", "service_requests"} {
		s.Exec("UPDATE " + table + " SET updated_at = now() - interval '1 hour'")
	}
}

func (s *shop) sweeps(mend bool) (contract.Swept, []sweeping.Finding) {
	s.T.Helper()
	swept, err := sweepacts.New(s.Store.Sweeps, s.engine).Sweep(ctx, mend)
	require.NoError(s.T, err)
	found, err := s.Store.Sweeps.Findings(ctx, 100)
	require.NoError(s.T, err)
	require.Len(s.T, found, swept.Findings)
	for n := range found {
		found[n].FoundAt = found[n].FoundAt.Truncate(0)
	}
	return swept, found
}

func requireFound(t *testing.T, found []sweeping.Finding, process string, kind sweep.Kind, workflows ...string) {
	t.Helper()
	var ids []string
	for _, f := range found {
		if f.Process == process && f.Kind == kind {
			ids = append(ids, f.Workflow)
		}
	}
	require.ElementsMatch(t, workflows, ids)
}

func TestSweep_OrderWithoutWorkflow_IsFoundUntilItIsOver(t *testing.T) {
	s := newShop(t)
	lost, runs := s.ordered(fixture.NumberA), s.ordered(fixture.NumberB)
	s.running = []string{runs}

	swept, found := s.sweeps(true)
	require.Equal(t, 2, swept.Rows)
	requireFound(t, found, "order", sweep.RowWithoutWorkflow, lost)
	require.Len(t, found, 1)
	since := found[0].FoundAt

	_, found = s.sweeps(true)
	require.Equal(t, since, found[0].FoundAt, "it is known since then")

	s.Exec("UPDATE orders SET stage = 'cancelled'")
	_, found = s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_RefundWithoutWorkflow_IsFoundUntilItsMoneyIsBack(t *testing.T) {
	s := newShop(t)
	lost, runs := s.ordered(fixture.NumberA), s.ordered(fixture.NumberB)
	s.Exec(`UPDATE orders SET stage = 'active', state = jsonb_set(state, '{refund}', '{"amount": 100}')`)
	refundOf := func(order string) string {
		return contract.RefundWorkflowID(strings.TrimPrefix(order, contract.OrderWorkflowID("")))
	}
	s.running = []string{refundOf(runs)}

	_, found := s.sweeps(true)
	requireFound(t, found, "refund", sweep.RowWithoutWorkflow, refundOf(lost))
	require.Len(t, found, 1)

	s.Exec(`UPDATE orders SET state = jsonb_set(state, '{refund,doneAt}', '"2026-11-27T10:00:00Z"')`)
	_, found = s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_RowThatWasJustWritten_IsLeftOut(t *testing.T) {
	s := newShop(t)
	s.Opened(fixture.NumberA)
	_, found := s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_ListIsBehind_NothingIsFound(t *testing.T) {
	s := newShop(t)
	runs := s.ordered(fixture.NumberA)
	over := contract.OrderWorkflowID("SC00000001")
	s.running, s.listed = []string{runs}, []string{over}
	_, found := s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_OrderEndsDuringTheLook_NothingIsFound(t *testing.T) {
	s := newShop(t)
	s.ordered(fixture.NumberA)
	s.asked = func(string) { s.Exec("UPDATE orders SET stage = 'cancelled'") }
	_, found := s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_WorkflowWithoutRow_IsFoundUntilItIsOver(t *testing.T) {
	s := newShop(t)
	lost, known := contract.OrderWorkflowID("SC00000001"), s.ordered(fixture.NumberA)
	other := contract.PlanSubscriptionWorkflowID(uuid.NewString())
	strange := contract.PlanSubscriptionWorkflowID("strange")
	s.running = []string{lost, known, other, strange}
	swept, found := s.sweeps(true)
	require.GreaterOrEqual(t, swept.Workflows, 4)
	requireFound(t, found, "order", sweep.WorkflowWithoutRow, lost)
	requireFound(t, found, "plan", sweep.WorkflowWithoutRow, other, strange)
	require.Len(t, found, 3)

	s.running = []string{known}
	_, found = s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_PlanIsLate_ItsWorkflowIsCalled(t *testing.T) {
	s := newShop(t)
	line := s.InService(fixture.NumberA)
	s.running = []string{contract.PlanSubscriptionWorkflowID(line.ID)}
	s.Exec("UPDATE plan_subscriptions SET due_at = now() - interval '2 hours', step = 'renew'")
	s.Exec("DELETE FROM subscription_calls")

	_, found := s.sweeps(false)
	requireFound(t, found, "plan", sweep.Late, contract.PlanSubscriptionWorkflowID(line.ID))
	require.Empty(t, s.calls(), "it is only shown")

	swept, _ := s.sweeps(true)
	require.Equal(t, 1, swept.Called)
	require.Equal(t, []string{line.ID}, s.calls())

	s.Exec("UPDATE plan_subscriptions SET due_at = now() + interval '1 day'")
	_, found = s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_PlanWithoutWorkflow_ItsWorkflowIsCalled(t *testing.T) {
	s := newShop(t)
	line := s.InService(fixture.NumberA)
	s.settles()
	s.Exec("DELETE FROM subscription_calls")
	_, found := s.sweeps(true)
	requireFound(t, found, "plan", sweep.RowWithoutWorkflow, contract.PlanSubscriptionWorkflowID(line.ID))
	require.Equal(t, []string{line.ID}, s.calls())
}

func (s *shop) calls() (lines []string) {
	s.T.Helper()
	calls, err := s.Store.PlanSubscriptions.Calls(ctx, 100)
	require.NoError(s.T, err)
	for _, call := range calls {
		lines = append(lines, call.Subscription.LineID)
	}
	return lines
}

func TestSweep_MoreRowsThanOneSweepLooksAt_TheNextGoesOn(t *testing.T) {
	s := newShop(t)
	first, second := s.ordered(fixture.NumberA), s.ordered(fixture.NumberB)
	few := sweepacts.Few(s.Store.Sweeps, s.engine, 1)
	for range 2 {
		_, err := few.Sweep(ctx, false)
		require.NoError(t, err)
	}
	found, err := s.Store.Sweeps.Findings(ctx, 100)
	require.NoError(t, err)
	requireFound(t, found, "order", sweep.RowWithoutWorkflow, first, second)
}
