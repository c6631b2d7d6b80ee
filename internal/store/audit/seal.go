// Package audit writes the audit log, seals it, and detects changes of it.
package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/audit"
)

// lockKey is an arbitrary number that no other code locks.
const lockKey = 5_700_967

// Seals seals the audit log, segment by segment.
type Seals struct{ DB bun.IDB }

// Seal seals up to the given number of unsealed entries; false without any. A transaction may commit an entry late, with an id
// below those of a seal; it goes into a later seal. Each seal records which transactions may still do that, and Seal looks back
// to the last seal before which all of them had ended.
func (q Seals) Seal(ctx context.Context, most int) (s audit.Seal, sealed bool, err error) {
	err = q.DB.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewRaw("SELECT pg_advisory_xact_lock(?)", lockKey).Exec(ctx); err != nil {
			return err
		}
		var before int64
		if s, before, err = next(ctx, tx, most); err != nil || len(s.IDs) == 0 {
			return err
		}
		sealed = true
		return insert(ctx, tx, s, s.Upto(before))
	})
	if err != nil {
		return s, false, fmt.Errorf("seal the audit log: %w", err)
	}
	return s, sealed, nil
}

// next returns the next seal, without entries when none wait, and the greatest id before it.
func next(ctx context.Context, tx bun.Tx, most int) (s audit.Seal, upto int64, err error) {
	last, err := find(ctx, tx, "")
	if err != nil {
		return s, 0, err
	}
	over, err := find(ctx, tx, allOver)
	if err != nil {
		return s, 0, err
	}
	waiting, err := entries(ctx, tx, `id > ?0 AND id NOT IN (SELECT unnest(ids) FROM audit_seals WHERE upto > ?0)
		ORDER BY id LIMIT ?1`, last.Settled, most)
	if err != nil {
		return s, 0, err
	}
	s = audit.Seal{Number: last.Number + 1, Previous: last.Hash, Settled: over.Upto}
	for _, e := range waiting {
		s.Add(e)
	}
	if len(waiting) == most { // the rest waits for the next seal
		s.Settled = max(last.Settled, min(s.Settled, waiting[most-1].ID))
	}
	// The transaction gets its number only now: a transaction that may still commit a smaller id than those just read has a
	// smaller number.
	if len(s.IDs) > 0 {
		err = tx.NewRaw("SELECT pg_current_xact_id()::text, clock_timestamp()").Scan(ctx, &s.BeforeTx, &s.SealedAt)
	}
	return s, last.Upto, err
}

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

// find returns the newest seal that meets a condition, or the position before the first seal.
func find(ctx context.Context, db bun.IDB, condition string) (p place, err error) {
	err = db.NewRaw("SELECT number, hash, upto, settled, sealed_at FROM audit_seals "+condition+" ORDER BY number DESC LIMIT 1").Scan(ctx, &p)
	if errors.Is(err, sql.ErrNoRows) {
		return place{Hash: audit.First()}, nil
	}
	return p, err
}

func entries(ctx context.Context, db bun.IDB, condition string, args ...any) (found []audit.Entry, err error) {
	err = db.NewRaw(`
		SELECT id, key, order_id::text, actor, action, note, details::text, area, (extract(epoch FROM at) * 1000000)::bigint AS at
		FROM audit_log WHERE `+condition, args...).Scan(ctx, &found)
	return found, err
}

func insert(ctx context.Context, tx bun.Tx, s audit.Seal, upto int64) error {
	_, err := tx.NewRaw(`
		INSERT INTO audit_seals (number, previous, hash, ids, digests, upto, settled, before_tx, sealed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?::xid8, ?)`,
		s.Number, s.Previous, s.Hash(), pgdialect.Array(s.IDs), s.Digests, upto, s.Settled, s.BeforeTx, s.SealedAt).Exec(ctx)
	return err
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
