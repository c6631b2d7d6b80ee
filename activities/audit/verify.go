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

const (
	mostFaults = 100 // logged one by one
	// wholeEvery is the pause between two verifications of the whole log. Those between begin at the head of the night before.
	wholeEvery = 7*24*time.Hour - time.Hour
)

// Verification verifies the audit log.
type Verification struct{ seals Verifier }

// Verifier reads the log with its seals, all of it or from a kept head on, and stores the result.
type Verifier interface {
	Verify(ctx context.Context, kept []audit.Head, tell func(audit.Fault)) (auditstore.Report, error)
	VerifySince(ctx context.Context, kept audit.Head, tell func(audit.Fault)) (auditstore.Report, error)
	NoteVerification(ctx context.Context, r auditstore.Report, at time.Time) error
}

// NewVerification takes the store of seals.
func NewVerification(v Verifier) *Verification { return &Verification{v} }

// VerifyAuditLog logs each entry that differs from its seal, and stores the number of faults. It reads the whole log each week and
// after a fault, and otherwise the entries since the last verification: at ten million lines the whole log takes hours. The head of the last
// verification comes from Temporal, so an attacker who rewrites the chain in our database cannot change it. A repeat only
// verifies again.
func (a *Verification) VerifyAuditLog(ctx context.Context, before contract.AuditVerified) (now contract.AuditVerified, err error) {
	var kept []audit.Head
	if before.Head != "" {
		head, err := audit.ParseHead(before.Head)
		if err != nil {
			return now, failure.Map("read the head that was kept", err)
		}
		kept = append(kept, head)
	}
	at := time.Now()
	whole := len(kept) == 0 || before.Faults > 0 || at.Sub(before.WholeAt) > wholeEvery
	report, err := a.verify(ctx, kept, whole)
	if err != nil {
		return now, failure.Map("verify the audit log", err)
	}
	if err := a.seals.NoteVerification(ctx, report, at); err != nil {
		return now, failure.Map("note a verification", err)
	}
	now = contract.AuditVerified{Seals: report.Seals, Entries: report.Entries, Faults: report.Faults, WholeAt: before.WholeAt}
	if whole {
		now.WholeAt = at.UTC()
	}
	if report.Number > 0 {
		now.Head = report.String()
	}
	return now, nil
}

// verify sends heartbeats while it reads, which may take long, and stops with the worker: another worker starts anew.
func (a *Verification) verify(ctx context.Context, kept []audit.Head, whole bool) (report auditstore.Report, err error) {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if whole {
			report, err = a.seals.Verify(reading, kept, teller(ctx))
		} else {
			report, err = a.seals.VerifySince(reading, kept[0], teller(ctx))
		}
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

// teller logs a fault: it names only ids of entries and seals.
func teller(ctx context.Context) func(audit.Fault) {
	var told int
	return func(f audit.Fault) {
		if told++; told <= mostFaults {
			activity.GetLogger(ctx).Error("audit log differs from its seals", "fault", f.String())
		}
	}
}
