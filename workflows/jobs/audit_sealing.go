package jobs

import (
	"go.temporal.io/sdk/workflow"

	auditacts "selfcare/activities/audit"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	sealer   *auditacts.Activities
	verifier *auditacts.Verification
)

// AuditSealing keeps exactly one worker sealing the audit log, forever. When its time is over or the worker is lost, another
// one takes over.
func AuditSealing(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Seal the audit log", AuditSealing, sealer.SealAuditLog)
}

// AuditVerification verifies the whole audit log. A schedule starts it each night with the last run's result. The head of the
// log is kept in that result, out of reach of an attacker who has only our database.
func AuditVerification(ctx workflow.Context) (now contract.AuditVerified, err error) {
	var before contract.AuditVerified
	if workflow.HasLastCompletionResult(ctx) {
		if err := workflow.GetLastCompletionResult(ctx, &before); err != nil {
			return now, err
		}
	}
	err = process.Do(process.WithLongReadPolicy(ctx, "Verify the audit log"), &process.Attention{}, &now, verifier.VerifyAuditLog, before)
	return now, err
}
