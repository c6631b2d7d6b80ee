package audit

import (
	"context"
	"fmt"
	"time"
)

// Verification is the result of the last verification of the log.
type Verification struct {
	At     time.Time // time of the first seal if the log was never verified; zero without a seal
	Faults int
}

// NoteVerification stores the result of a verification.
func (q Seals) NoteVerification(ctx context.Context, r Report, at time.Time) error {
	_, err := q.DB.NewRaw("INSERT INTO audit_verifications (at, seals, entries, faults) VALUES (?, ?, ?, ?)", at, r.Seals, r.Entries, r.Faults).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note a verification: %w", err)
	}
	return nil
}

// LastVerification returns the result of the last verification. Each scrape of the metrics reads it.
func (q Seals) LastVerification(ctx context.Context) (v Verification, err error) {
	err = q.DB.NewRaw(`
		SELECT coalesce(v.at, s.sealed_at, '0001-01-01') AS at, coalesce(v.faults, 0) AS faults
		FROM (VALUES (1)) AS one LEFT JOIN (SELECT at, faults FROM audit_verifications ORDER BY id DESC LIMIT 1) AS v ON true
		LEFT JOIN audit_seals AS s ON s.number = 1`).Scan(ctx, &v)
	if err != nil {
		return v, fmt.Errorf("read the last verification: %w", err)
	}
	return v, nil
}
