package maintenance

import (
	"go.temporal.io/sdk/workflow"

	auditacts "selfcare/activities/audit"
	"selfcare/workflows/internal/run"
)

var sealer *auditacts.Activities // names of the activities; the methods are never called here

// AuditSealing keeps one worker at sealing the audit log, for ever: when its time is over or the worker is lost, another one takes over.
func AuditSealing(ctx workflow.Context) error {
	return run.KeepAt(ctx, "Seal the audit log", AuditSealing, sealer.SealAuditLog)
}
