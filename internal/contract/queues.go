package contract

// Task queues of workflows. Each has workers and slots of its own, so that work of one kind does not wait for work of another
// kind. The queues of activities are in worker/queues.go, which adds one for each partner.
const (
	TaskQueue         = "selfcare"          // orders, and everything that has no queue of its own
	TaskQueueMoney    = "selfcare-money"    // purchases, plans of lines, bills, refunds
	TaskQueueMessages = "selfcare-messages" // one-time codes and the outbox
	TaskQueueKeepers  = "selfcare-keepers"  // permanent workflows, nightly jobs
)

var queues = map[string][]string{
	TaskQueueMoney: {
		WorkflowPurchase, WorkflowPlanSubscription, WorkflowPlanShard, WorkflowAutoRecharge, WorkflowRefund, WorkflowLatePayment,
		WorkflowBillingDay, WorkflowBillingCycle, WorkflowDunning, WorkflowCreditNote, WorkflowSADADPayment,
		WorkflowReconciliation, WorkflowDayReconciliation,
	},
	TaskQueueMessages: {WorkflowNotice, WorkflowMessageDelivery},
	TaskQueueKeepers: {
		WorkflowBranchSync, WorkflowCleanUp, WorkflowAuditSealing, WorkflowAuditVerification, WorkflowLateOrders,
		WorkflowExpectations, WorkflowServiceEnds, WorkflowCardRemovals, WorkflowRowSweep, WorkflowNumberReturns, WorkflowEInvoiceDelivery,
		WorkflowSubscriptionCalls, WorkflowAutoRechargeDates,
	},
}

var queueOf = func() map[string]string {
	of := map[string]string{}
	for queue, workflows := range queues {
		for _, workflow := range workflows {
			of[workflow] = queue
		}
	}
	return of
}()

// QueueOf returns the task queue on which a workflow starts.
func QueueOf(workflow string) string {
	if queue, apart := queueOf[workflow]; apart {
		return queue
	}
	return TaskQueue
}

// ErrorPartnerBusy is the type of the error of a first try that did not begin, because this process already has as many tries
// at the partner as it may. The call then goes to the partner's queue.
const ErrorPartnerBusy = "partner_busy"
