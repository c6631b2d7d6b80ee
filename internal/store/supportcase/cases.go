// Package supportcase finds the cases of support, and stores their claims.
package supportcase

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/store/seal"
)

// Cases finds the held and late work of every process in the tables of the processes. There is no copy.
type Cases struct {
	DB   bun.IDB
	Keys *seal.Keys // of the hashes for finding people
}

// Filter selects cases; an empty field selects all.
type Filter struct {
	Kind    supportcase.Kind
	Code    contract.Code
	State   supportcase.State
	Claimed string // me, unclaimed or others
	By      string // user id of the caller
	LineIDs []string
	Newest  bool
	After   Place
	Most    int
}

// Place is the end of a page: the next page begins after it.
type Place struct {
	Since time.Time `json:"s"`
	Kind  string    `json:"k"`
	ID    string    `json:"i"`
}

// Count counts the cases of a kind with one reason.
type Count struct {
	Kind   supportcase.Kind
	Code   contract.Code
	Held   int
	Late   int
	Oldest time.Time
}

type caseRow struct {
	Kind      supportcase.Kind
	CaseID    string
	Reference string
	Variety   string
	Stage     string
	HeldFrom  string
	LineID    string
	Msisdn    string
	Code      contract.Code
	Work      contract.Work
	Since     time.Time
	Held      bool
	Late      bool
	Paid      bool
	ClaimedBy string
	Name      string
	Note      string
	ClaimedAt bun.NullTime
	ExpiresAt bun.NullTime
}

func (r caseRow) found() supportcase.Case {
	c := supportcase.Case{
		Kind: r.Kind, ID: r.CaseID, Reference: r.Reference, Variety: r.Variety, Stage: r.Stage, From: r.HeldFrom, LineID: r.LineID, MSISDN: r.Msisdn,
		Code: r.Code, Work: r.Work, Since: r.Since.UTC(), Held: r.Held, Late: r.Late, Paid: r.Paid,
	}
	if r.ClaimedBy != "" {
		c.Claim = &supportcase.Claim{By: r.ClaimedBy, Name: r.Name, Since: r.ClaimedAt.UTC(), Expires: r.ExpiresAt.UTC(), Note: r.Note}
	}
	return c
}

const columns = `
SELECT c.kind, c.case_id, c.reference, c.variety, c.stage, c.held_from, coalesce(c.line_id, '') AS line_id, c.msisdn, c.code, c.work, c.since, c.held,
       c.late, coalesce(c.paid, false) AS paid, coalesce(k.claimed_by::text, '') AS claimed_by, coalesce(u.email, u.mobile, '') AS name,
       coalesce(k.note, '') AS note, k.claimed_at, k.expires_at
FROM support_cases AS c
LEFT JOIN case_claims AS k ON k.kind = c.kind AND k.case_id = c.case_id AND k.expires_at > now() LEFT JOIN users AS u ON u.id = k.claimed_by `

// List returns one page of cases, and whether there are more.
func (q Cases) List(ctx context.Context, f Filter) (found []supportcase.Case, more bool, err error) {
	order, beyond := "ASC", ">"
	if f.Newest {
		order, beyond = "DESC", "<"
	}
	var rows []caseRow
	err = q.DB.NewRaw(columns+`
WHERE (?0 = '' OR c.kind = ?0) AND (?1 = '' OR c.code = ?1)
  AND CASE ?2 WHEN 'held' THEN c.held WHEN 'late' THEN c.late ELSE true END
  AND CASE ?3 WHEN 'me' THEN k.claimed_by::text = ?4 WHEN 'unclaimed' THEN k.claimed_by IS NULL WHEN 'others' THEN k.claimed_by::text <> ?4 ELSE true END
  AND (?10 OR c.line_id IN (?5))
  AND (?8 = '' OR (c.since, c.kind, c.case_id) `+beyond+` (?6, ?7, ?8))
ORDER BY c.since `+order+`, c.kind `+order+`, c.case_id `+order+` LIMIT ?9`,
		string(f.Kind), string(f.Code), string(f.State), f.Claimed, f.By, bun.List(append([]string{""}, f.LineIDs...)), f.After.Since, f.After.Kind, f.After.ID, f.Most+1,
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
	err = q.DB.NewRaw(`
		SELECT kind, code, count(*) FILTER (WHERE held) AS held, count(*) FILTER (WHERE late) AS late, min(since) AS oldest
		FROM support_cases GROUP BY kind, code ORDER BY count(*) DESC, kind, code`).Scan(ctx, &counts)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("count cases", err)
	}
	return counts, nil
}

// Get returns a case; false for work that is neither held nor late.
func (q Cases) Get(ctx context.Context, kind supportcase.Kind, id string) (found supportcase.Case, is bool, err error) {
	var rows []caseRow
	err = q.DB.NewRaw(columns+"WHERE c.kind = ? AND c.case_id = ?", string(kind), id).Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return found, false, wrap("find case", err)
	}
	if len(rows) == 0 {
		return found, false, nil
	}
	return rows[0].found(), true, nil
}

func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
