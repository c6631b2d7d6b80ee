package supportcase

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"selfcare/internal/domain/supportcase"
)

// Taking is a claim on a case.
type Taking struct {
	Kind     supportcase.Kind
	ID       string
	By       string // user id
	Note     string
	At       time.Time
	Until    time.Time
	TakeOver bool // from its present holder
}

type claimRow struct {
	ClaimedBy string
	Name      string
	Note      string
	ClaimedAt time.Time
	ExpiresAt time.Time
}

func (r claimRow) claim() supportcase.Claim {
	return supportcase.Claim{By: r.ClaimedBy, Name: r.Name, Since: r.ClaimedAt.UTC(), Expires: r.ExpiresAt.UTC(), Note: r.Note}
}

// ClaimOf returns the claim on a case; nil without one.
func (q Cases) ClaimOf(ctx context.Context, kind supportcase.Kind, id string, now time.Time) (*supportcase.Claim, error) {
	var row claimRow
	err := q.DB.NewSelect().TableExpr("case_claims AS k").Join("JOIN users AS u ON u.id = k.claimed_by").
		Column("k.claimed_by", "k.note", "k.claimed_at", "k.expires_at").ColumnExpr("coalesce(u.email, u.mobile, '') AS name").
		Where("k.kind = ?", kind).Where("k.case_id = ?", id).Where("k.expires_at > ?", now).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // an unclaimed case is no error
	}
	if err != nil {
		return nil, wrap("find claim", err)
	}
	claim := row.claim()
	return &claim, nil
}

// Release releases a person's claim on a case.
func (q Cases) Release(ctx context.Context, kind supportcase.Kind, id, by string) error {
	_, err := q.DB.NewDelete().Table("case_claims").Where("kind = ?", kind).Where("case_id = ?", id).Where("claimed_by = ?", by).Exec(ctx)
	return wrap("release case", err)
}

type noteRow struct {
	ID        int64
	WrittenBy string
	Name      string
	Note      string
	WrittenAt time.Time
}

// Notes returns the notes of a case, oldest first.
func (q Cases) Notes(ctx context.Context, kind supportcase.Kind, id string) (notes []supportcase.Note, err error) {
	var rows []noteRow
	err = q.DB.NewSelect().TableExpr("case_notes AS n").Join("JOIN users AS u ON u.id = n.written_by").
		Column("n.id", "n.written_by", "n.note", "n.written_at").ColumnExpr("coalesce(u.email, u.mobile, '') AS name").
		Where("n.kind = ?", kind).Where("n.case_id = ?", id).Order("n.id").Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("read notes", err)
	}
	for _, r := range rows {
		notes = append(notes, supportcase.Note{ID: r.ID, By: r.WrittenBy, Name: r.Name, Text: r.Note, At: r.WrittenAt.UTC()})
	}
	return notes, nil
}
