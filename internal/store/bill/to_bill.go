package bill

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

// ToBill is a postpaid line in a batch.
type ToBill struct {
	LineID string
	Ended  bool
	Billed bool // the invoice of this period exists
	// Language is the language of its plan; empty without a plan.
	Language string
}

// charge is a row of Charges.
type charge struct {
	LineID   string
	Item     string
	NameEn   string
	NameAr   string
	Usage    bool
	PlanID   string
	Quantity int64
	Unit     string
	From     time.Time
	Until    time.Time
	Amount   int64
}

// SumUnbilled returns the sum of a line's unbilled charges, with VAT.
func (q Invoices) SumUnbilled(ctx context.Context, lineID string) (amount contract.Halalas, err error) {
	_, err = q.row(ctx, "sum up what is not billed", "SELECT unbilled(?0)", []any{lineID}, (*int64)(&amount))
	return amount, err
}
