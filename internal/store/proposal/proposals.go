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
)

// Proposals stores proposals and their decisions.
type Proposals struct{ DB bun.IDB }

// lockKey is an arbitrary number that no other code locks.
const lockKey = 5_700_968

// Lock serialises decisions until the end of the transaction, because settings must be consistent at any time.
func (q Proposals) Lock(ctx context.Context) error {
	_, err := q.DB.NewRaw("SELECT pg_advisory_xact_lock(?)", lockKey).Exec(ctx)
	return wrap("lock changes", err)
}

// Propose inserts a change; false when another change of the key waits.
func (q Proposals) Propose(ctx context.Context, c proposal.Proposal) (opened bool, err error) {
	return q.changeRow(ctx, "propose change", `
		INSERT INTO changes (id, kind, key, value, before, effective_at, note, proposed_by, undo_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (kind, key) WHERE state = 'pending' DO NOTHING`,
		c.ID, string(c.Kind), c.Key, string(c.Value), string(c.Before), c.EffectiveAt, c.Note, c.ProposedBy, orNull(c.UndoOf))
}

// Approve puts a change into force at its time, or now when that is past; false when it does not wait any more, or is the
// approver's own.
func (q Proposals) Approve(ctx context.Context, id, by string, before json.RawMessage) (approved bool, err error) {
	return q.changeRow(ctx, "approve change", `
		UPDATE changes SET state = 'approved', approved_by = ?1, approved_at = now(), effective_at = greatest(effective_at, now()), before = ?2
		WHERE id = ?0 AND state = 'pending' AND proposed_by <> ?1`, id, by, string(before))
}

// Cancel cancels a change that is not in force yet; false when it is in force or was cancelled.
func (q Proposals) Cancel(ctx context.Context, id, by string) (cancelled bool, err error) {
	return q.changeRow(ctx, "cancel change", `
		UPDATE changes SET state = 'cancelled', cancelled_by = ?1, cancelled_at = now()
		WHERE id = ?0 AND (state = 'pending' OR state = 'approved' AND effective_at > now())`, id, by)
}

func (q Proposals) changeRow(ctx context.Context, what, statement string, args ...any) (bool, error) {
	done, err := q.DB.NewRaw(statement, args...).Exec(ctx)
	if err != nil {
		return false, wrap(what, err)
	}
	rows, err := done.RowsAffected()
	return rows == 1, wrap(what, err)
}

// Value returns the decided value of a key at a time: the latest that was approved, set by command or imported. It is
// proposal.Nothing for the shipped value.
func (q Proposals) Value(ctx context.Context, kind proposal.Kind, key string, at time.Time) (json.RawMessage, error) {
	var value string
	err := q.DB.NewRaw(`
		SELECT value FROM (
		    SELECT value, effective_at AS since FROM changes WHERE kind = ?0 AND key = ?1 AND state = 'approved' AND effective_at <= ?2
		    UNION ALL
		    SELECT value, updated_at FROM settings WHERE ?0 = 'setting' AND key = ?1
		    UNION ALL
		    SELECT to_jsonb(p) - '{code,used,changed_at}'::text[], changed_at FROM promo_codes AS p WHERE ?0 = 'promo-code' AND code = ?1
		) AS laid ORDER BY since DESC LIMIT 1`, string(kind), key, at).Scan(ctx, &value)
	if errors.Is(err, sql.ErrNoRows) {
		return json.RawMessage(proposal.Nothing), nil
	}
	return json.RawMessage(value), wrap("read what counts", err)
}

// Wording returns the texts that replace the shipped ones of some messages.
func (q Proposals) Wording(ctx context.Context, templates ...string) (texts.Wording, error) {
	var rows []struct{ Key, Value string }
	err := q.DB.NewRaw(`
		SELECT DISTINCT ON (key) key, value FROM changes
		WHERE kind = 'message' AND key IN (?) AND state = 'approved' AND effective_at <= now() ORDER BY key, effective_at DESC`,
		bun.List(templates)).Scan(ctx, &rows)
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
	err = q.DB.NewRaw("SELECT COALESCE((SELECT value #>> '{}' FROM settings WHERE key = 'supportPhone'), '')").Scan(ctx, &phone)
	return phone, wrap("read the telephone number of support", err)
}

// PromoCodes lists all present and future codes.
func (q Proposals) PromoCodes(ctx context.Context) (codes []string, err error) {
	err = q.DB.NewRaw(`
		SELECT code FROM promo_codes UNION SELECT key FROM changes WHERE kind = 'promo-code' AND state = 'approved' ORDER BY 1`).Scan(ctx, &codes)
	return codes, wrap("list promo codes", err)
}

// PlansKnown tells whether all named plans exist.
func (q Proposals) PlansKnown(ctx context.Context, ids []string) (known bool, err error) {
	if len(ids) == 0 {
		return true, nil
	}
	err = q.DB.NewRaw("SELECT count(DISTINCT id) = ? FROM plans WHERE id IN (?)", len(ids), bun.List(ids)).Scan(ctx, &known)
	return known, wrap("look plans up", err)
}

func orNull(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
