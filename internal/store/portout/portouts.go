// Package portout stores the port-out requests of other operators.
package portout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/tx"
)

// PortOuts stores the port-out requests of other operators.
type PortOuts struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:port_outs,alias:p"`

	Reference string `bun:",pk"`
	LineID    string `bun:",nullzero"`
	Recipient string
	Stage     contract.PortOutStage
	AskedAt   time.Time
	CutOverAt time.Time
	Seq       int64
	State     string
}

// Open inserts a decided request; a repeated call changes nothing. A line with an open port-out is ErrConflict.
func (q PortOuts) Open(ctx context.Context, p contract.PortOut) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("open port-out: %w", err)
	}
	opened := row{
		Reference: p.Reference, LineID: p.LineID, Recipient: p.Recipient, Stage: p.Stage, AskedAt: p.AskedAt, CutOverAt: p.CutOverAt,
		Seq: p.Seq, State: string(state),
	}
	_, err = q.DB.NewInsert().Model(&opened).On("CONFLICT (reference) DO NOTHING").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("open port-out", err)
}

// Save stores the next state of a request; any other state is ErrStale.
func (q PortOuts) Save(ctx context.Context, p contract.PortOut) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("save port-out: %w", err)
	}
	result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("stage = ?", p.Stage).Set("held = ?", p.Held != nil).Set("seq = ?", p.Seq).
		Set("state = ?", string(state)).Set("updated_at = now()").
		Where("reference = ?", p.Reference).Where("seq = ?", p.Seq-1).Exec(ctx)
	return tx.RequireChange("save port-out", storeerrors.ErrStale, result, err)
}

// Get finds a request by the clearing house's reference.
func (q PortOuts) Get(ctx context.Context, reference string) (p contract.PortOut, err error) {
	var state []byte
	err = q.DB.NewSelect().Model((*row)(nil)).Column("state").Where("reference = ?", reference).Scan(ctx, &state)
	if err != nil {
		return p, storeerrors.Translate("find port-out", err)
	}
	if err := contract.Decode(state, &p); err != nil {
		return p, fmt.Errorf("find port-out: %w", err)
	}
	return p, nil
}

// OfLines returns the requests for lines that are open or ended since a time, and of each line the last one that was refused
// since another time; the newest first.
func (q PortOuts) OfLines(ctx context.Context, lineIDs []string, endedSince, refusedSince time.Time) ([]contract.PortOut, error) {
	// Raw: a union with a lateral join.
	var states []string
	err := q.DB.NewRaw(`
		SELECT state FROM (
		    SELECT state, asked_at, reference FROM port_outs
		    WHERE line_id IN (?0) AND (stage IN ('agreed', 'moving') OR stage <> 'rejected' AND updated_at > ?1)
		    UNION ALL
		    SELECT refused.* FROM unnest(?3::uuid[]) AS line (id) CROSS JOIN LATERAL (
		        SELECT state, asked_at, reference FROM port_outs
		        WHERE line_id = line.id AND stage = 'rejected' AND asked_at > ?2 ORDER BY asked_at DESC LIMIT 1
		    ) AS refused
		) AS shown ORDER BY asked_at DESC, reference`, bun.List(lineIDs), endedSince, refusedSince, pgdialect.Array(lineIDs)).Scan(ctx, &states)
	return portOutsOf(states, err)
}

// portOutsPage is the page length of support's list.
const portOutsPage = 50

// ForSupport returns one page of requests, the newest first: the held ones, or the one with a reference.
func (q PortOuts) ForSupport(ctx context.Context, reference string, page int) ([]contract.PortOut, error) {
	selection := q.DB.NewSelect().Model((*row)(nil)).Column("state").Limit(portOutsPage).Offset(tx.Offset(page, portOutsPage))
	if reference != "" {
		selection = selection.Where("reference = ?", reference)
	} else {
		selection = selection.Where("held").Order("asked_at DESC", "reference")
	}
	var states []string
	err := selection.Scan(ctx, &states)
	return portOutsOf(states, err)
}

func portOutsOf(states []string, err error) (found []contract.PortOut, _ error) {
	if err != nil {
		return nil, storeerrors.Translate("read port-outs", err)
	}
	for _, state := range states {
		var p contract.PortOut
		if err := contract.Decode([]byte(state), &p); err != nil {
			return nil, fmt.Errorf("read port-outs: %w", err)
		}
		found = append(found, p)
	}
	return found, nil
}

// FindAsked returns the facts about a requested number, and its line; empty for a number without a line.
func (q PortOuts) FindAsked(ctx context.Context, msisdn, idNumber string) (l port.PortOut, lineID, language string, err error) {
	var portedFrom, subscription, kind string
	var since time.Time
	var guarded sql.NullTime
	// Raw: a report over six tables.
	err = q.DB.NewRaw(`
		SELECT l.id, l.status, l.kind, l.subscription_type, l.ported_from, l.activated_at, l.guarded_until, o.id_hash = ?1,
		       coalesce(b.amount, 0), coalesce(s.state ->> 'language', 'ar'),
		       EXISTS (SELECT FROM port_outs AS p WHERE p.line_id = l.id AND p.stage IN ('agreed', 'moving')),
		       EXISTS (SELECT FROM line_changes AS c WHERE c.line_id = l.id AND (c.expires_at IS NULL OR c.expires_at > now()))
		FROM lines AS l JOIN subscribers AS o ON o.id = l.subscriber_id
		LEFT JOIN line_balances AS b ON b.line_id = l.id LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id
		WHERE l.msisdn = ?0 AND l.status <> 'ended'`, msisdn, q.Keys.Hash(idNumber)).
		Scan(ctx, &lineID, &l.Status, &kind, &subscription, &portedFrom, &since, &guarded, &l.Owner, &l.Balance, &language, &l.Leaving, &l.Busy)
	if errors.Is(err, sql.ErrNoRows) {
		return port.PortOut{}, "", "", nil
	}
	l.Ours, l.Data, l.Prepaid, l.GuardedTill = true, kind == linestore.Data, subscription == "prepaid", guarded.Time
	if portedFrom != "" {
		l.PortedInAt = since
	}
	return l, lineID, language, storeerrors.Translate("look at number asked for", err)
}
