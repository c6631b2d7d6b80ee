package payment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

type row struct {
	bun.BaseModel `bun:"table:payments,alias:p"`

	ID           string `bun:",pk"`
	Subject      string // order or purchase
	Status       contract.PaymentStatus
	Amount       contract.Halalas
	Brand        string
	Last4        string `bun:"last4"`
	ChallengeURL string
	DeclineCode  string
	Double       bool
	At           time.Time
	Returned     contract.Halalas
}

// Payments stores payment attempts.
type Payments struct{ *tx.Conn }

// Save stores a payment of an order or a purchase. A payment only moves forward: open, then declined or abandoned, then paid (a
// late success counts), then refunded.
func (q Payments) Save(ctx context.Context, subject string, p contract.Payment) error {
	paid := row{
		ID: p.ID, Subject: subject, Status: p.Status, Amount: p.Amount, Brand: p.Brand, Last4: p.Last4, ChallengeURL: p.ChallengeURL,
		DeclineCode: p.DeclineCode, Double: p.Double, At: p.At, Returned: p.Returned,
	}
	_, err := q.DB.NewInsert().Model(&paid).On("CONFLICT (id) DO UPDATE").
		Set("status = EXCLUDED.status").Set("brand = EXCLUDED.brand").Set("last4 = EXCLUDED.last4").
		Set("challenge_url = EXCLUDED.challenge_url").Set("decline_code = EXCLUDED.decline_code").
		Set("double = EXCLUDED.double").Set("returned = EXCLUDED.returned").Set("updated_at = now()").
		Where("p.subject = EXCLUDED.subject").
		Where(`p.status = EXCLUDED.status
			OR p.status IN ('processing', 'challenge', 'pending')
			OR p.status IN ('declined', 'abandoned') AND EXCLUDED.status IN ('paid', 'refunded')
			OR p.status = 'paid' AND EXCLUDED.status = 'refunded'`).Exec(ctx)
	return storeerrors.Translate("save payment", err)
}

// PaidFor is the order or purchase of a payment, by id and by the number that names its workflow.
type PaidFor struct {
	OrderID, OrderNumber       string
	PurchaseID, PurchaseNumber string
}

// WorkflowID returns the workflow of the order or purchase.
func (p PaidFor) WorkflowID() string {
	if p.PurchaseNumber != "" {
		return contract.PurchaseWorkflowID(p.PurchaseNumber)
	}
	return contract.OrderWorkflowID(p.OrderNumber)
}

// FindPaidFor finds the order or purchase of a payment.
func (q Payments) FindPaidFor(ctx context.Context, paymentID string) (PaidFor, error) {
	var found PaidFor
	err := q.DB.NewSelect().Model((*row)(nil)).Column("o.id", "o.number", "b.id", "b.number").
		Join("LEFT JOIN orders AS o ON o.id = p.subject").Join("LEFT JOIN purchases AS b ON b.id = p.subject").
		Where("p.id = ?", paymentID).Scan(ctx, &found.OrderID, &found.OrderNumber, &found.PurchaseID, &found.PurchaseNumber)
	return found, storeerrors.Translate("find what a payment is for", err)
}

// Get finds one payment, with the id of its order or purchase.
func (q Payments) Get(ctx context.Context, id string) (p contract.Payment, subject string, err error) {
	var found row
	err = q.DB.NewSelect().Model(&found).ExcludeColumn("challenge_url", "returned").Where("id = ?", id).Scan(ctx)
	return contract.Payment{
		ID: found.ID, Status: found.Status, Amount: found.Amount, Brand: found.Brand, Last4: found.Last4, DeclineCode: found.DeclineCode,
		Double: found.Double, At: found.At,
	}, found.Subject, storeerrors.Translate("read payment", err)
}
