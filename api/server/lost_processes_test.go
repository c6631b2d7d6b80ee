package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/sweep"
	sweepstore "selfcare/internal/store/sweep"
)

// found has the sweep find something wrong with a workflow.
func (d *desk) found(process string, kind sweep.Kind, workflow string) {
	d.t.Helper()
	require.NoError(d.t, d.store.Sweeps.Note(d.t.Context(), sweepstore.Process{Name: process}, kind, []string{workflow}))
}

func TestCases_WorkflowGone_IsACaseThatAPersonTakesOn(t *testing.T) {
	d := newDesk(t)
	o := d.put(d.start(), func(full *contract.Order) {
		full.Stage, full.Booking = contract.StagePreparing, &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
		full.Payments = []contract.Payment{{ID: "pay_1", Status: contract.PaymentPaid, Amount: 50000}}
	})
	d.found("order", sweep.RowWithoutWorkflow, contract.OrderWorkflowID(o.Number))

	shown := d.only("lost-process")
	require.Equal(t, o.Number, shown.Reference)
	require.Equal(t, gen.CaseStateHeld, shown.State)
	require.Equal(t, gen.CaseImpactKeyPaidNothingDelivered, shown.Impact.Key)
	require.Equal(t, texts.Text(texts.English, "case.title.lost-process.order", nil), shown.Title)
	require.Equal(t, texts.Text(texts.English, "case.reason.workflow_gone", nil), shown.Reason)
	require.Equal(t, texts.Text(texts.English, "case.waits.lost-process", nil), *shown.WaitsFor)
	detail := d.detail("lost-process", shown.Id)
	require.Equal(t, texts.Text(texts.English, "case.advice.workflow_gone.order", nil), *detail.Advice)
	require.Equal(t, o.Number, detail.Linked[0].Reference, "the way to the order itself")
	require.Empty(t, detail.Actions)

	claim := "/api/support/cases/lost-process/" + shown.Id + "/claim"
	require.Equal(t, http.StatusOK, d.call(http.MethodPost, claim, `{}`, d.agent, d.key()).StatusCode)
	require.True(t, d.only("lost-process").Claim.Mine)
}

func TestCases_SweepMendsIt_IsACaseOnceThatDoesNotHelp(t *testing.T) {
	d := newDesk(t)
	id := d.line("0570000123", "prepaid", owner)
	d.found("plan", sweep.RowWithoutWorkflow, contract.PlanSubscriptionWorkflowID(id))
	d.found("complaint", sweep.Late, "service-request/complaint/x")
	require.Empty(t, d.cases("?kind=lost-process").Items)

	d.exec("UPDATE sweep_findings SET found_at = now() - interval '3 hours' WHERE workflow = ?", contract.PlanSubscriptionWorkflowID(id))
	shown := d.only("lost-process")
	require.Equal(t, id, *shown.LineId)
	require.Equal(t, gen.CaseStateLate, shown.State)
	require.Equal(t, texts.Text(texts.English, "case.waits.lost-process.mended", nil), *shown.WaitsFor)
}
