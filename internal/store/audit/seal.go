// Package audit writes the audit log, seals it, and detects changes of it.
package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/audit"
)

// lockKey is an arbitrary number that no other code locks.
const lockKey = 5_700_967

// Seals seals the audit log, segment by segment.
type Seals struct{ DB bun.IDB }

// allOver selects the seals whose possible late transactions have all ended. A transaction number beyond the present ones comes
// from another cluster, from which this database was restored: those transactions have ended, too.
const allOver = `WHERE before_tx <= pg_snapshot_xmin(pg_current_snapshot()) OR before_tx >= pg_snapshot_xmax(pg_current_snapshot())`

// place is the position of a seal in the chain.
type place struct {
	Number   int64
	Hash     []byte
	Upto     int64
	Settled  int64
	SealedAt time.Time
}

// Standing is the progress of sealing.
type Standing struct {
	audit.Head
	Upto     int64     // greatest sealed id
	SealedAt time.Time // of the newest seal
	Oldest   time.Time // oldest unsealed entry; zero without one
}

// Standing returns the progress of sealing. Each scrape of the metrics reads it.
func (q Seals) Standing(ctx context.Context) (s Standing, err error) {
	last, err := find(ctx, q.DB, "")
	if err != nil {
		return s, fmt.Errorf("look at the seals: %w", err)
	}
	s = Standing{Head: audit.Head{Number: last.Number, Hash: last.Hash}, Upto: last.Upto, SealedAt: last.SealedAt}
	err = q.DB.NewSelect().Table("audit_log").Column("at").Where("id > ?", last.Upto).Order("id").Limit(1).Scan(ctx, &s.Oldest)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	return s, err
}
