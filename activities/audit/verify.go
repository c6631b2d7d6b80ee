package audit

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/audit"
	auditstore "selfcare/internal/store/audit"
)

const mostFaults = 100 // told one by one

// Verification looks the log through.
type Verification struct{ seals Verifier }

// Verifier reads the whole log with its seals, and keeps what became of that.
type Verifier interface {
	Verify(ctx context.Context, kept []audit.Head, tell func(audit.Fault)) (auditstore.Report, error)
	NoteVerification(ctx context.Context, r auditstore.Report, at time.Time) error
}

// NewVerification needs the seals.
func NewVerification(v Verifier) *Verification { return &Verification{v} }

// VerifyAuditLog says in the log of the process what is not as it was sealed, and keeps how many faults there are. The head of the
// verification before comes from Temporal: whoever writes the chain anew in our database does not change it there. Done again it only
// looks once more.
func (a *Verification) VerifyAuditLog(ctx context.Context, before contract.AuditVerified) (now contract.AuditVerified, err error) {
	var kept []audit.Head
	if before.Head != "" {
		head, err := audit.ParseHead(before.Head)
		if err != nil {
			return now, failure.Map("read the head that was kept", err)
		}
		kept = append(kept, head)
	}
	report, err := a.verify(ctx, kept)
	if err != nil {
		return now, failure.Map("verify the audit log", err)
	}
	if err := a.seals.NoteVerification(ctx, report, time.Now()); err != nil {
		return now, failure.Map("note a verification", err)
	}
	now = contract.AuditVerified{Seals: report.Seals, Entries: report.Entries, Faults: report.Faults}
	if report.Number > 0 {
		now.Head = report.String()
	}
	return now, nil
}

// verify beats while it reads, which may take long, and gives up where the worker stops: another one begins anew.
func (a *Verification) verify(ctx context.Context, kept []audit.Head) (report auditstore.Report, err error) {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		report, err = a.seals.Verify(reading, kept, teller(ctx))
	}()
	pulse := time.NewTicker(beat)
	defer pulse.Stop()
	stopping := activity.GetWorkerStopChannel(ctx)
	for {
		select {
		case <-done:
			return report, err
		case <-pulse.C:
			activity.RecordHeartbeat(ctx)
		case <-stopping:
			stop()
			stopping = nil
		}
	}
}

// teller says a fault in the log: it names ids of entries and seals alone.
func teller(ctx context.Context) func(audit.Fault) {
	var told int
	return func(f audit.Fault) {
		if told++; told <= mostFaults {
			activity.GetLogger(ctx).Error("audit log not as it was sealed", "fault", f.String())
		}
	}
}
