package promo

import (
	"context"
	"time"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// settle writes the approved change that is in force by now into a code, so that its uses are counted by these terms. A withdrawn
// code ends; a code with fewer allowed uses than past uses is used up.
func (q Promos) settle(ctx context.Context, code string) error {
	// Raw: it inserts, changes or ends what it selects.
	_, err := q.DB.NewRaw(`
		WITH due AS (
		    SELECT key, value, effective_at FROM changes AS c
		    WHERE kind = 'promo-code' AND key = ?0 AND state = 'approved' AND effective_at <= now()
		      AND NOT EXISTS (SELECT FROM promo_codes AS p WHERE p.code = c.key AND p.changed_at >= c.effective_at)
		    ORDER BY effective_at DESC LIMIT 1
		), ended AS (
		    UPDATE promo_codes AS p SET ends_at = due.effective_at, changed_at = due.effective_at FROM due WHERE p.code = due.key AND due.value = 'null'
		)
		INSERT INTO promo_codes AS p (code, percent, amount, kinds, plans, starts_at, ends_at, max_uses, max_uses_per_id, changed_at)
		SELECT due.key, t.percent, t.amount, t.kinds, t.plans, t.starts_at, t.ends_at, t.max_uses, t.max_uses_per_id, due.effective_at
		FROM due, jsonb_populate_record(NULL::promo_codes, due.value) AS t WHERE due.value <> 'null'
		ON CONFLICT (code) DO UPDATE SET percent = EXCLUDED.percent, amount = EXCLUDED.amount, kinds = EXCLUDED.kinds, plans = EXCLUDED.plans,
		    starts_at = EXCLUDED.starts_at, ends_at = EXCLUDED.ends_at, max_uses_per_id = EXCLUDED.max_uses_per_id, changed_at = EXCLUDED.changed_at,
		    max_uses = CASE WHEN EXCLUDED.max_uses < p.used THEN p.used ELSE EXCLUDED.max_uses END`, code).Exec(ctx)
	return storeerrors.Translate("settle promo code", err)
}

func (q Promos) uses(ctx context.Context, code, orderID, idNumber string) (mine bool, others int, err error) {
	// Raw: it adds two counts.
	err = q.DB.NewRaw(`
		SELECT EXISTS (SELECT FROM promo_uses WHERE order_id = ?1 AND code = ?0),
		       (SELECT count(*) FROM promo_uses WHERE code = ?0 AND id_hash = ?2 AND order_id <> ?1)
		     + (SELECT count(*) FROM promo_purchase_uses WHERE code = ?0 AND id_hash = ?2)`, code, orderID, q.Keys.Hash(idNumber)).Scan(ctx, &mine, &others)
	return mine, others, storeerrors.Translate("count uses of promo code", err)
}

func (q Promos) count(ctx context.Context, code, orderID, idNumber string, at time.Time) error {
	// Raw: it changes two tables at once.
	_, err := q.DB.NewRaw(`
		WITH used AS (INSERT INTO promo_uses (order_id, code, id_hash, used_at) VALUES (?1, ?0, ?2, ?3))
		UPDATE promo_codes SET used = used + 1 WHERE code = ?0`, code, orderID, q.Keys.Hash(idNumber), at).Exec(ctx)
	return storeerrors.Translate("use promo code", err)
}

// GiveBack releases the use of a code by an order, if any.
func (q Promos) GiveBack(ctx context.Context, orderID string) error {
	// Raw: it changes two tables at once.
	_, err := q.DB.NewRaw(`
		WITH freed AS (DELETE FROM promo_uses WHERE order_id = ?0 RETURNING code)
		UPDATE promo_codes AS p SET used = used - 1 FROM freed WHERE p.code = freed.code`, orderID).Exec(ctx)
	return storeerrors.Translate("give promo code back", err)
}

// TakeForPurchase uses a code for a purchase, once for any number of calls; ErrOutOfStock when no use is left for the owner of
// the paying line, or at all. A customer can use a code for one purchase, unless its terms allow more.
func (q Promos) TakeForPurchase(ctx context.Context, code, purchaseID, payerLine string, at time.Time) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Promos{conn}
		row, err := q.lock(ctx, code)
		if err != nil {
			return err
		}
		var mine bool
		var others int
		// Raw: it adds two counts.
		err = q.DB.NewRaw(`
			WITH payer AS (SELECT s.id_hash FROM lines AS l JOIN subscribers AS s ON s.id = l.subscriber_id WHERE l.id = ?2)
			SELECT EXISTS (SELECT FROM promo_purchase_uses WHERE purchase_id = ?1),
			       (SELECT count(*) FROM promo_purchase_uses WHERE code = ?0 AND purchase_id <> ?1 AND id_hash = (SELECT id_hash FROM payer))
			     + (SELECT count(*) FROM promo_uses WHERE code = ?0 AND id_hash = (SELECT id_hash FROM payer))`,
			code, purchaseID, payerLine).Scan(ctx, &mine, &others)
		switch {
		case err != nil || mine:
			return storeerrors.Translate("count uses of promo code", err)
		case row.MaxUses > 0 && row.Used >= row.MaxUses, others >= max(row.MaxUsesPerID, 1):
			return storeerrors.ErrOutOfStock
		}
		// Raw: it inserts what it selects.
		_, err = q.DB.NewRaw(`
			WITH used AS (
			    INSERT INTO promo_purchase_uses (purchase_id, code, id_hash, used_at)
			    SELECT ?1::uuid, ?0, s.id_hash, ?3::timestamptz FROM lines AS l JOIN subscribers AS s ON s.id = l.subscriber_id WHERE l.id = ?2
			)
			UPDATE promo_codes SET used = used + 1 WHERE code = ?0`, code, purchaseID, payerLine, at).Exec(ctx)
		return storeerrors.Translate("use promo code", err)
	})
}

// GiveBackPurchase releases the use of a code by a purchase, if any.
func (q Promos) GiveBackPurchase(ctx context.Context, purchaseID string) error {
	// Raw: it changes two tables at once.
	_, err := q.DB.NewRaw(`
		WITH freed AS (DELETE FROM promo_purchase_uses WHERE purchase_id = ?0 RETURNING code)
		UPDATE promo_codes AS p SET used = used - 1 FROM freed WHERE p.code = freed.code`, purchaseID).Exec(ctx)
	return storeerrors.Translate("give promo code back", err)
}
