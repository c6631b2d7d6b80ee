// Package proposal stores changes that staff propose, approve and cancel, and returns the values in force.
package proposal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/proposal"
	"selfcare/internal/store/tx"
)

// Proposals stores proposals and their decisions.
type Proposals struct{ DB bun.IDB }

type changeRow struct {
	bun.BaseModel `bun:"table:changes,alias:c"`

	ID          string `bun:",pk"`
	Kind        proposal.Kind
	Key         string
	Value       string
	Before      string
	EffectiveAt time.Time
	Note        string
	ProposedBy  string
	UndoOf      string `bun:",nullzero"`
}

// lockKey is an arbitrary number that no other code locks.
const lockKey = 5_700_968

// Propose inserts a change; false when another change of the key waits.
func (q Proposals) Propose(ctx context.Context, c proposal.Proposal) (opened bool, err error) {
	proposed := changeRow{
		ID: c.ID, Kind: c.Kind, Key: c.Key, Value: string(c.Value), Before: string(c.Before), EffectiveAt: c.EffectiveAt, Note: c.Note,
		ProposedBy: c.ProposedBy, UndoOf: c.UndoOf,
	}
	changed, err := tx.Changed(q.DB.NewInsert().Model(&proposed).On("CONFLICT (kind, key) WHERE state = 'pending' DO NOTHING").Returning("NULL").Exec(ctx))
	return changed == 1, wrap("propose change", err)
}

// Approve puts a change into force at its time, or now when that is past; false when it does not wait any more, or is the
// approver's own.
func (q Proposals) Approve(ctx context.Context, id, by string, before json.RawMessage) (approved bool, err error) {
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*changeRow)(nil)).Set("state = 'approved'").Set("approved_by = ?", by).Set("approved_at = now()").
		Set("effective_at = greatest(effective_at, now())").Set("before = ?", string(before)).
		Where("id = ?", id).Where("state = 'pending'").Where("proposed_by <> ?", by).Exec(ctx))
	return changed == 1, wrap("approve change", err)
}

// Cancel cancels a change that is not in force yet; false when it is in force or was cancelled.
func (q Proposals) Cancel(ctx context.Context, id, by string) (cancelled bool, err error) {
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*changeRow)(nil)).Set("state = 'cancelled'").Set("cancelled_by = ?", by).Set("cancelled_at = now()").
		Where("id = ?", id).Where("state = 'pending' OR state = 'approved' AND effective_at > now()").Exec(ctx))
	return changed == 1, wrap("cancel change", err)
}

// Wording returns the texts that replace the shipped ones of some messages.
func (q Proposals) Wording(ctx context.Context, templates ...string) (texts.Wording, error) {
	var rows []struct{ Key, Value string }
	err := q.DB.NewSelect().Model((*changeRow)(nil)).DistinctOn("key").Column("key", "value").Where("kind = 'message'").
		Where("key IN (?)", bun.List(templates)).Where("state = 'approved'").Where("effective_at <= now()").
		Order("key", "effective_at DESC").Scan(ctx, &rows)
	if err != nil {
		return nil, wrap("read words of messages", err)
	}
	wording := texts.Wording{}
	for _, row := range rows {
		words, err := proposal.ReadWords(json.RawMessage(row.Value))
		if err != nil {
			return nil, err
		}
		wording[row.Key] = words
	}
	return wording, nil
}

// SupportPhone returns the telephone number of support; empty without one.
func (q Proposals) SupportPhone(ctx context.Context) (phone string, err error) {
	var set sql.NullString
	err = q.DB.NewSelect().Table("settings").ColumnExpr("value #>> '{}'").Where("key = 'supportPhone'").Scan(ctx, &set)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return set.String, wrap("read the telephone number of support", err)
}

// PromoCodes lists all present and future codes.
func (q Proposals) PromoCodes(ctx context.Context) (codes []string, err error) {
	decided := q.DB.NewSelect().Model((*changeRow)(nil)).Column("key").Where("kind = 'promo-code'").Where("state = 'approved'")
	all := q.DB.NewSelect().Table("promo_codes").Column("code").Union(decided) // bun would sort only its first half
	err = q.DB.NewSelect().TableExpr("(?) AS known", all).Column("code").Order("code").Scan(ctx, &codes)
	return codes, wrap("list promo codes", err)
}

// PlansKnown tells whether all named plans exist.
func (q Proposals) PlansKnown(ctx context.Context, ids []string) (known bool, err error) {
	if len(ids) == 0 {
		return true, nil
	}
	err = q.DB.NewSelect().Table("plans").ColumnExpr("count(DISTINCT id) = ?", len(ids)).Where("id IN (?)", bun.List(ids)).Scan(ctx, &known)
	return known, wrap("look plans up", err)
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
