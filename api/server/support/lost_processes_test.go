package support_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/sweep"
	sweepstore "selfcare/internal/store/sweep"
)

// found stores a finding of the sweep about a workflow.
func found(d *servertest.Desk, process string, kind sweep.Kind, workflow string) {
	d.T.Helper()
	require.NoError(d.T, d.Store.Sweeps.Note(d.T.Context(), sweepstore.Process{Name: process}, kind, []string{workflow}))
}

func TestCases_WorkflowGone_IsACase(t *testing.T) {
	d := servertest.NewDesk(t)
	o := d.Put(d.Start(), func(full *contract.Order) {
		full.Stage, full.Booking = contract.StagePreparing, &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
		full.Payments = []contract.Payment{{ID: "pay_1", Status: contract.PaymentPaid, Amount: 50000}}
	})
	found(d, "order", sweep.RowWithoutWorkflow, contract.OrderWorkflowID(o.Number))

	shown := only(d, "lost-process")
	require.Equal(t, o.Number, shown.Reference)
	require.Equal(t, gen.CaseStateHeld, shown.State)
	require.Equal(t, gen.CaseImpactKeyPaidNothingDelivered, shown.Impact.Key)
	require.Equal(t, texts.Text(texts.English, "case.title.lost-process.order", nil), shown.Title)
	require.Equal(t, texts.Text(texts.English, "case.reason.workflow_gone", nil), shown.Reason)
	require.Equal(t, texts.Text(texts.English, "case.waits.lost-process", nil), *shown.WaitsFor)
	detail := d.Detail("lost-process", shown.Id)
	require.Equal(t, texts.Text(texts.English, "case.advice.workflow_gone.order", nil), *detail.Advice)
	require.Equal(t, o.Number, detail.Linked[0].Reference, "the case links to the order")
	require.Empty(t, detail.Actions)

	claim := "/api/support/cases/lost-process/" + shown.Id + "/claim"
	require.Equal(t, http.StatusOK, d.Call(http.MethodPost, claim, `{}`, d.Agent, d.Key()).StatusCode)
	require.True(t, only(d, "lost-process").Claim.Mine)
}

func TestCases_SweepFails_IsACase(t *testing.T) {
	d := servertest.NewDesk(t)
	id := d.Line("0570000123", "prepaid", servertest.Owner)
	found(d, "plan", sweep.RowWithoutWorkflow, contract.PlanSubscriptionWorkflowID(id))
	found(d, "complaint", sweep.Late, "service-request/complaint/x")
	require.Empty(t, d.Cases("?kind=lost-process").Items)

	d.Exec("UPDATE sweep_findings SET found_at = now() - interval '3 hours' WHERE workflow = ?", contract.PlanSubscriptionWorkflowID(id))
	shown := only(d, "lost-process")
	require.Equal(t, id, *shown.LineId)
	require.Equal(t, gen.CaseStateLate, shown.State)
	require.Equal(t, texts.Text(texts.English, "case.waits.lost-process.mended", nil), *shown.WaitsFor)
}

// A write that our database refuses for good has an owner within the hour of a sweep, for a process without a decision of support, too.
func TestCases_RefusedWrite_IsACase(t *testing.T) {
	d := servertest.NewDesk(t)
	id := d.Line("0570000123", "prepaid", servertest.Owner)
	for process, workflow := range map[string]string{
		"refund": contract.RefundWorkflowID("SC-1"), "line-change": contract.LineChangeWorkflowID(id), "late-payment": contract.LatePaymentWorkflowID("pay_1"), "job": "audit/seals",
		"auto-recharge": contract.AutoRechargeID(id, "2026-11-30"), "auto-recharge-rule": contract.AutoRechargePrefix + id,
	} {
		found(d, process, sweep.RefusedWrite, workflow)
	}
	all := d.Cases("?kind=lost-process").Items
	require.Len(t, all, 6)
	for _, shown := range all {
		require.Equal(t, gen.CaseStateHeld, shown.State)
		require.Equal(t, texts.Text(texts.English, "case.reason.write_refused", nil), shown.Reason)
		require.Equal(t, texts.Text(texts.English, "case.waits.lost-process", nil), *shown.WaitsFor)
		advice := "case.advice.write_refused"
		switch *shown.Variety {
		case "refund":
			advice += ".refund"
		case "line-change", "auto-recharge", "auto-recharge-rule":
			require.Equal(t, id, *shown.LineId)
		}
		require.Equal(t, texts.Text(texts.English, advice, nil), *d.Detail("lost-process", shown.Id).Advice)
	}
}

func TestSweepNames_EachProcess_HasATitle(t *testing.T) {
	for _, name := range sweepstore.Names() {
		require.True(t, name == "job" || texts.Has("case.title.lost-process."+name), name)
	}
}
