package portout

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

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
