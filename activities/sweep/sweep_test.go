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
	sweepstore "selfcare/internal/store/sweep"
)

var ctx = context.Background()

// engine is Temporal: its running workflows, and its list, which may be behind.
type engine struct {
	running []string
	listed  []string            // overrides running
	refused map[string][]string // ids by type
	asked   func(id string)
}

func (e *engine) ListRefused(context.Context, int) (map[string][]string, error) {
	return e.refused, nil
}

func (e *engine) list() []string {
	if e.listed != nil {
		return e.listed
	}
	return e.running
}

func (e *engine) ListRunning(_ context.Context, ids []string) (some []string, _ error) {
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
	for _, p := range sweepstore.Processes {
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

// recharged is a line with a weekly auto-recharge that has had work for three hours.
func (s *shop) recharged(msisdn string) (lineID string) {
	line := s.InService(msisdn)
	s.Exec("INSERT INTO users (email, password_hash) VALUES ('payer@selfcare.example', 'x') ON CONFLICT DO NOTHING")
	s.Exec(`INSERT INTO auto_recharges (id, line_id, user_id, language, frequency, weekday, hour, amount, state, reason, since, due_at)
		SELECT gen_random_uuid(), ?, id, 'en', 'weekly', 1, 9, 5000, 'paused', 'auto_recharge_card_gone', now() - interval '1 day', now() - interval '3 hours'
		FROM users WHERE email = 'payer@selfcare.example' LIMIT 1`, line.ID)
	return line.ID
}

// ordered is an open order that is old enough to be swept.
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

func (s *shop) sweeps(mend bool) (contract.Swept, []sweepstore.Finding) {
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

func requireFound(t *testing.T, found []sweepstore.Finding, process string, kind sweep.Kind, workflows ...string) {
	t.Helper()
	var ids []string
	for _, f := range found {
		if f.Process == process && f.Kind == kind {
			ids = append(ids, f.Workflow)
		}
	}
	require.ElementsMatch(t, workflows, ids)
}

func TestSweep_NoWorkflow_IsFound(t *testing.T) {
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

func TestSweep_RefundWithoutWorkflow_UntilDone(t *testing.T) {
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

func TestSweep_NewRow_IsLeftOut(t *testing.T) {
	s := newShop(t)
	s.Opened(fixture.NumberA)
	_, found := s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_ListBehind_FindsNothing(t *testing.T) {
	s := newShop(t)
	runs := s.ordered(fixture.NumberA)
	over := contract.OrderWorkflowID("SC00000001")
	s.running, s.listed = []string{runs}, []string{over}
	_, found := s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_OrderEndsMeanwhile_FindsNothing(t *testing.T) {
	s := newShop(t)
	s.ordered(fixture.NumberA)
	s.asked = func(string) { s.Exec("UPDATE orders SET stage = 'cancelled'") }
	_, found := s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_WorkflowWithoutRow_FoundUntilOver(t *testing.T) {
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

func TestSweep_PlanLate_WorkflowIsCalled(t *testing.T) {
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

func TestSweep_PlanWithoutWorkflow_IsCalled(t *testing.T) {
	s := newShop(t)
	line := s.InService(fixture.NumberA)
	s.settles()
	s.Exec("DELETE FROM subscription_calls")
	_, found := s.sweeps(true)
	require.Empty(t, found, "an idle line needs none")
	s.Exec("UPDATE plan_subscriptions SET next_plan = plan_id")
	_, found = s.sweeps(true)
	requireFound(t, found, "plan", sweep.RowWithoutWorkflow, contract.PlanSubscriptionWorkflowID(line.ID))
	require.Equal(t, []string{line.ID}, s.calls())
}

func TestSweep_PlanAside_IsRefusedWrite(t *testing.T) {
	s := newShop(t)
	line := s.InService(fixture.NumberA)
	s.Exec("UPDATE plan_subscriptions SET aside_until = now() + interval '5 minutes'")
	_, found := s.sweeps(true)
	requireFound(t, found, "plan", sweep.RefusedWrite, contract.PlanSubscriptionWorkflowID(line.ID))
	s.Exec("UPDATE plan_subscriptions SET aside_until = NULL")
	_, found = s.sweeps(true)
	require.Empty(t, found)
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

func TestSweep_ManyRows_NextSweepGoesOn(t *testing.T) {
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

func TestSweep_AutoRechargeNotFollowed_IsLate(t *testing.T) {
	s := newShop(t)
	late, aside := s.recharged(fixture.NumberA), s.recharged(fixture.NumberB)
	s.Exec("UPDATE auto_recharges SET aside_until = now() + interval '5 minutes' WHERE line_id = ?", aside)
	_, found := s.sweeps(true)
	requireFound(t, found, "auto-recharge-rule", sweep.Late, contract.AutoRechargePrefix+late)
	requireFound(t, found, "auto-recharge-rule", sweep.RefusedWrite, contract.AutoRechargePrefix+aside)
	require.Len(t, found, 2)

	s.Exec("UPDATE auto_recharges SET due_at = NULL, aside_until = NULL")
	_, found = s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_DateWaitsTooLong_IsLate(t *testing.T) {
	s := newShop(t)
	line := s.recharged(fixture.NumberA)
	s.Exec("UPDATE auto_recharges SET due_at = NULL")
	s.Exec(`INSERT INTO auto_recharge_runs (line_id, date, rule_id, due, stage, try, next_try)
		SELECT line_id, '2026-11-22', id, now() - interval '1 day', 'waiting', 1, now() - interval '2 hours' FROM auto_recharges`)
	for range 2 {
		_, found := s.sweeps(true)
		requireFound(t, found, "auto-recharge", sweep.Late, contract.AutoRechargeID(line, "2026-11-22"))
		require.Len(t, found, 1)
	}
	s.Exec("UPDATE auto_recharge_runs SET stage = 'trying', next_try = NULL")
	_, found := s.sweeps(true)
	require.Empty(t, found)
}

func TestSweep_RefusedWrite_IsFound(t *testing.T) {
	s := newShop(t)
	line := uuid.NewString()
	s.refused = map[string][]string{
		contract.WorkflowRefund: {contract.RefundWorkflowID("SC-1")}, contract.WorkflowSettingChange: {contract.LineChangeWorkflowID(line)},
		contract.WorkflowTicket: {contract.TicketWorkflowID(contract.TicketReseller, "R-1")}, contract.WorkflowNotice: {"notice/1"},
	}
	_, found := s.sweeps(true)
	require.Len(t, found, 4)
	requireFound(t, found, "refund", sweep.RefusedWrite, contract.RefundWorkflowID("SC-1"))
	requireFound(t, found, "line-change", sweep.RefusedWrite, contract.LineChangeWorkflowID(line))
	requireFound(t, found, "reseller", sweep.RefusedWrite, contract.TicketWorkflowID(contract.TicketReseller, "R-1"))
	requireFound(t, found, "job", sweep.RefusedWrite, "notice/1")
	since := found[0].FoundAt

	delete(s.refused, contract.WorkflowRefund)
	_, found = s.sweeps(true)
	requireFound(t, found, "refund", sweep.RefusedWrite)
	require.Len(t, found, 3)
	require.Equal(t, since, found[0].FoundAt, "a known finding keeps its time")
}

// A change of a line whose workflow is gone leaves its claim: the line is busy until a person hears of it.
func TestSweep_ClaimOfLineLeft_IsLate(t *testing.T) {
	s := newShop(t)
	left, other := s.InService(fixture.NumberA), s.InService(fixture.NumberB)
	claims := func(line, times string) {
		s.Exec("INSERT INTO line_changes (line_id, holder, until, expires_at) VALUES (?, 'h', "+times+")", line)
	}
	claims(left.ID, "now() - interval '2 hours', NULL")
	claims(other.ID, "now() - interval '2 hours', now() - interval '1 hour'") // of a draft
	_, found := s.sweeps(true)
	requireFound(t, found, "line-change", sweep.Late, contract.LineChangeWorkflowID(left.ID))
	s.Exec("DELETE FROM line_changes")
	claims(other.ID, "now() - interval '30 minutes', NULL")
	_, found = s.sweeps(true)
	requireFound(t, found, "line-change", sweep.Late)
}

func TestSweep_PurchasePastItsDay_Late(t *testing.T) {
	s := newShop(t)
	line := s.InService(fixture.NumberA)
	scheduled := func(number, due string) string {
		s.Exec(`INSERT INTO purchases (id, number, kind, stage, user_id, payer_line, line_id, total, seq, state, created_at)
			VALUES (gen_random_uuid(), ?0, 'bundle', 'scheduled', gen_random_uuid(), ?1, ?1, 100, 1, jsonb_build_object('effectiveAt', `+due+`), now())`, number, line.ID)
		return contract.PurchaseWorkflowID(number)
	}
	late, soon := scheduled("PU10000001", "now() - interval '2 hours'"), scheduled("PU10000002", "now() + interval '2 hours'")
	s.running = []string{late, soon}
	_, found := s.sweeps(true)
	requireFound(t, found, "purchase", sweep.Late, late)
}
