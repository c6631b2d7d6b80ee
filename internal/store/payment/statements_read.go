package payment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
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

type namedRow struct {
	statementRow `bun:",extend"`

	Name      string           `bun:",scanonly"`
	Kind      string           `bun:",scanonly"`
	SubjectID string           `bun:",scanonly"`
	Reference string           `bun:",scanonly"`
	Amount    contract.Halalas `bun:",scanonly"`
}

// ListWaiting lists the statements that wait for a second person, the oldest first.
func (q Statements) ListWaiting(ctx context.Context, now time.Time) ([]NamedStatement, error) {
	return q.listNamed(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("s.state = 'pending'").Where("s.expires_at > ?", now).Order("s.stated_at", "s.id").Limit(statementsShown)
	})
}

// OfPayments finds the statement about each payment that waits or is in force.
func (q Statements) OfPayments(ctx context.Context, now time.Time, paymentIDs ...string) (map[string]NamedStatement, error) {
	named, err := q.listNamed(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("s.payment_id IN (?)", bun.List(paymentIDs)).
			Where("s.state = 'counts' OR s.state = 'pending' AND s.expires_at > ?", now)
	})
	found := map[string]NamedStatement{}
	for _, s := range named {
		found[s.PaymentID] = s
	}
	return found, err
}

func (q Statements) listNamed(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) (found []NamedStatement, err error) {
	var rows []namedRow
	err = q.DB.NewSelect().Model(&rows).Apply(tx.AllColumns).ColumnExpr("u.email AS name").
		ColumnExpr("CASE WHEN o.id IS NULL THEN 'purchase' ELSE 'order' END AS kind").ColumnExpr("p.subject AS subject_id").
		ColumnExpr("coalesce(o.number, b.number) AS reference").ColumnExpr("p.amount").
		Join("JOIN payments AS p ON p.id = s.payment_id").Join("JOIN users AS u ON u.id = s.stated_by").
		Join("LEFT JOIN orders AS o ON o.id = p.subject").Join("LEFT JOIN purchases AS b ON b.id = p.subject").Apply(narrow).Scan(ctx)
	for _, r := range rows {
		found = append(found, NamedStatement{
			PaymentStatement: r.statement(), Name: r.Name, Kind: r.Kind, SubjectID: r.SubjectID, Reference: r.Reference, Amount: r.Amount,
		})
	}
	return found, storeerrors.Translate("read payment statements", err)
}
