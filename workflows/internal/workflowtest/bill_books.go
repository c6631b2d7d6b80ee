package workflowtest

import (
	"context"
	"fmt"
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
)

// BillBooks fake the bills of postpaid lines.
type BillBooks struct {
	*Journal
	Batches int // of lines, or of dunning steps, that each run finds
}

// NewBillBooks makes books with two batches of lines and of steps.
func NewBillBooks(j *Journal) *BillBooks { return &BillBooks{j, 2} }

// DueBillingPeriods lists the periods that end with the day and whose last batch is not billed.
func (b *BillBooks) DueBillingPeriods(_ context.Context, at contract.At) (due []contract.BillingCycleInput, err error) {
	for _, p := range bill.EndingOn(at.Now) {
		if last := fmt.Sprintf("bill %d %s %d", p.Cohort, p.Key(), b.Batches); !slices.Contains(b.Did("bill"), last) {
			due = append(due, contract.BillingCycleInput{Cohort: p.Cohort, Period: p.Key()})
		}
	}
	return due, b.try("due-periods")
}

// RetryBills finds no line put aside.
func (b *BillBooks) RetryBills(context.Context, contract.At) (int, error) {
	return 0, b.try("bill-again")
}

// BillLines bills a batch of lines.
func (b *BillBooks) BillLines(_ context.Context, in contract.BillingBatch) (done contract.BilledBatch, err error) {
	batch := 0
	if in.After != "" {
		if _, err := fmt.Sscanf(in.After, "line-%d", &batch); err != nil {
			return done, fmt.Errorf("read last line: %w", err)
		}
	}
	if batch++; batch < b.Batches {
		done.Last = fmt.Sprintf("line-%d", batch)
	}
	done.Issued = 50
	return done, b.does(fmt.Sprintf("bill %d %s %d", in.Cohort, in.Period, batch))
}

// TakeDunningSteps takes a batch of dunning steps.
func (b *BillBooks) TakeDunningSteps(context.Context, contract.At) (int, error) {
	if len(b.Did("dun")) >= b.Batches {
		return 0, b.does("dun-nothing")
	}
	return 100, b.does("dun")
}

// CreditInvoice issues a credit note.
func (b *BillBooks) CreditInvoice(_ context.Context, in contract.InvoiceCreditAt) (string, error) {
	return "CRN2026-00000001", b.does("credit " + in.Credit.InvoiceID)
}

// TakeSADADPayment takes a payment at a bank.
func (b *BillBooks) TakeSADADPayment(_ context.Context, in contract.SADADPaymentAt) error {
	return b.does("take " + in.ID)
}

func (b *BillBooks) does(effect string) error {
	if err := b.try(effect); err != nil {
		return err
	}
	b.write(effect)
	return nil
}
