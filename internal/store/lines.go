package store

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// CreateLine puts an order's number in service: subscriber, line and card. Doing it again changes nothing.
func (q *Queries) CreateLine(ctx context.Context, o contract.Order, at time.Time) error {
	if o.Person == nil || order.MSISDN(o) == "" || order.ICCID(o) == "" {
		return fmt.Errorf("create line: %w: order has no person, number or card", ErrConflict)
	}
	err := q.inTx(ctx, func(tx *Queries) error {
		subscriber, err := tx.saveSubscriber(ctx, o)
		if err != nil {
			return err
		}
		return tx.saveLine(ctx, o, subscriber, at)
	})
	return translate("create line", err)
}

func (q *Queries) saveSubscriber(ctx context.Context, o contract.Order) (id string, err error) {
	hash := q.keys.Hash(o.Person.IDNumber)
	sealed, err := q.keys.sealJSON(subscriberPlace(hash), personal{Person: o.Person, Contact: o.Contact})
	if err != nil {
		return "", err
	}
	err = q.prepared().row(ctx, `
		INSERT INTO subscribers (id_hash, personal) VALUES ($1, $2)
		ON CONFLICT (id_hash) DO UPDATE SET personal = EXCLUDED.personal RETURNING id`, hash, sealed).Scan(&id)
	return id, err
}

func subscriberPlace(hash []byte) string { return fmt.Sprintf("subscribers/%x", hash) }

func (q *Queries) saveLine(ctx context.Context, o contract.Order, subscriber string, at time.Time) error {
	plan, subscription, portedFrom := "", "prepaid", ""
	if o.Plan != nil {
		plan, subscription = o.Plan.ID, o.Plan.SubscriptionType
	}
	if o.Port != nil {
		portedFrom = o.Port.Operator
	}
	_, err := q.prepared().exec(ctx, `
		WITH line AS (
		    INSERT INTO lines (order_id, subscriber_id, msisdn, plan_id, subscription_type, activated_at, ported_from)
		    VALUES ($1, $2, $3, $4, $5, $6, $8) ON CONFLICT (order_id) DO NOTHING RETURNING id
		)
		INSERT INTO line_sims (line_id, order_id, iccid, sim_type, since) SELECT id, $1, $7, $9, $6 FROM line`,
		o.ID, subscriber, order.MSISDN(o), plan, subscription, at, order.ICCID(o), portedFrom,
		string(order.SIMTypeOf(o.Kind, o.SIMType)))
	return err
}

// LinesUnderID counts what counts towards the limit of SIMs per ID: lines in service and paid orders that will become one.
func (q *Queries) LinesUnderID(ctx context.Context, idNumber string) (count int, err error) {
	err = q.prepared().row(ctx, `
		SELECT (SELECT count(*) FROM lines AS l JOIN subscribers AS s ON s.id = l.subscriber_id
		        WHERE s.id_hash = $1 AND l.status <> 'ended')
		     + (SELECT count(*) FROM orders AS o
		        WHERE o.id_hash = $1 AND o.stage NOT IN ('wizard', 'active', 'cancelling', 'cancelled', 'abandoned')
		          AND o.kind IN ('sim', 'esim') -- the others are for lines that exist
		          AND NOT EXISTS (SELECT FROM lines WHERE order_id = o.id))`, q.keys.Hash(idNumber)).Scan(&count)
	return count, translate("count lines under id", err)
}

// BlockedID tells whether an ID may not order.
func (q *Queries) BlockedID(ctx context.Context, idNumber string) (blocked bool, err error) {
	err = q.prepared().row(ctx, "SELECT EXISTS (SELECT FROM blocked_ids WHERE id_hash = $1)", q.keys.Hash(idNumber)).Scan(&blocked)
	return blocked, translate("check block list", err)
}
