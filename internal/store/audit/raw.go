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
	storeerrors "selfcare/internal/store/errors"
)

// writeReads is raw: it inserts what it selects.
const writeReads = `
	INSERT INTO audit_log (key, order_id, actor, action, note)
	SELECT concat_ws('/', 'read', ?0, id, date_trunc('hour', now())), id, ?0, ?2, '' FROM unnest(?1::uuid[]) AS id
	ON CONFLICT (key) DO NOTHING`

// signIns is raw: a union in the order of both parts.
const signIns = `
	SELECT id, coalesce(key, '') AS key, coalesce(order_id::text, '') AS order_id, actor, action, note, details, area, at FROM audit_log
	WHERE actor = ?0 AND action = 'signed-in'
	UNION ALL
	SELECT id, '', '', account, 'sign-in-failed', '', jsonb_build_object('provider', provider, 'client', network,
		'attempts', attempts::text, 'traceId', trace_id), 'account', last_at FROM failed_sign_ins
	WHERE account = ?0 ORDER BY at DESC LIMIT ?1`

// StaffID returns the id of a present or former member of staff by e-mail, or an empty text.
func (q Entries) StaffID(ctx context.Context, email string) (id string, err error) {
	// Raw: a member of staff, or an empty text.
	err = q.DB.NewRaw("SELECT coalesce((SELECT id::text FROM users WHERE email = lower(?) AND roles && '{support,operator}' ORDER BY email_confirmed_at, id LIMIT 1), '')", email).Scan(ctx, &id)
	if err != nil {
		return "", fmt.Errorf("find a person by e-mail: %w", err)
	}
	return id, nil
}

// References returns the numbers of orders and other work, and the e-mails of staff, by their ids.
func (q Entries) References(ctx context.Context, ids []string) (numbers, people map[string]string, err error) {
	numbers, people = map[string]string{}, map[string]string{}
	if len(ids) == 0 {
		return numbers, people, nil
	}
	var rows []struct {
		ID, Said string
		Person   bool
	}
	// Raw: a union of five tables.
	err = q.DB.NewRaw(`
		WITH asked AS (SELECT unnest(?::uuid[]) AS id)
		SELECT o.id::text, o.number AS said, false AS person FROM asked JOIN orders AS o USING (id)
		UNION ALL SELECT p.id::text, p.number, false FROM asked JOIN purchases AS p USING (id)
		UNION ALL SELECT i.id::text, i.number, false FROM asked JOIN invoices AS i USING (id)
		UNION ALL SELECT r.id::text, r.reference, false FROM asked JOIN service_requests AS r USING (id)
		UNION ALL SELECT u.id::text, u.email, true FROM asked JOIN users AS u USING (id) WHERE u.roles && '{support,operator}' AND u.email IS NOT NULL`,
		pgdialect.Array(ids)).Scan(ctx, &rows)
	for _, row := range rows {
		if row.Person {
			people[row.ID] = row.Said
		} else {
			numbers[row.ID] = row.Said
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read what entries are about: %w", err)
	}
	return numbers, people, nil
}

// WriteReads records that a member of staff read orders: once for each order, reader and hour.
func (q Log) WriteReads(ctx context.Context, actor string, orderIDs []string) error {
	_, err := q.DB.NewRaw(writeReads, actor, pgdialect.Array(orderIDs), audit.OrderRead).Exec(ctx)
	return storeerrors.Translate("audit reads", err)
}

// SignIns returns the last successful and failed sign-ins of a user, newest first.
func (q Log) SignIns(ctx context.Context, userID string, limit int) ([]Record, error) {
	var found []Record
	err := q.DB.NewRaw(signIns, userID, limit).Scan(ctx, &found)
	return found, storeerrors.Translate("read audit log", err)
}

// Seal seals up to the given number of unsealed entries; false without any. A transaction may commit an entry late, with an id
// below those of a seal; it goes into a later seal. Each seal records which transactions may still do that, and Seal looks back
// to the last seal before which all of them had ended.
func (q Seals) Seal(ctx context.Context, most int) (s audit.Seal, sealed bool, err error) {
	err = q.DB.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		// Raw: it calls a lock.
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
		// Raw: it calls functions alone.
		err = tx.NewRaw("SELECT pg_current_xact_id()::text, clock_timestamp()").Scan(ctx, &s.BeforeTx, &s.SealedAt)
	}
	return s, last.Upto, err
}

// find returns the newest seal that meets a condition, or the position before the first seal.
func find(ctx context.Context, db bun.IDB, condition string, args ...any) (p place, err error) {
	// Raw: its condition compares transaction numbers.
	err = db.NewRaw("SELECT number, hash, upto, settled, sealed_at FROM audit_seals "+condition+" ORDER BY number DESC LIMIT 1", args...).Scan(ctx, &p)
	if errors.Is(err, sql.ErrNoRows) {
		return place{Hash: audit.First()}, nil
	}
	return p, err
}

func entries(ctx context.Context, db bun.IDB, condition string, args ...any) (found []audit.Entry, err error) {
	// Raw: its condition ends in an order of its own.
	err = db.NewRaw(`
		SELECT id, key, order_id::text, actor, action, note, details::text, area, (extract(epoch FROM at) * 1000000)::bigint AS at
		FROM audit_log WHERE `+condition, args...).Scan(ctx, &found)
	return found, err
}

func insert(ctx context.Context, tx bun.Tx, s audit.Seal, upto int64) error {
	// Raw: it casts a transaction number.
	_, err := tx.NewRaw(`
		INSERT INTO audit_seals (number, previous, hash, ids, digests, upto, settled, before_tx, sealed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?::xid8, ?)`,
		s.Number, s.Previous, s.Hash(), pgdialect.Array(s.IDs), s.Digests, upto, s.Settled, s.BeforeTx, s.SealedAt).Exec(ctx)
	return err
}

// NoteVerification stores the result of a verification.
func (q Seals) NoteVerification(ctx context.Context, r Report, at time.Time) error {
	noted := struct {
		bun.BaseModel `bun:"table:audit_verifications"`

		At      time.Time
		Seals   int64
		Entries int64
		Faults  int
	}{At: at, Seals: r.Seals, Entries: r.Entries, Faults: r.Faults}
	_, err := q.DB.NewInsert().Model(&noted).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note a verification: %w", err)
	}
	return nil
}

// LastVerification returns the result of the last verification. Each scrape of the metrics reads it.
func (q Seals) LastVerification(ctx context.Context) (v Verification, err error) {
	// Raw: it has a row also without a verification.
	err = q.DB.NewRaw(`
		SELECT coalesce(v.at, s.sealed_at, '0001-01-01') AS at, coalesce(v.faults, 0) AS faults
		FROM (VALUES (1)) AS one LEFT JOIN (SELECT at, faults FROM audit_verifications ORDER BY id DESC LIMIT 1) AS v ON true
		LEFT JOIN audit_seals AS s ON s.number = 1`).Scan(ctx, &v)
	if err != nil {
		return v, fmt.Errorf("read the last verification: %w", err)
	}
	return v, nil
}

// checkTriggers checks that the database still refuses changes.
func checkTriggers(ctx context.Context, db bun.IDB, tell func(audit.Fault)) error {
	var off []string
	// Raw: it reads the catalogue of the database.
	err := db.NewRaw(`
		SELECT name FROM unnest(ARRAY['audit_log', 'audit_log', 'audit_seals'], ARRAY['audit_log_append_only', 'audit_log_numbered_first',
			'audit_seals_append_only']) AS wanted (tab, name)
		WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = tab::regclass AND tgname = name AND tgenabled IN ('O', 'A'))`).Scan(ctx, &off)
	for _, name := range off {
		tell(audit.Fault{What: audit.TriggerOff, Name: name})
	}
	return err
}
