package payment

import (
	"context"
	"database/sql"
	"time"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
)

// NamedStatement is a statement with its payment and its author.
type NamedStatement struct {
	contract.PaymentStatement
	Name      string // e-mail of the author
	Kind      string // order or purchase
	SubjectID string
	Reference string // number of the order or purchase
	Amount    contract.Halalas
}

// statementsShown is the length of the list in Approvals.
const statementsShown = 100

const namedStatements = `
SELECT s.id, s.payment_id, s.outcome, s.note, s.state, s.stated_by, s.stated_at, s.expires_at, coalesce(s.confirmed_by::text, ''), s.confirmed_at,
       coalesce(u.email, ''), CASE WHEN o.id IS NULL THEN 'purchase' ELSE 'order' END, p.subject, coalesce(o.number, b.number, ''), p.amount
FROM payment_statements AS s JOIN payments AS p ON p.id = s.payment_id JOIN users AS u ON u.id = s.stated_by
LEFT JOIN orders AS o ON o.id = p.subject LEFT JOIN purchases AS b ON b.id = p.subject `

// ListWaiting lists the statements that wait for a second person, the oldest first.
func (q Statements) ListWaiting(ctx context.Context, now time.Time) ([]NamedStatement, error) {
	return q.listNamed(ctx, "WHERE s.state = 'pending' AND s.expires_at > $1 ORDER BY s.stated_at, s.id LIMIT $2", now, statementsShown)
}

// OfPayments finds the statement about each payment that waits or is in force.
func (q Statements) OfPayments(ctx context.Context, now time.Time, paymentIDs ...string) (map[string]NamedStatement, error) {
	named, err := q.listNamed(ctx, "WHERE s.payment_id = ANY ($2) AND (s.state = 'counts' OR s.state = 'pending' AND s.expires_at > $1)", now, paymentIDs)
	found := map[string]NamedStatement{}
	for _, s := range named {
		found[s.PaymentID] = s
	}
	return found, err
}

func (q Statements) listNamed(ctx context.Context, condition string, args ...any) (found []NamedStatement, err error) {
	rows, err := q.Prepared().Query(ctx, namedStatements+condition, args...)
	if err != nil {
		return nil, storeerrors.Translate("read payment statements", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var s NamedStatement
		var confirmed sql.NullTime
		if err := rows.Scan(&s.ID, &s.PaymentID, &s.Outcome, &s.Note, &s.State, &s.StatedBy, &s.StatedAt, &s.ExpiresAt, &s.ConfirmedBy, &confirmed,
			&s.Name, &s.Kind, &s.SubjectID, &s.Reference, &s.Amount); err != nil {
			return nil, storeerrors.Translate("read payment statement", err)
		}
		s.ConfirmedAt = confirmed.Time
		found = append(found, s)
	}
	return found, storeerrors.Translate("read payment statements", rows.Err())
}
