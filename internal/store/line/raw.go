package line

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	storeerrors "selfcare/internal/store/errors"
)

func (q Lines) save(ctx context.Context, o contract.Order, subscriber string, at time.Time) error {
	plan, subscription, portedFrom := "", "prepaid", ""
	if o.Plan != nil {
		plan, subscription = o.Plan.ID, o.Plan.SubscriptionType
	}
	if o.Port != nil {
		portedFrom = o.Port.Operator
	}
	// Raw: it changes three tables at once.
	_, err := q.DB.NewRaw(`
		WITH line AS (
		    INSERT INTO lines (order_id, subscriber_id, msisdn, plan_id, subscription_type, activated_at, ported_from)
		    VALUES (?0, ?1, ?2, ?3, ?4, ?5, ?7) ON CONFLICT (order_id) DO NOTHING RETURNING id
		), home AS ( -- a number of our range that was with another operator
		    DELETE FROM departed_numbers WHERE msisdn = ?2 AND EXISTS (SELECT FROM line)
		)
		INSERT INTO line_sims (line_id, order_id, iccid, sim_type, since) SELECT id, ?0::uuid, ?6, ?8, ?5::timestamptz FROM line`,
		o.ID, subscriber, order.MSISDN(o), plan, subscription, at, order.ICCID(o), portedFrom,
		order.SIMTypeOf(o.Kind, o.SIMType)).Exec(ctx)
	return err
}

// CountUnderID counts towards the limit of SIMs per ID: lines in service, and paid orders that will become lines.
func (q Lines) CountUnderID(ctx context.Context, idNumber string) (count int, err error) {
	// Raw: it adds two counts.
	err = q.DB.NewRaw(`
		SELECT (SELECT count(*) FROM lines AS l JOIN subscribers AS s ON s.id = l.subscriber_id
		        WHERE s.id_hash = ?0 AND l.status <> 'ended')
		     + (SELECT count(*) FROM orders AS o
		        WHERE o.id_hash = ?0 AND o.stage NOT IN ('wizard', 'active', 'cancelling', 'cancelled', 'abandoned')
		          AND o.kind IN ('sim', 'esim') -- the others are for lines that exist
		          AND NOT EXISTS (SELECT FROM lines WHERE order_id = o.id))`, q.Keys.Hash(idNumber)).Scan(ctx, &count)
	return count, storeerrors.Translate("count lines under id", err)
}
