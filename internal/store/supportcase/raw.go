package supportcase

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
)

// Matching returns the cases of a filter, the longest held first.
func (q Cases) Matching(ctx context.Context, f contract.BulkFilter) (found []supportcase.Case, err error) {
	if err := q.renew(ctx, longEnough); err != nil {
		return nil, err
	}
	var rows []caseRow
	// Raw: the columns of a case are a report over several tables.
	err = q.DB.NewRaw(columns+`
WHERE (?0 = '' OR c.kind = ?0) AND (?1 = '' OR c.code = ?1) AND c.since >= ?2 AND c.since < ?3
ORDER BY c.since, c.kind, c.case_id`, f.Kind, string(f.Code), f.From, f.Until).Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("match cases", err)
	}
	for _, row := range rows {
		found = append(found, row.found())
	}
	return found, nil
}

// Save stores the state of a bulk; an older state never overwrites a newer one, and returns false.
func (q Bulks) Save(ctx context.Context, b contract.Bulk) (saved bool, err error) {
	// Raw: its JSON column has a format of its own.
	result, err := q.DB.NewRaw(`
		INSERT INTO bulk_resolutions AS b (id, state, bulk, started_by, started_at, ended_at, seq) VALUES (?0, ?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT (id) DO UPDATE SET state = EXCLUDED.state, bulk = EXCLUDED.bulk, ended_at = EXCLUDED.ended_at, seq = EXCLUDED.seq
		WHERE b.seq < EXCLUDED.seq`,
		b.ID, b.State, bulkRow{b}, b.StartedBy, b.StartedAt, bun.NullTime{Time: b.EndedAt}, b.Seq).Exec(ctx)
	if err != nil {
		return false, wrap("save bulk", err)
	}
	changed, err := result.RowsAffected()
	return changed > 0, wrap("save bulk", err)
}

// Counts returns the progress of bulks, by their ids.
func (q Bulks) Counts(ctx context.Context, ids ...string) (map[string]Counts, error) {
	var rows []struct {
		BulkID string
		Counts `bun:",extend"`
	}
	if len(ids) == 0 {
		return map[string]Counts{}, nil
	}
	if err := (Cases{DB: q.DB}).renew(ctx, longEnough); err != nil {
		return nil, err
	}
	// Raw: a report over two tables.
	err := q.DB.NewRaw(`
		SELECT i.bulk_id::text AS bulk_id, count(*) FILTER (WHERE i.outcome = 'waiting') AS waiting,
		       count(*) FILTER (WHERE i.outcome = 'resumed' AND s.kind IS NULL) AS resumed, count(s.kind) AS held_again,
		       count(*) FILTER (WHERE i.outcome = 'resolved-already') AS resolved, count(*) FILTER (WHERE i.outcome = 'refused') AS refused `+again+`
		WHERE i.bulk_id IN (?) GROUP BY i.bulk_id`, bun.List(ids)).Scan(ctx, &rows)
	counts := map[string]Counts{}
	for _, row := range rows {
		counts[row.BulkID] = row.Counts
	}
	return counts, wrap("count items of bulks", unlessNone(err))
}

// Items returns one page of a bulk's items in order. held-again is an outcome here, too.
func (q Bulks) Items(ctx context.Context, id, outcome string, page, perPage int) (found []Item, err error) {
	if err := (Cases{DB: q.DB}).renew(ctx, longEnough); err != nil {
		return nil, err
	}
	// Raw: it joins cases that are held again.
	err = q.DB.NewRaw(`SELECT i.*, coalesce(s.code, '') AS again_code `+again+`
		WHERE i.bulk_id = ?0 AND (?1 = '' OR ?1 = CASE WHEN s.kind IS NOT NULL THEN 'held-again' ELSE i.outcome END)
		ORDER BY i.position LIMIT ?2 OFFSET ?3`, id, outcome, perPage, (page-1)*perPage).Scan(ctx, &found)
	return found, wrap("list items of bulk", unlessNone(err))
}

// List returns one page of cases, and whether there are more.
func (q Cases) List(ctx context.Context, f Filter) (found []supportcase.Case, more bool, err error) {
	order, beyond := "ASC", ">"
	if f.Newest {
		order, beyond = "DESC", "<"
	}
	if err := q.renew(ctx, longEnough); err != nil {
		return nil, false, err
	}
	var rows []caseRow
	// Raw: the columns of a case are a report over several tables.
	err = q.DB.NewRaw(columns+`
WHERE (?0 = '' OR c.kind = ?0) AND (?1 = '' OR c.code = ?1)
  AND CASE ?2 WHEN 'held' THEN c.held WHEN 'late' THEN c.late ELSE true END
  AND CASE ?3 WHEN 'me' THEN k.claimed_by::text = ?4 WHEN 'unclaimed' THEN k.claimed_by IS NULL WHEN 'others' THEN k.claimed_by::text <> ?4 ELSE true END
  AND (?10 OR c.line_id IN (?5))
  AND (?8 = '' OR (c.since, c.kind, c.case_id) `+beyond+` (?6, ?7, ?8))
ORDER BY c.since `+order+`, c.kind `+order+`, c.case_id `+order+` LIMIT ?9`,
		string(f.Kind), string(f.Code), string(f.State), f.Claimed, f.By, bun.List(append([]string{contract.GuestUserID}, f.LineIDs...)), f.After.Since, f.After.Kind, f.After.ID, f.Most+1,
		len(f.LineIDs) == 0).Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, false, wrap("list cases", err)
	}
	if more = len(rows) > f.Most; more {
		rows = rows[:f.Most]
	}
	for _, row := range rows {
		found = append(found, row.found())
	}
	return found, more, nil
}

// Counts counts the cases by kind and reason, the most frequent first.
func (q Cases) Counts(ctx context.Context) (counts []Count, err error) {
	if err := q.renew(ctx, longEnough); err != nil {
		return nil, err
	}
	err = q.DB.NewSelect().Table("case_list").Column("kind", "code").ColumnExpr("count(*) FILTER (WHERE held) AS held").
		ColumnExpr("count(*) FILTER (WHERE late) AS late").ColumnExpr("min(since) AS oldest").
		Group("kind", "code").OrderExpr("count(*) DESC, kind, code").Scan(ctx, &counts)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("count cases", err)
	}
	return counts, nil
}

// Get returns a case; false for work that is neither held nor late.
func (q Cases) Get(ctx context.Context, kind supportcase.Kind, id string) (found supportcase.Case, is bool, err error) {
	// A case that began after the list was read is looked for in a new list.
	for _, age := range []time.Duration{longEnough, 0} {
		if err := q.renew(ctx, age); err != nil {
			return found, false, err
		}
		var rows []caseRow
		// Raw: the columns of a case are a report over several tables.
		err = q.DB.NewRaw(columns+"WHERE c.kind = ? AND c.case_id = ?", string(kind), id).Scan(ctx, &rows)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return found, false, wrap("find case", err)
		}
		if len(rows) > 0 {
			return rows[0].found(), true, nil
		}
	}
	return found, false, nil
}

// renew reads the list of cases again, if it is older than an age. A list of less than fewCases is always read again, unless another
// caller has begun to read it meanwhile. While another caller reads a long list, its former state serves.
func (q Cases) renew(ctx context.Context, age time.Duration) error {
	return wrap("read cases", q.DB.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		var last struct {
			Long, Young bool
			Now         time.Time
		}
		err := tx.NewSelect().Table("case_readings").ColumnExpr("cases >= ? AS long", fewCases).ColumnExpr("clock_timestamp() AS now").
			ColumnExpr("read_at > clock_timestamp() - make_interval(secs => ?) AS young", age.Seconds()).Scan(ctx, &last)
		if err != nil || last.Long && last.Young {
			return err
		}
		// A caller that waited for the lock finds no row here if a reading began in that time.
		lock := tx.NewSelect().Table("case_readings").ColumnExpr("1").Where("read_at <= ?", last.Now).For("UPDATE")
		if last.Long && age > 0 {
			lock.For("UPDATE SKIP LOCKED")
		}
		if locked, err := lock.Exec(ctx); err != nil || isUnlocked(locked) {
			return err
		}
		var began time.Time
		if err := tx.NewSelect().ColumnExpr("clock_timestamp()").Scan(ctx, &began); err != nil {
			return err
		}
		// Raw: it compares the list with all columns of a view.
		if _, err := tx.NewRaw(readCases).Exec(ctx); err != nil {
			return err
		}
		_, err = tx.NewUpdate().Table("case_readings").Set("read_at = ?", began).Set("cases = (SELECT count(*) FROM case_list)").Where("only_one").Exec(ctx)
		return err
	}))
}

// isUnlocked tells that a statement locked no row.
func isUnlocked(locked sql.Result) bool {
	rows, err := locked.RowsAffected()
	return err == nil && rows == 0
}

// Take claims a case, or renews a claim. A case of another holder stays theirs, and returns false, unless it is taken over.
func (q Cases) Take(ctx context.Context, t Taking) (now supportcase.Claim, taken bool, err error) {
	// Raw: its conflict compares with a parameter.
	changed, err := q.DB.NewRaw(`
		INSERT INTO case_claims AS k (kind, case_id, claimed_by, note, claimed_at, expires_at) VALUES (?0, ?1, ?2, ?3, ?4, ?5)
		ON CONFLICT (kind, case_id) DO UPDATE SET claimed_by = EXCLUDED.claimed_by, note = EXCLUDED.note, expires_at = EXCLUDED.expires_at,
			claimed_at = CASE WHEN k.claimed_by = EXCLUDED.claimed_by AND k.expires_at > ?4 THEN k.claimed_at ELSE EXCLUDED.claimed_at END
		WHERE k.claimed_by = EXCLUDED.claimed_by OR k.expires_at <= ?4 OR ?6`,
		string(t.Kind), t.ID, t.By, t.Note, t.At, t.Until, t.TakeOver).Exec(ctx)
	if err != nil {
		return now, false, wrap("claim case", err)
	}
	rows, err := changed.RowsAffected()
	if err != nil {
		return now, false, wrap("claim case", err)
	}
	claim, err := q.ClaimOf(ctx, t.Kind, t.ID, t.At)
	if err != nil || claim == nil {
		return now, false, err
	}
	return *claim, rows == 1, nil
}

// AddNote adds a note to a case.
func (q Cases) AddNote(ctx context.Context, kind supportcase.Kind, id string, n supportcase.Note) (supportcase.Note, error) {
	added := struct {
		bun.BaseModel `bun:"table:case_notes"`

		Kind      supportcase.Kind
		CaseID    string
		WrittenBy string
		Note      string
		WrittenAt time.Time
	}{Kind: kind, CaseID: id, WrittenBy: n.By, Note: n.Text, WrittenAt: n.At}
	err := q.DB.NewInsert().Model(&added).Returning("id").Scan(ctx, &n.ID)
	return n, wrap("note case", err)
}

// ListLinked returns other work on the same order, line or payment, the newest first.
func (q Cases) ListLinked(ctx context.Context, a About) (found []Linked, err error) {
	lines := bun.List(append([]string{contract.GuestUserID}, a.LineIDs...))
	var hashes, since []string
	for _, n := range a.Numbers {
		hashes, since = append(hashes, hex.EncodeToString(q.Keys.Hash(n.MSISDN))), append(since, n.Since.UTC().Format(time.RFC3339Nano))
	}
	if err := q.renew(ctx, longEnough); err != nil {
		return nil, err
	}
	// Raw: a union of several tables.
	err = q.DB.NewRaw(linked, a.Kind, a.ID, cmp.Or(a.OrderID, contract.GuestUserID), a.MSISDN, lines, cmp.Or(a.Subject, contract.GuestUserID), linkedAtMost,
		cmp.Or(a.UserID, contract.GuestUserID), pgdialect.Array(hashes), pgdialect.Array(since)).Scan(ctx, &found)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("find linked work", err)
	}
	return found, nil
}

// Lines returns the lines of a customer, by the id of a line or a user, the main one first.
func (q Cases) Lines(ctx context.Context, customerID string) (lines []CustomerLine, err error) {
	// Raw: a report over several tables.
	err = q.DB.NewRaw(customerLines, customerID).Scan(ctx, &lines)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("find lines of customer", err)
	}
	return lines, nil
}

// Search finds the work and people of any of the terms, the newest first. It finds ID numbers by their keyed hash.
func (q Cases) Search(ctx context.Context, terms map[supportcase.By]string) (hits []Hit, err error) {
	if err := q.renew(ctx, longEnough); err != nil {
		return nil, err
	}
	// Raw: a union of several tables.
	err = q.DB.NewRaw(search, terms[supportcase.ByOrder], terms[supportcase.ByPurchase], terms[supportcase.ByMobile], q.hash(terms[supportcase.ByMobile]),
		q.hash(terms[supportcase.ByID]), terms[supportcase.ByCard], terms[supportcase.ByParcel], terms[supportcase.ByEmail], q.hash(terms[supportcase.ByEmail]),
		terms[supportcase.ByBill], terms[supportcase.ByReference], terms[supportcase.ByTicket], foundAtMost).Scan(ctx, &hits)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("search", err)
	}
	return hits, nil
}
