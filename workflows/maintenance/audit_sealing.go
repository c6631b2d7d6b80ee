package maintenance

import (
	"go.temporal.io/sdk/workflow"

	auditacts "selfcare/activities/audit"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Names of the activities; the methods are never called here.
var (
	sealer   *auditacts.Activities
	verifier *auditacts.Verification
)

// AuditSealing keeps one worker at sealing the audit log, for ever: when its time is over or the worker is lost, another one takes over.
func AuditSealing(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Seal the audit log", AuditSealing, sealer.SealAuditLog)
}

// AuditVerification looks the whole audit log through. A schedule starts it each night, and tells it what the one before found: its head
// is kept here, where nobody gets at it who has our database alone.
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
