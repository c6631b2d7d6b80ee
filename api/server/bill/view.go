package bill

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/bill"
	"selfcare/internal/receiptpdf"
	billstore "selfcare/internal/store/bill"
	"selfcare/internal/store/plan"
)

func invoiceView(b billstore.Bill, now time.Time) gen.Invoice {
	i := b.Invoice
	return gen.Invoice{
		Id: i.ID, Number: i.Number, From: i.From, Until: i.Until, Final: i.Period == bill.Final, IssuedAt: i.IssuedAt, DueAt: i.DueAt,
		Net: int64(i.Net), Vat: int64(i.VAT), Total: int64(i.Total), Left: int64(b.Left), Status: gen.InvoiceStatus(b.State(now)),
		Reference: bill.Reference(i.Number),
	}
}

// detail adds the entries of a bill, and its payments and credit notes.
func detail(shown *gen.InvoiceDetail, b billstore.Bill, paid []billstore.Payment, notes []billstore.CreditNote, language string) {
	shown.Services = make([]struct {
		Id    gen.InvoiceServiceId `json:"id"`
		Name  string               `json:"name"`
		Net   int64                `json:"net"`
		Total int64                `json:"total"`
		Vat   int64                `json:"vat"`
	}, len(b.Services()))
	for i, of := range b.Services() {
		to := &shown.Services[i]
		to.Id, to.Name, to.Net, to.Vat, to.Total = gen.InvoiceServiceId(of.Service), serviceName(of.Service, language), int64(of.Net), int64(of.VAT), int64(of.Total)
	}
	shown.Payments = make([]struct {
		Amount int64                        `json:"amount"`
		PaidAt time.Time                    `json:"paidAt"`
		Way    gen.InvoiceDetailPaymentsWay `json:"way"`
	}, len(paid))
	for i, p := range paid {
		to := &shown.Payments[i]
		to.Amount, to.PaidAt, to.Way = int64(p.Amount), p.PaidAt, gen.InvoiceDetailPaymentsWay(p.Way)
	}
	shown.CreditNotes = make([]gen.InvoiceCredit, len(notes))
	for i, n := range notes {
		shown.CreditNotes[i] = creditView(n)
	}
}

func creditView(n billstore.CreditNote) gen.InvoiceCredit {
	return gen.InvoiceCredit{Number: n.Number, Net: int64(n.Net), Vat: int64(n.VAT), Total: int64(n.Total), IssuedAt: n.IssuedAt}
}

func serviceName(s bill.Service, language string) string {
	return texts.Text(language, "bill.service."+string(s), nil)
}

func (s *BillHandlers) service(ctx context.Context, of bill.ServiceTotal) (gen.InvoiceService, error) {
	language := middleware.RequestOf(ctx).Language
	shown := gen.InvoiceService{
		Id: gen.InvoiceServiceId(of.Service), Name: serviceName(of.Service, language), Net: int64(of.Net), Vat: int64(of.VAT), Total: int64(of.Total),
		Lines: make([]gen.InvoiceLine, len(of.Lines)),
	}
	names, err := s.planNames(ctx, of.Lines)
	for i, l := range of.Lines {
		shown.Lines[i] = gen.InvoiceLine{
			Name: receiptpdf.LineName(l, names, language), Quantity: l.Quantity, From: l.From, Until: l.Until, Net: int64(l.Net), Vat: int64(l.VAT), Total: int64(l.Total),
			VatPercent: l.VATPercent,
		}
		if l.Unit != "" {
			unit := gen.InvoiceLineUnit(l.Unit)
			shown.Lines[i].Unit = &unit
		}
	}
	return shown, err
}

// planNames returns the names of the plans of lines, in the caller's language.
func (s *BillHandlers) planNames(ctx context.Context, lines []bill.Line) (map[string]string, error) {
	found, err := s.Sold.PlanNames(ctx, bill.PlanIDs(lines)...)
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	return plan.NamesIn(middleware.RequestOf(ctx).Language, found), nil
}
