// Package proposal keeps what people of ours propose, approve and take back, and says what of it counts.
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

// Changes are the proposals and what became of them.
type Changes struct{ DB bun.IDB }

// lockKey is any number that nothing else in this database locks.
const lockKey = 5_700_968

// Lock lets one decision after another be made, until the transaction ends: figures have to fit each other at any time.
func (q Changes) Lock(ctx context.Context) error {
	_, err := q.DB.NewRaw("SELECT pg_advisory_xact_lock(?)", lockKey).Exec(ctx)
	return wrap("lock changes", err)
}

// Propose writes a change down; false where another one of the same key waits.
func (q Changes) Propose(ctx context.Context, c proposal.Change) (opened bool, err error) {
	return q.changeRow(ctx, "propose change", `
		INSERT INTO changes (id, kind, key, value, before, effective_at, note, proposed_by, undo_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (kind, key) WHERE state = 'pending' DO NOTHING`,
		c.ID, string(c.Kind), c.Key, string(c.Value), string(c.Before), c.EffectiveAt, c.Note, c.ProposedBy, orNull(c.UndoOf))
}

// Approve lets a change count from its time on, or from now where that is over; false where it does not wait any more, or is one's own.
func (q Changes) Approve(ctx context.Context, id, by string, before json.RawMessage) (approved bool, err error) {
	return q.changeRow(ctx, "approve change", `
		UPDATE changes SET state = 'approved', approved_by = ?1, approved_at = now(), effective_at = greatest(effective_at, now()), before = ?2
		WHERE id = ?0 AND state = 'pending' AND proposed_by <> ?1`, id, by, string(before))
}

// Cancel takes a change back that does not count yet; false where it does, or was taken back already.
func (q Changes) Cancel(ctx context.Context, id, by string) (cancelled bool, err error) {
	return q.changeRow(ctx, "cancel change", `
		UPDATE changes SET state = 'cancelled', cancelled_by = ?1, cancelled_at = now()
		WHERE id = ?0 AND (state = 'pending' OR state = 'approved' AND effective_at > now())`, id, by)
}

func (q Changes) changeRow(ctx context.Context, what, statement string, args ...any) (bool, error) {
	done, err := q.DB.NewRaw(statement, args...).Exec(ctx)
	if err != nil {
		return false, wrap(what, err)
	}
	rows, err := done.RowsAffected()
	return rows == 1, wrap(what, err)
}

// Value is what counts of a key at a time, as far as it is decided: the latest of what was approved, set by command or imported. It
// is change.Nothing where that is what we ship.
func (q Changes) Value(ctx context.Context, kind proposal.Kind, key string, at time.Time) (json.RawMessage, error) {
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

// Wording is what the messages given say instead of our own words.
func (q Changes) Wording(ctx context.Context, templates ...string) (texts.Wording, error) {
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

// SupportPhone is what customers dial for help; empty where there is none.
func (q Changes) SupportPhone(ctx context.Context) (phone string, err error) {
	err = q.DB.NewRaw("SELECT COALESCE((SELECT value #>> '{}' FROM settings WHERE key = 'supportPhone'), '')").Scan(ctx, &phone)
	return phone, wrap("read the telephone number of support", err)
}

// PromoCodes are all codes there are or will be.
func (q Changes) PromoCodes(ctx context.Context) (codes []string, err error) {
	err = q.DB.NewRaw(`
		SELECT code FROM promo_codes UNION SELECT key FROM changes WHERE kind = 'promo-code' AND state = 'approved' ORDER BY 1`).Scan(ctx, &codes)
	return codes, wrap("list promo codes", err)
}

// PlansKnown tells whether there are all of the plans named.
func (q Changes) PlansKnown(ctx context.Context, ids []string) (known bool, err error) {
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
