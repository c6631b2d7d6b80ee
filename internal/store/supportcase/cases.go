// Package supportcase finds the cases of support, and stores their claims.
package supportcase

import (
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/store/seal"
)

// Cases finds the held and late work of every process in the tables of the processes. The view support_cases reads all of it; the table
// case_list keeps what it read, for longEnough if it is long.
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

const (
	longEnough = 5 * time.Second // a long list serves for it
	fewCases   = 1_000           // a list with less is read in a few milliseconds
)

const readCases = `
WITH found AS MATERIALIZED (
    SELECT DISTINCT ON (kind, case_id) kind, case_id, reference, variety, stage, held_from, coalesce(line_id, '') AS line_id, msisdn, code, work, since,
           held, coalesce(paid, false) AS paid, late
    FROM support_cases ORDER BY kind, case_id, held DESC, since
), gone AS (
    DELETE FROM case_list AS c WHERE NOT EXISTS (SELECT FROM found AS f WHERE f.kind = c.kind AND f.case_id = c.case_id)
)
INSERT INTO case_list AS c SELECT * FROM found ON CONFLICT (kind, case_id) DO UPDATE
SET reference = EXCLUDED.reference, variety = EXCLUDED.variety, stage = EXCLUDED.stage, held_from = EXCLUDED.held_from, line_id = EXCLUDED.line_id,
    msisdn = EXCLUDED.msisdn, code = EXCLUDED.code, work = EXCLUDED.work, since = EXCLUDED.since, held = EXCLUDED.held, paid = EXCLUDED.paid,
    late = EXCLUDED.late
WHERE c IS DISTINCT FROM EXCLUDED`

const columns = `
SELECT c.kind, c.case_id, c.reference, c.variety, c.stage, c.held_from, c.line_id, c.msisdn, c.code, c.work, c.since, c.held, c.late, c.paid,
       coalesce(k.claimed_by::text, '') AS claimed_by, coalesce(u.email, u.mobile, '') AS name,
       coalesce(k.note, '') AS note, k.claimed_at, k.expires_at
FROM case_list AS c
LEFT JOIN case_claims AS k ON k.kind = c.kind AND k.case_id = c.case_id AND k.expires_at > now() LEFT JOIN users AS u ON u.id = k.claimed_by `

func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
