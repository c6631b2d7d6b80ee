package refund

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/approval"
	storeerrors "selfcare/internal/store/errors"
)

// give records money, once for each key. Without a request it stays within the daily amount of one person for the customer.
func (q Requests) give(ctx context.Context, g Payout, above contract.Halalas, requestID string) error {
	customer, err := q.customer(ctx, g)
	if err != nil {
		return err
	}
	// Raw: the line of each way has a selection of its own.
	if _, err := q.DB.NewRaw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", "given/"+customer).Exec(ctx); err != nil {
		return storeerrors.Translate("lock what a customer is given", err)
	}
	known, err := q.DB.NewSelect().Model((*givingRow)(nil)).Where("key = ?", g.Key).Exists(ctx)
	if err != nil || known {
		return storeerrors.Translate("read what a customer was given", err)
	}
	given, err := q.sumGiven(ctx, customer, g.At)
	if err != nil {
		return err
	}
	if requestID == "" && approval.NeedsSecondPerson(given, g.Amount, above) {
		return errSecondPerson
	}
	_, err = q.DB.NewInsert().Model(&givingRow{
		Key: g.Key, Way: g.Way, SubjectID: g.SubjectID, Customer: customer, Amount: g.Amount, GivenBy: g.By, At: g.At, Before: given, Above: above,
		RequestID: requestID,
	}).Returning("NULL").Exec(ctx)
	return storeerrors.Translate("note what a customer is given", err)
}

// customer returns the subscriber of the line that gets the money, or the subject's reference for an unknown line.
func (q Requests) customer(ctx context.Context, g Payout) (customer string, err error) {
	const ofOrder = "coalesce((o.state -> 'line' ->> 'id')::uuid, (SELECT id FROM lines WHERE order_id = o.id))"
	lineOf := map[contract.PayoutKind]string{
		contract.PayoutRefund:     "SELECT " + ofOrder + " FROM orders AS o WHERE o.id = ?",
		contract.PayoutCreditNote: "SELECT line_id FROM invoices WHERE id = ?",
		contract.PayoutBankReturn: "SELECT i.line_id FROM sadad_payments AS s JOIN invoices AS i ON i.id = s.invoice_id WHERE s.id = ?",
		contract.PayoutSettlement: "SELECT coalesce(u.line_id, " + ofOrder + `) FROM settlement_items AS t JOIN payments AS p ON p.id = t.payment_id
			LEFT JOIN orders AS o ON o.id = p.subject LEFT JOIN purchases AS u ON u.id = p.subject WHERE t.id = ?`,
	}
	// Raw: each kind has its own way to the line.
	err = q.DB.NewRaw("SELECT subscriber_id::text FROM lines WHERE id = ("+lineOf[g.Way]+")", g.SubjectID).Scan(ctx, &customer)
	if errors.Is(err, sql.ErrNoRows) {
		return cmp.Or(g.Reference, g.SubjectID), nil
	}
	return customer, storeerrors.Translate("find the customer of a giving", err)
}

// Expire expires undecided requests, with an audit entry each.
func (q Requests) Expire(ctx context.Context, now time.Time) error {
	// Raw: it inserts what it changes.
	_, err := q.DB.NewRaw(`
		WITH expired AS (
		    UPDATE refund_requests SET state = 'expired', decided_at = expires_at WHERE state = 'pending' AND expires_at <= ?
		    RETURNING id, way, subject_id, amount
		)
		INSERT INTO audit_log (key, order_id, actor, action, note, details)
		SELECT 'refund-expired:' || id, subject_id, 'selfcare', 'refund-expired', '',
		       jsonb_build_object('request', id, 'amount', to_char(amount / 100.0, 'FM999999999990.00'), 'way', way)
		FROM expired ON CONFLICT (key) DO NOTHING`, now).Exec(ctx)
	return storeerrors.Translate("expire refund requests", err)
}
