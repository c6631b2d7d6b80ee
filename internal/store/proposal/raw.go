package proposal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/proposal"
)

// Find returns one page of changes, the latest proposed first.
func (q Proposals) Find(ctx context.Context, f Filter) ([]proposal.Proposal, error) {
	where, args := []string{"true"}, []any{}
	for column, wanted := range map[string]string{"kind": string(f.Kind), "key": f.Key, "standing": string(f.State)} {
		if wanted != "" {
			where, args = append(where, "? = ?"), append(args, bun.Ident(column), wanted)
		}
	}
	var rows []row
	// Raw: it selects from a selection with states that it computes.
	err := q.DB.NewRaw("SELECT * FROM ("+standing+") AS c WHERE "+strings.Join(where, " AND ")+" ORDER BY proposed_at DESC, id LIMIT ? OFFSET ?",
		append(args, f.Limit, f.Offset)...).Scan(ctx, &rows)
	found := make([]proposal.Proposal, len(rows))
	for i, r := range rows {
		found[i] = r.change()
	}
	return found, wrap("list changes", err)
}

// Get finds a change.
func (q Proposals) Get(ctx context.Context, id string) (c proposal.Proposal, known bool, err error) {
	var r row
	// Raw: it selects states that it computes.
	err = q.DB.NewRaw(standing+" WHERE c.id = ?", id).Scan(ctx, &r)
	if errors.Is(err, sql.ErrNoRows) {
		return c, false, nil
	}
	return r.change(), err == nil, wrap("read change", err)
}

// Lock serialises decisions until the end of the transaction, because settings must be consistent at any time.
func (q Proposals) Lock(ctx context.Context) error {
	// Raw: it calls a lock.
	_, err := q.DB.NewRaw("SELECT pg_advisory_xact_lock(?)", lockKey).Exec(ctx)
	return wrap("lock changes", err)
}

// Value returns the decided value of a key at a time: the latest that was approved, set by command or imported. It is
// proposal.Nothing for the shipped value.
func (q Proposals) Value(ctx context.Context, kind proposal.Kind, key string, at time.Time) (json.RawMessage, error) {
	var value string
	// Raw: a union of three tables.
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

// Wordings returns all edited texts of some messages, each with its time.
func (q Proposals) Wordings(ctx context.Context, templates ...string) (Wordings, error) {
	if len(templates) == 0 {
		return nil, nil
	}
	var rows []struct {
		Key, Value  string
		EffectiveAt time.Time
	}
	err := q.DB.NewSelect().Table("changes").Column("key", "value", "effective_at").Where("kind = 'message'").
		Where("key IN (?)", bun.List(templates)).Where("state = 'approved'").Order("effective_at DESC").Scan(ctx, &rows)
	if err != nil {
		return nil, wrap("read words that messages had", err)
	}
	all := make(Wordings, len(rows))
	for i, row := range rows {
		all[i] = wordsSince{template: row.Key, since: row.EffectiveAt}
		if all[i].words, err = proposal.ReadWords(json.RawMessage(row.Value)); err != nil {
			return nil, err
		}
	}
	return all, nil
}
