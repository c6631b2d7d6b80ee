// Package portout stores the port-out requests of other operators.
package portout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/tx"
)

// PortOuts stores the port-out requests of other operators.
type PortOuts struct{ *tx.Conn }

// Open inserts a decided request; a repeated call changes nothing. A line with an open port-out is ErrConflict.
func (q PortOuts) Open(ctx context.Context, p contract.PortOut) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("open port-out: %w", err)
	}
	line := sql.NullString{String: p.LineID, Valid: p.LineID != ""}
	_, err = q.Prepared().Exec(ctx, `
		INSERT INTO port_outs (reference, line_id, recipient, stage, asked_at, cut_over_at, seq, state)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (reference) DO NOTHING`,
		p.Reference, line, p.Recipient, string(p.Stage), p.AskedAt, p.CutOverAt, p.Seq, string(state))
	return storeerrors.Translate("open port-out", err)
}

// Save stores the next state of a request; any other state is ErrStale.
func (q PortOuts) Save(ctx context.Context, p contract.PortOut) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("save port-out: %w", err)
	}
	changed, err := q.Prepared().Exec(ctx, `
		UPDATE port_outs SET stage = $2, held = $3, seq = $4, state = $5, updated_at = now() WHERE reference = $1 AND seq = $4 - 1`,
		p.Reference, string(p.Stage), p.Held != nil, p.Seq, string(state))
	if err == nil && changed == 0 {
		return fmt.Errorf("save port-out: %w", storeerrors.ErrStale)
	}
	return storeerrors.Translate("save port-out", err)
}

// Get finds a request by the clearing house's reference.
func (q PortOuts) Get(ctx context.Context, reference string) (p contract.PortOut, err error) {
	found, err := q.list(ctx, "SELECT state::text FROM port_outs WHERE reference = $1", reference)
	if err == nil && len(found) == 0 {
		return p, fmt.Errorf("find port-out: %w", storeerrors.ErrNotFound)
	}
	if err != nil {
		return p, err
	}
	return found[0], nil
}

// OfLines returns the requests for lines that are open or ended since a time, and of each line the last one that was refused
// since another time; the newest first.
func (q PortOuts) OfLines(ctx context.Context, lineIDs []string, endedSince, refusedSince time.Time) ([]contract.PortOut, error) {
	return q.list(ctx, `
		SELECT state::text FROM (
		    SELECT state, asked_at, reference FROM port_outs
		    WHERE line_id = ANY($1::text[]::uuid[]) AND (stage IN ('agreed', 'moving') OR stage <> 'rejected' AND updated_at > $2)
		    UNION ALL
		    SELECT refused.* FROM unnest($1::text[]::uuid[]) AS line (id) CROSS JOIN LATERAL (
		        SELECT state, asked_at, reference FROM port_outs
		        WHERE line_id = line.id AND stage = 'rejected' AND asked_at > $3 ORDER BY asked_at DESC LIMIT 1
		    ) AS refused
		) AS shown ORDER BY asked_at DESC, reference`, lineIDs, endedSince, refusedSince)
}

// portOutsPage is the page length of support's list.
const portOutsPage = 50

// ForSupport returns one page of requests, the newest first: the held ones, or the one with a reference.
func (q PortOuts) ForSupport(ctx context.Context, reference string, page int) ([]contract.PortOut, error) {
	if reference != "" {
		return q.list(ctx, "SELECT state::text FROM port_outs WHERE reference = $1 LIMIT $2 OFFSET $3", reference, portOutsPage, tx.Offset(page, portOutsPage))
	}
	return q.list(ctx, `
		SELECT state::text FROM port_outs WHERE held
		ORDER BY asked_at DESC, reference LIMIT $1 OFFSET $2`, portOutsPage, tx.Offset(page, portOutsPage))
}

func (q PortOuts) list(ctx context.Context, query string, args ...any) (found []contract.PortOut, err error) {
	rows, err := q.Prepared().Query(ctx, query, args...)
	if err != nil {
		return nil, storeerrors.Translate("read port-outs", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var state []byte
		var p contract.PortOut
		if err := errors.Join(rows.Scan(&state), contract.Decode(state, &p)); err != nil {
			return nil, fmt.Errorf("read port-outs: %w", err)
		}
		found = append(found, p)
	}
	return found, storeerrors.Translate("read port-outs", rows.Err())
}

// FindAsked returns the facts about a requested number, and its line; empty for a number without a line.
func (q PortOuts) FindAsked(ctx context.Context, msisdn, idNumber string) (l port.PortOut, lineID, language string, err error) {
	var portedFrom, subscription, kind string
	var since time.Time
	var guarded sql.NullTime
	err = q.Prepared().Row(ctx, `
		SELECT l.id, l.status, l.kind, l.subscription_type, l.ported_from, l.activated_at, l.guarded_until, o.id_hash = $2,
		       coalesce(b.amount, 0), coalesce(s.state ->> 'language', 'ar'),
		       EXISTS (SELECT FROM port_outs AS p WHERE p.line_id = l.id AND p.stage IN ('agreed', 'moving')),
		       EXISTS (SELECT FROM line_changes AS c WHERE c.line_id = l.id AND (c.expires_at IS NULL OR c.expires_at > now()))
		FROM lines AS l JOIN subscribers AS o ON o.id = l.subscriber_id
		LEFT JOIN line_balances AS b ON b.line_id = l.id LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id
		WHERE l.msisdn = $1 AND l.status <> 'ended'`, msisdn, q.Keys.Hash(idNumber)).
		Scan(&lineID, &l.Status, &kind, &subscription, &portedFrom, &since, &guarded, &l.Owner, (*int64)(&l.Balance), &language, &l.Leaving, &l.Busy)
	if errors.Is(err, sql.ErrNoRows) {
		return port.PortOut{}, "", "", nil
	}
	l.Ours, l.Data, l.Prepaid, l.GuardedTill = true, kind == linestore.Data, subscription == "prepaid", guarded.Time
	if portedFrom != "" {
		l.PortedInAt = since
	}
	return l, lineID, language, storeerrors.Translate("look at number asked for", err)
}
