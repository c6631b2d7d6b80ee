package bill

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	billstore "selfcare/internal/store/bill"
	"selfcare/internal/store/refund"
)

type auditLog interface {
	Change(ctx context.Context, e audit.Record, change func(tx *store.Tx) error) error
	WriteReads(ctx context.Context, actor string, subjects []string) error
}

// GetSupportBill shows any bill to support; the look is audited first.
func (s *BillHandlers) GetSupportBill(ctx context.Context, req gen.GetSupportBillRequestObject) (gen.GetSupportBillResponseObject, error) {
	b, err := s.readForSupport(ctx, req.Number)
	if err != nil {
		return nil, err
	}
	shown, err := s.detailOf(ctx, b)
	return gen.GetSupportBill200JSONResponse{Data: shown}, err
}

// GetSupportBillFile serves any bill as a PDF to support; the look is audited first.
func (s *BillHandlers) GetSupportBillFile(
	ctx context.Context, req gen.GetSupportBillFileRequestObject,
) (gen.GetSupportBillFileResponseObject, error) {
	b, err := s.readForSupport(ctx, req.Number)
	if err != nil {
		return nil, err
	}
	file, err := s.file(ctx, b, true)
	if err != nil {
		return nil, err
	}
	return gen.GetSupportBillFile200ApplicationpdfResponse{Body: file, ContentLength: int64(file.Len())}, nil
}

// readForSupport finds a bill for support, and audits the look.
func (s *BillHandlers) readForSupport(ctx context.Context, number string) (billstore.Bill, error) {
	b, err := s.findBillByNumber(ctx, number)
	if err != nil {
		return b, err
	}
	if err := s.Entries.WriteReads(ctx, middleware.RequestOf(ctx).User.ID, []string{b.ID}); err != nil {
		return b, fmt.Errorf("audit a read of support: %w", err)
	}
	return b, nil
}

// CreditBill issues a credit note. Its id derives from the idempotency key, so a repeat gets the existing one.
func (s *BillHandlers) CreditBill(ctx context.Context, req gen.CreditBillRequestObject) (gen.CreditBillResponseObject, error) {
	b, err := s.findBillByNumber(ctx, req.Number)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	in := contract.InvoiceCredit{
		ID: s.Derive.ID("credit note", current.Subject, current.Key), InvoiceID: b.ID, Amount: contract.Halalas(req.Body.Amount),
		Reason: req.Body.Reason, Actor: current.User.ID,
	}
	note, issued, err := s.readCreditNote(ctx, in)
	if err == nil && !issued {
		var waits *refund.Request
		if note, waits, err = s.credit(ctx, b, in); waits != nil {
			return gen.CreditBill202JSONResponse(present.RefundRequest(ctx, *waits)), nil
		}
	}
	if err != nil {
		return nil, err
	}
	return gen.CreditBill201JSONResponse{Data: creditView(note)}, nil
}

// credit refuses early, and asks a second person first for a large amount.
func (s *BillHandlers) credit(
	ctx context.Context, b billstore.Bill, in contract.InvoiceCredit,
) (note billstore.CreditNote, waits *refund.Request, err error) {
	if _, err := b.CreditNote(b.Standing, in.Amount); err != nil {
		return note, nil, err
	}
	waits, err = s.Decisions.GiveOrAsk(ctx, refund.Payout{
		Key: "credit-note/" + in.ID, Way: contract.PayoutCreditNote, SubjectID: b.ID, Reference: b.Number, Amount: in.Amount, Note: in.Reason,
	})
	if err != nil || waits != nil {
		return note, waits, err
	}
	if _, err := s.Flow.Credit(ctx, in); err != nil {
		return note, nil, err
	}
	note, _, err = s.readCreditNote(ctx, in)
	return note, nil, err
}

func (s *BillHandlers) readCreditNote(ctx context.Context, in contract.InvoiceCredit) (note billstore.CreditNote, issued bool, err error) {
	note, issued, err = s.Invoices.CreditNote(ctx, in.ID)
	if err != nil {
		err = fmt.Errorf("read credit note: %w", err)
	}
	return note, issued, err
}

func (s *BillHandlers) findBillByNumber(ctx context.Context, number string) (billstore.Bill, error) {
	b, known, err := s.Invoices.ByNumber(ctx, number)
	return orUnknown(b, known, err)
}
