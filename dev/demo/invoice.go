package demo

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

const billPart = 10_000 // halalas

// bill is a walk from a month to its paid bill.
type bill struct {
	*Demo
	gen.Invoice
	known customer.Inbox
}

// story orders an eSIM with a postpaid plan, lets a month pass, has it billed, and pays a part of the bill, then the rest.
func (b *bill) story(ctx context.Context) error {
	if err := b.memberWith(ctx, "postpaid-200"); err != nil {
		return err
	}
	if _, err := b.Customer.Phone.News(ctx, *b.Customer.Order.Msisdn, b.known); err != nil {
		return err
	}
	err := b.do(ctx, []act{
		{"lets a month pass: the next one stands on no bill yet", b.isCharged},
		{"has it billed, as the schedule does each night", b.isBilled},
		{"sees the bill", b.seesIt},
		{"is told that more than the bill cannot be paid", func(ctx context.Context) error {
			_, err := b.buyer().PayBill(ctx, b.Id, b.Total+1, customer.CardApproved)
			return refusedWith(err, contract.FailInvoiceOverpaid)
		}},
		{"pays 100 SAR of it with 3-D Secure", b.pays(billPart, customer.CardChallenge, gen.InvoiceStatusPartPaid)},
		{"pays the rest", b.pays(0, customer.CardApproved, gen.InvoiceStatusPaid)},
		{"is told that it is paid already", func(ctx context.Context) error {
			_, err := b.buyer().PayBill(ctx, b.Id, 0, customer.CardApproved)
			return refusedWith(err, contract.FailInvoicePaid)
		}},
		{"owes nothing", b.owesNothing},
	})
	if err != nil {
		return err
	}
	return b.checkBooks(ctx)
}

// isCharged lets one event after the other come due, until the next month of the plan has been charged.
func (b *bill) isCharged(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, leapsWithin)
	defer cancel()
	for {
		now, err := b.buyer().Bills(ctx)
		if err != nil {
			return err
		}
		if now.Unbilled > 0 {
			b.say("   %d.%02d SAR are not billed yet; the next bill is due on %s", now.Unbilled/100, now.Unbilled%100, now.NextBillAt.In(calendar.Riyadh).Format(time.DateOnly))
			return nil
		}
		if _, err := b.Stack.Leap(ctx, *b.Customer.Order.Msisdn); err != nil {
			return err
		}
		if err := pause(ctx, leapEvery); err != nil {
			return fmt.Errorf("nothing was charged: %w", err)
		}
	}
}

func (b *bill) isBilled(ctx context.Context) error {
	page, issued, err := b.Stack.Bill(ctx, *b.Customer.Order.Msisdn)
	if err != nil {
		return err
	}
	b.say("   %d lines of this bill day were billed: %s", issued, page)
	found, err := b.buyer().Bills(ctx)
	if err != nil {
		return err
	}
	if len(found.Invoices.Items) != 1 || found.Unbilled != 0 {
		return fmt.Errorf("there are %d bills, and %d halalas are not billed", len(found.Invoices.Items), found.Unbilled)
	}
	b.Invoice = found.Invoices.Items[0]
	return nil
}

func (b *bill) seesIt(ctx context.Context) error {
	shown, err := b.buyer().Bill(ctx, b.Id)
	if err != nil {
		return err
	}
	sum := int64(0)
	for _, service := range shown.Services {
		sum += service.Total
		b.say("   %-12s %d.%02d SAR, of which VAT %d.%02d", service.Name, service.Total/100, service.Total%100, service.Vat/100, service.Vat%100)
	}
	if sum != b.Total || b.Left != b.Total {
		return fmt.Errorf("its services sum to %d, the bill to %d, with %d open", sum, b.Total, b.Left)
	}
	last := b.DueAt.Add(-time.Second).In(calendar.Riyadh)
	b.say("   %s: %d.%02d SAR until %s; at a bank: %s", b.Number, b.Total/100, b.Total%100, last.Format(time.DateOnly), b.Reference)
	return hears(ctx, b.Demo, b.known, 2) // the next month of the plan, and its bill
}

func (b *bill) pays(part int64, card string, then gen.InvoiceStatus) func(context.Context) error {
	return func(ctx context.Context) error {
		paid, err := b.buyer().PayBill(ctx, b.Id, part, card)
		if err := completed(paid, err); err != nil {
			return err
		}
		shown, err := b.buyer().Bill(ctx, b.Id)
		if err != nil {
			return err
		}
		if shown.Invoice.Status != then || shown.Invoice.Left != b.Left-paid.Total {
			return fmt.Errorf("the bill is %s, %d are left", shown.Invoice.Status, shown.Invoice.Left)
		}
		b.Invoice = shown.Invoice
		b.say("   purchase %s over %d.%02d SAR; %d.%02d SAR are left", paid.Number, paid.Total/100, paid.Total%100, b.Left/100, b.Left%100)
		return nil
	}
}

func (b *bill) owesNothing(ctx context.Context) error {
	now, err := b.buyer().Bills(ctx)
	if err != nil {
		return err
	}
	owes, err := b.buyer().Balance(ctx)
	if err == nil && (now.Left != 0 || owes != 0) {
		err = fmt.Errorf("%d are left of the bills, the account of the line is at %d", now.Left, owes)
	}
	return err
}
