package casework

import (
	"context"
	"fmt"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/refund"
)

// DecideSettlement decides about a difference, or asks a second person first for a large amount.
func (d *Decisions) DecideSettlement(
	ctx context.Context, i settlement.Item, action settlement.Action, note string,
) (_ settlement.Item, waits *refund.Request, err error) {
	if g := OfSettlement(i, action, note); i.State == settlement.Held && g.Amount > 0 {
		if waits, err = d.GiveOrAsk(ctx, g); err != nil || waits != nil {
			return i, waits, err
		}
	}
	i, err = d.resolveDifference(ctx, i, action, note)
	return i, nil, err
}

// resolveDifference records a decision about a difference, books it and audits the person: all or nothing. The same
// decision of the same person again is accepted.
func (d *Decisions) resolveDifference(ctx context.Context, i settlement.Item, action settlement.Action, note string) (settlement.Item, error) {
	by := middleware.RequestOf(ctx).User.ID
	if i.State == settlement.Held {
		i.State, i.Action, i.Note = settlement.Resolved, action, note
		i.ResolvedBy, i.ResolvedAt = by, d.Now()
		if err := d.resolveSettlement(ctx, i); err != nil {
			return i, err
		}
	}
	if i.ResolvedBy != by || i.Action != action {
		return i, contract.Refuse(contract.FailSettlementResolved)
	}
	return i, nil
}

func (d *Decisions) resolveSettlement(ctx context.Context, i settlement.Item) error {
	entry := audit.Record{
		Key: "settlement-item:" + i.ID, OrderID: i.ID, Actor: i.ResolvedBy, Action: "settlement-" + string(i.Action), Note: i.Note,
		Details: map[string]string{"item": i.ID, "day": i.Day, "kind": string(i.Kind), "payment": i.PaymentID},
	}
	return d.Entries.Change(ctx, entry, func(q *store.Tx) error {
		resolved, err := q.Settlements.Resolve(ctx, i)
		if err != nil {
			return fmt.Errorf("resolve difference: %w", err)
		}
		if !resolved { // another person decided at the same moment
			return contract.Refuse(contract.FailSettlementResolved)
		}
		p := ledger.SettlementPosting("settlement-item:"+i.ID, i.ID, i.LinesToBook(i.Action))
		if len(p.Entries) == 0 {
			return nil
		}
		return q.Ledger.Post(ctx, p)
	})
}

// ReturnBankPayment returns the held part of a bank payment, or asks a second person first for a large amount.
func (d *Decisions) ReturnBankPayment(ctx context.Context, p bill.BankPayment, note string) (_ bill.BankPayment, waits *refund.Request, err error) {
	if p.State == bill.BankHeld {
		if waits, err = d.GiveOrAsk(ctx, OfBankReturn(p, note)); err != nil || waits != nil {
			return p, waits, err
		}
	}
	p, err = d.bookBankReturn(ctx, p, note)
	return p, nil, err
}

// bookBankReturn records and books that the held part of a bank payment has gone back. A repeat by the same person is
// accepted.
func (d *Decisions) bookBankReturn(ctx context.Context, p bill.BankPayment, note string) (bill.BankPayment, error) {
	by := middleware.RequestOf(ctx).User.ID
	if p.State == bill.BankHeld {
		p.State, p.Note, p.ReturnedBy, p.ReturnedAt = bill.BankReturned, note, by, d.Now()
		if err := d.recordReturn(ctx, p); err != nil {
			return p, err
		}
	}
	if p.State != bill.BankReturned || p.ReturnedBy != by || p.Note != note {
		return p, contract.Refuse(contract.FailSADADReturned)
	}
	return p, nil
}

func (d *Decisions) recordReturn(ctx context.Context, p bill.BankPayment) error {
	entry := audit.Record{
		Key: "sadad-return:" + p.ID, OrderID: p.ID, Actor: p.ReturnedBy, Action: "sadad-return", Note: p.Note,
		Details: map[string]string{"payment": p.ID, "reason": string(p.Reason)},
	}
	return d.Entries.Change(ctx, entry, func(q *store.Tx) error {
		returned, err := q.BankPayments.Return(ctx, p)
		if err != nil {
			return fmt.Errorf("return bank payment: %w", err)
		}
		if !returned { // another person decided at the same moment
			return contract.Refuse(contract.FailSADADReturned)
		}
		return q.Ledger.Post(ctx, ledger.BankReturnPosting(p))
	})
}
