// Package bill shows the bills of postpaid lines, serves them as files, and takes payments, signed in or by the link
// of a message.
package bill

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/casework"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/messagelink"
	billstore "selfcare/internal/store/bill"
	einvoicestore "selfcare/internal/store/einvoice"
	"selfcare/internal/store/plan"
)

// BillHandlers show and charge bills.
type BillHandlers struct {
	*middleware.Core
	Invoices  reader
	Lines     lineReader
	Sold      catalogue
	Bought    Purchases
	Purchases purchaseReader
	Links     links
	Stamped   stamped
	Flow      Flow
	Banks     bankPayments
	Entries   auditLog
	Decisions *casework.Decisions
}

// Flow reaches the workflows of bills.
type Flow interface {
	Credit(ctx context.Context, in contract.InvoiceCredit) (number string, err error)
	TakePayment(ctx context.Context, id string) error
}

// stamped reads the QR codes of electronic invoices.
type stamped interface {
	Code(ctx context.Context, subject einvoicestore.Subject, id string, kind einvoice.Kind) (string, error)
}

type reader interface {
	CreditNote(ctx context.Context, id string) (billstore.CreditNote, bool, error)
	CreditNotes(ctx context.Context, invoiceID string) ([]billstore.CreditNote, error)
	Dunning(ctx context.Context, invoiceID string) (bill.Dunning, error)
	ByNumber(ctx context.Context, number string) (billstore.Bill, bool, error)
	Get(ctx context.Context, id string) (billstore.Bill, bool, error)
	OfLine(ctx context.Context, lineID string, page, size int) ([]billstore.Bill, int, error)
	Open(ctx context.Context, lineID string) ([]billstore.Bill, error)
	Payments(ctx context.Context, invoiceID string) ([]billstore.Payment, error)
	SumUnbilled(ctx context.Context, lineID string) (contract.Halalas, error)
}

type links interface {
	Find(ctx context.Context, code string) (messagelink.Link, error)
}

type lineReader interface {
	InServiceSince(ctx context.Context, id string) (time.Time, error)
	MSISDN(ctx context.Context, id string) (string, error)
}

type catalogue interface {
	PlanNames(ctx context.Context, ids ...string) (map[string]plan.Name, error)
}

// GetPostpaidOverview shows the amount that the chosen line owes, and its bills.
func (s *BillHandlers) GetPostpaidOverview(ctx context.Context, req gen.GetPostpaidOverviewRequestObject) (gen.GetPostpaidOverviewResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	page, size := max(1, optional.Value(req.Params.Page)), settings.Site.HistoryPerPage
	if req.Params.PerPage != nil {
		size = *req.Params.PerPage
	}
	lineID := middleware.RequestOf(ctx).Line.LineID
	found, total, err := s.Invoices.OfLine(ctx, lineID, page, size)
	if err != nil {
		return nil, fmt.Errorf("read bills: %w", err)
	}
	shown, err := s.readOverview(ctx, lineID, settings.Billing.Rules())
	if err != nil {
		return nil, err
	}
	shown.Invoices.Page, shown.Invoices.PerPage, shown.Invoices.Total = page, size, total
	shown.Invoices.Items = make([]gen.Invoice, len(found))
	for i, b := range found {
		shown.Invoices.Items[i] = invoiceView(b, s.Now())
	}
	return gen.GetPostpaidOverview200JSONResponse{Data: shown}, nil
}

// readOverview returns the overview without its page of bills.
func (s *BillHandlers) readOverview(ctx context.Context, lineID string, r bill.Rules) (shown gen.PostpaidOverview, err error) {
	shown.Currency = gen.PostpaidOverviewCurrencySAR
	open, err := s.Invoices.Open(ctx, lineID)
	if err != nil {
		return shown, fmt.Errorf("read open bills: %w", err)
	}
	steps := make([]bill.Step, len(open))
	for i, b := range open {
		steps[i] = b.Step
		shown.Left += int64(b.Left)
		if b.State(s.Now()) == bill.Overdue {
			shown.Overdue += int64(b.Left)
		}
		next, err := s.nextStep(ctx, b, r)
		if err != nil {
			return shown, err
		}
		if next != nil && (shown.Next == nil || next.At.Before(shown.Next.At)) {
			shown.Next = next
		}
	}
	shown.Service = gen.PostpaidOverviewService(bill.Lowest(steps))
	unbilled, err := s.Invoices.SumUnbilled(ctx, lineID)
	if err != nil {
		return shown, fmt.Errorf("read unbilled usage: %w", err)
	}
	shown.Unbilled = int64(unbilled)
	since, err := s.Lines.InServiceSince(ctx, lineID)
	if err != nil {
		return shown, fmt.Errorf("read line: %w", err)
	}
	shown.NextBillAt = bill.NextBill(since, s.Now()).UTC()
	return shown, nil
}

// nextStep returns the next step while a bill stays unpaid.
func (s *BillHandlers) nextStep(ctx context.Context, b billstore.Bill, r bill.Rules) (*gen.NextStep, error) {
	if b.NextAt.IsZero() || b.Step == bill.StepEnd {
		return nil, nil //nolint:nilnil // nothing follows
	}
	d, err := s.Invoices.Dunning(ctx, b.ID)
	if err != nil {
		return nil, fmt.Errorf("read step of bill: %w", err)
	}
	step, _, follows := d.Next(r)
	if !follows {
		return nil, nil //nolint:nilnil // nothing follows
	}
	return &gen.NextStep{Step: gen.DunningStep(step), At: b.NextAt}, nil
}

// GetInvoice shows one bill of the chosen line.
func (s *BillHandlers) GetInvoice(ctx context.Context, req gen.GetInvoiceRequestObject) (gen.GetInvoiceResponseObject, error) {
	b, err := s.findOwn(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	shown, err := s.detailOf(ctx, b)
	return gen.GetInvoice200JSONResponse{Data: shown}, err
}

// detailOf returns a bill with its history and its next step.
func (s *BillHandlers) detailOf(ctx context.Context, b billstore.Bill) (shown gen.InvoiceDetail, err error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return shown, err
	}
	shown.Invoice = invoiceView(b, s.Now())
	if shown.Next, err = s.nextStep(ctx, b, settings.Billing.Rules()); err != nil {
		return shown, err
	}
	paid, err := s.Invoices.Payments(ctx, b.ID)
	if err != nil {
		return shown, fmt.Errorf("read payments: %w", err)
	}
	notes, err := s.Invoices.CreditNotes(ctx, b.ID)
	if err != nil {
		return shown, fmt.Errorf("read credit notes: %w", err)
	}
	detail(&shown, b, paid, notes, middleware.RequestOf(ctx).Language)
	return shown, nil
}

// GetInvoiceService shows the entries of one service of a bill.
func (s *BillHandlers) GetInvoiceService(ctx context.Context, req gen.GetInvoiceServiceRequestObject) (gen.GetInvoiceServiceResponseObject, error) {
	b, err := s.findOwn(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	for _, of := range b.Services() {
		if string(of.Service) == string(req.ServiceId) {
			shown, err := s.service(ctx, of)
			return gen.GetInvoiceService200JSONResponse{Data: shown}, err
		}
	}
	return nil, contract.Refuse(contract.FailInvoiceService)
}

// findOwn finds a bill of the chosen line; another customer's bill answers like an unknown one.
func (s *BillHandlers) findOwn(ctx context.Context, id string) (billstore.Bill, error) {
	b, err := s.findBill(ctx, id)
	if err == nil && b.LineID != middleware.RequestOf(ctx).Line.LineID {
		return billstore.Bill{}, contract.Refuse(contract.FailInvoiceUnknown)
	}
	return b, err
}

func (s *BillHandlers) findBill(ctx context.Context, id string) (billstore.Bill, error) {
	b, known, err := s.Invoices.Get(ctx, id)
	return orUnknown(b, known, err)
}

func orUnknown(b billstore.Bill, known bool, err error) (billstore.Bill, error) {
	if err == nil && !known {
		return b, contract.Refuse(contract.FailInvoiceUnknown)
	}
	if err != nil {
		return b, fmt.Errorf("read bill: %w", err)
	}
	return b, nil
}
