package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"selfcare/internal/domain/audit"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	auditstore "selfcare/internal/store/audit"
	"selfcare/internal/store/pool"
)

const (
	sealLate   = 10 * time.Minute // a seal is made each minute
	mostFaults = 100              // listed one by one
)

// VerifyAudit reads the audit log with all its seals, writes every difference to the seals, and fails if there is one.
func VerifyAudit(ctx context.Context, cfg config.Config, log *slog.Logger, kept []string, out io.Writer) error {
	heads := make([]audit.Head, len(kept))
	for i, one := range kept {
		var err error
		if heads[i], err = audit.ParseHead(one); err != nil {
			return err
		}
	}
	return withSeals(ctx, cfg, log, func(seals auditstore.Seals) error { return verifyAudit(ctx, seals, heads, out) })
}

func verifyAudit(ctx context.Context, seals auditstore.Seals, kept []audit.Head, out io.Writer) error {
	var told int
	var unwritten error
	report, err := seals.Verify(ctx, kept, func(f audit.Fault) {
		if told++; told <= mostFaults {
			_, err := fmt.Fprintln(out, "WRONG", f)
			unwritten = errors.Join(unwritten, err)
		}
	})
	if err := errors.Join(err, unwritten); err != nil {
		return err
	}
	if report.Faults > 0 {
		return fmt.Errorf("the audit log differs from its seals: %d faults", report.Faults)
	}
	_, err = fmt.Fprintf(out, "ok %d entries in %d seals are as they were sealed, %d wait for the next one\n", report.Entries, report.Seals, report.Waiting)
	return errors.Join(err, writeHead(out, report.Standing))
}

// AuditHead writes the head of the seals.
func AuditHead(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer) error {
	return withSeals(ctx, cfg, log, func(seals auditstore.Seals) error {
		standing, err := seals.Standing(ctx)
		if err != nil {
			return err
		}
		if standing.Number == 0 {
			return errors.New("nothing is sealed yet: a worker does that each minute")
		}
		return writeHead(out, standing)
	})
}

func writeHead(out io.Writer, s auditstore.Standing) error {
	if s.Number == 0 {
		return nil
	}
	_, err := fmt.Fprintf(out, "head %s, sealed %s\n", s.Head, s.SealedAt.UTC().Format(time.RFC3339))
	return err
}

func withSeals(ctx context.Context, cfg config.Config, log *slog.Logger, do func(auditstore.Seals) error) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.openStore(ctx); err != nil {
		return err
	}
	return do(p.store.Seals)
}

// lookAtAudit reports how far the audit log is sealed.
func lookAtAudit(ctx context.Context, cfg config.Config) (string, error) {
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	return readSealedUpTo(ctx, auditstore.Seals{DB: db}, time.Now())
}

func readSealedUpTo(ctx context.Context, seals auditstore.Seals, now time.Time) (string, error) {
	s, err := seals.Standing(ctx)
	if err != nil {
		return "", err
	}
	last, err := seals.LastVerification(ctx)
	if err != nil {
		return "", err
	}
	if last.Faults > 0 {
		return "", fmt.Errorf("%d faults were found at %s: selfcare audit verify names them", last.Faults, minute(last.At))
	}
	waits := now.Sub(s.Oldest).Round(time.Second)
	if !s.Oldest.IsZero() && waits > sealLate {
		return "", fmt.Errorf("an entry waits for its seal since %s: no worker runs, or audit/seals in Temporal does not", waits)
	}
	switch {
	case s.Number == 0:
		return "nothing is sealed yet", nil
	case s.Oldest.IsZero():
		return fmt.Sprintf("sealed up to entry %d, which is the last (seal %d)", s.Upto, s.Number), nil
	default:
		return fmt.Sprintf("sealed up to entry %d (seal %d), the next one waits since %s", s.Upto, s.Number, waits), nil
	}
}
