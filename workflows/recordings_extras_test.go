//go:build record

package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// extra is a workflow that belongs to no order.
type extra struct {
	workflow string
	input    []any
	fails    map[string]error
}

var (
	codeNotice = contract.NoticeInput{
		Notice: contract.Notice{OrderID: "n-1", Key: "code", Template: "code-login", Language: "ar", Mobile: "0570000001"},
		Within: 10 * time.Minute,
	}
	socialRequest = contract.SocialRequest{Provider: "google", State: "s", Nonce: "n", Verifier: "v", RedirectURL: "https://selfcare.example"}
)

// extras are the recorded workflows without an order.
var extras = map[string]extra{
	"notice-sent":     {workflow: contract.WorkflowNotice, input: []any{codeNotice}},
	"notice-given-up": {contract.WorkflowNotice, []any{codeNoticeFor(time.Second)}, map[string]error{"tell": workflowtest.ErrOutage}},

	"social-address":             {workflow: contract.WorkflowSocialAddress, input: []any{socialRequest}},
	"social-address-unavailable": {contract.WorkflowSocialAddress, []any{socialRequest}, map[string]error{"find-sign-in": workflowtest.No(contract.FailSocial)}},
	"social-identity":            {workflow: contract.WorkflowSocialIdentity, input: []any{contract.SocialExchange{SocialRequest: socialRequest, Code: "c"}}},

	"top-up-offer":          {workflow: contract.WorkflowTopUpOffer, input: []any{contract.TopUpQuestion{Mobile: "+919876543210"}}},
	"top-up-offer-unserved": {contract.WorkflowTopUpOffer, []any{contract.TopUpQuestion{Mobile: "+819012345678"}}, map[string]error{"find-operator": workflowtest.No(contract.FailInternationalUnserved)}},

	"national-address":         {workflow: contract.WorkflowNationalAddress, input: []any{contract.AddressQuestion{ShortAddress: "RRRD2929", Language: "ar"}}},
	"national-address-unknown": {contract.WorkflowNationalAddress, []any{contract.AddressQuestion{ShortAddress: "XXXX0000", Language: "ar"}}, map[string]error{"find-national-address": workflowtest.No(contract.FailShortAddressUnknown)}},

	"parcel-label":         {workflow: contract.WorkflowParcelLabel, input: []any{contract.LabelQuestion{AirwayBill: "290019498498"}}},
	"parcel-label-missing": {contract.WorkflowParcelLabel, []any{contract.LabelQuestion{AirwayBill: "290019498498"}}, map[string]error{"fetch-label": workflowtest.No(contract.FailLabelMissing)}},

	"attachment-scan": {workflow: contract.WorkflowAttachmentScan, input: []any{contract.AttachmentScan{FileID: "f-1"}}},

	"branch-sync":         {workflow: contract.WorkflowBranchSync},
	"branch-sync-refused": {workflow: contract.WorkflowBranchSync, fails: map[string]error{"sync-branches": workflowtest.No(contract.FailCourierRefused)}},
	"clean-up":            {workflow: contract.WorkflowCleanUp},
	"expectations":        {workflow: contract.WorkflowExpectations},
	"audit-verification":  {workflow: contract.WorkflowAuditVerification},
	"row-sweep":           {workflow: contract.WorkflowRowSweep},

	"reconciliation":          {workflow: contract.WorkflowReconciliation},
	"reconciliation-a-day":    {workflow: contract.WorkflowDayReconciliation, input: []any{workflowtest.SettlementDays[0]}},
	"reconciliation-no-days":  {contract.WorkflowReconciliation, nil, map[string]error{"list-settlements": workflowtest.No(contract.FailOutsideSystem)}},
	"reconciliation-day-held": {contract.WorkflowReconciliation, nil, map[string]error{"reconcile-" + workflowtest.SettlementDays[0]: workflowtest.No(contract.FailOutsideSystem)}},
}

func codeNoticeFor(within time.Duration) contract.NoticeInput {
	short := codeNotice
	short.Within = within
	return short
}

func TestRecordExtras(t *testing.T) {
	server := startServer(t)
	for name, one := range extras {
		t.Run(name, func(t *testing.T) {
			p := newRecording(t, server, name)
			for effect, err := range one.fails {
				p.outside.Fails(effect, err)
			}
			run, err := server.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: name, TaskQueue: contract.TaskQueue}, one.workflow, one.input...)
			require.NoError(t, err)
			require.Equal(t, one.fails != nil, run.Get(t.Context(), nil) != nil)
			p.save(name, name)
		})
	}
}

func TestRecordMessageDelivery(t *testing.T) {
	recordEndless(t, contract.WorkflowMessageDelivery, "message-delivery")
}

func TestRecordEInvoiceDelivery(t *testing.T) {
	recordEndless(t, contract.WorkflowEInvoiceDelivery, "einvoice-delivery")
}

func TestRecordAuditSealing(t *testing.T) {
	recordEndless(t, contract.WorkflowAuditSealing, "audit-sealing")
}

func TestRecordLateOrders(t *testing.T) {
	recordEndless(t, contract.WorkflowLateOrders, "late-orders")
}

func TestRecordServiceEnds(t *testing.T) {
	recordEndless(t, contract.WorkflowServiceEnds, "service-ends")
}

func TestRecordCardRemovals(t *testing.T) {
	recordEndless(t, contract.WorkflowCardRemovals, "card-removals")
}

func TestRecordNumberReturns(t *testing.T) {
	recordEndless(t, contract.WorkflowNumberReturns, "number-returns")
}

// recordEndless records the first run of a workflow that works through a table forever.
func recordEndless(t *testing.T, name, file string) {
	t.Helper()
	server := startServer(t)
	p := newRecording(t, server, "outbox")
	run, err := server.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: "outbox", TaskQueue: contract.TaskQueue}, name)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		described, err := server.DescribeWorkflowExecution(t.Context(), "outbox", run.GetRunID())
		return err == nil && described.GetWorkflowExecutionInfo().GetStatus() == enumspb.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW
	}, time.Minute, 10*time.Millisecond)
	p.saveRun(file, "outbox", run.GetRunID())
	require.NoError(t, server.TerminateWorkflow(t.Context(), "outbox", "", "recorded"))
}
