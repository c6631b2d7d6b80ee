package bill

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	billstore "selfcare/internal/store/bill"
	"selfcare/internal/store/tx"
)

type bankPayments interface {
	Keep(ctx context.Context, p bill.BankPayment) (bill.BankPayment, error)
	Get(ctx context.Context, id string) (bill.BankPayment, bool, error)
	InState(ctx context.Context, state bill.BankState, after *tx.Place, page int) ([]bill.BankPayment, error)
}

// ReceiveSadadPayment records a bank's payment before it is processed: the bank gets its answer only then, and reports
// again without one.
func (s *BillHandlers) ReceiveSadadPayment(ctx context.Context, req gen.ReceiveSadadPaymentRequestObject) (gen.ReceiveSadadPaymentResponseObject, error) {
	told := bill.BankPayment{
		PaymentID: req.Body.PaymentId, Reference: req.Body.Reference, Amount: contract.Halalas(req.Body.Amount),
		PaidAt: req.Body.PaidAt.Truncate(billstore.Precision), ReceivedAt: s.Now(),
	}
	kept, err := s.Banks.Keep(ctx, told)
	switch {
	case err != nil:
		return nil, fmt.Errorf("store bank payment: %w", err)
	case !kept.Same(told):
		return nil, contract.Refuse(contract.FailSADADChanged)
	case kept.State != bill.BankReceived:
		return gen.ReceiveSadadPayment204Response{}, nil
	}
	if err := s.Flow.TakePayment(ctx, kept.ID); err != nil {
		s.LogFailure(ctx, "process a bank payment", err)
		return nil, contract.Refuse(contract.FailUnavailable)
	}
	return gen.ReceiveSadadPayment204Response{}, nil
}

// EnquireBill tells a bank the open amount of a bill.
func (s *BillHandlers) EnquireBill(ctx context.Context, req gen.EnquireBillRequestObject) (gen.EnquireBillResponseObject, error) {
	number, known := bill.ReadReference(req.Body.Reference)
	if !known {
		return nil, contract.Refuse(contract.FailInvoiceUnknown)
	}
	b, err := s.findBillByNumber(ctx, number)
	if err != nil {
		return nil, err
	}
	return gen.EnquireBill200JSONResponse{
		Reference: req.Body.Reference, Number: b.Number, Total: int64(b.Invoice.Total), Left: int64(b.Left), DueAt: b.Invoice.DueAt,
		Status: gen.InvoiceStatus(b.State(s.Now())),
	}, nil
}

// ListSadadPayments shows bank payments with a held or returned part.
func (s *BillHandlers) ListSadadPayments(ctx context.Context, req gen.ListSadadPaymentsRequestObject) (gen.ListSadadPaymentsResponseObject, error) {
	state := bill.BankState(cmp.Or(optional.Value(req.Params.State), gen.SadadPaymentState(bill.BankHeld)))
	after, err := present.PlaceOf(req.Params.After)
	if err != nil {
		return nil, err
	}
	found, err := s.Banks.InState(ctx, state, after, cmp.Or(optional.Value(req.Params.Page), 1))
	if err != nil {
		return nil, fmt.Errorf("read bank payments: %w", err)
	}
	items := make([]gen.SadadPayment, len(found))
	for i, p := range found {
		items[i] = bankView(p)
	}
	return gen.ListSadadPayments200JSONResponse{Items: items, Next: present.Next(found, func(p bill.BankPayment) tx.Place {
		return tx.Place{At: p.ReceivedAt, ID: p.ID}
	})}, nil
}

// ReturnSadadPayment books the return of the held part and audits the person: both or neither.
func (s *BillHandlers) ReturnSadadPayment(ctx context.Context, req gen.ReturnSadadPaymentRequestObject) (gen.ReturnSadadPaymentResponseObject, error) {
	p, known, err := s.Banks.Get(ctx, req.Id)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read bank payment: %w", err)
	case !known:
		return nil, contract.Refuse(contract.FailSADADUnknown)
	}
	p, waits, err := s.Decisions.ReturnBankPayment(ctx, p, req.Body.Note)
	if waits != nil {
		return gen.ReturnSadadPayment202JSONResponse(present.RefundRequest(ctx, *waits)), nil
	}
	return gen.ReturnSadadPayment200JSONResponse{Data: bankView(p)}, err
}

func bankView(p bill.BankPayment) gen.SadadPayment {
	return gen.SadadPayment{
		Id: p.ID, PaymentId: p.PaymentID, Reference: p.Reference, Number: optional.Text(p.Number), Amount: int64(p.Amount), Taken: int64(p.Taken),
		Held: int64(p.Held), Reason: gen.SadadPaymentReason(p.Reason), State: gen.SadadPaymentState(p.State), PaidAt: p.PaidAt, ReceivedAt: p.ReceivedAt,
		Note: optional.Text(p.Note), ReturnedBy: optional.Text(p.ReturnedBy), ReturnedAt: optional.Time(p.ReturnedAt),
	}
}
