package casework

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/approval"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/settlement"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/refund"
)

// GiveOrAsk lets one person give money to a customer, or returns a request that waits for a second person. It reads the
// limit fresh from the database: an operator may just have lowered it.
func (d *Decisions) GiveOrAsk(ctx context.Context, g refund.Payout) (waits *refund.Request, err error) {
	settings, err := d.SettingsStore.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	g.By, g.At = middleware.RequestOf(ctx).User.ID, d.Now()
	if err := d.validateAlone(ctx, g); err != nil {
		return nil, err
	}
	alone, err := d.Requests.GiveAlone(ctx, g, settings.RefundSecondPersonAbove)
	if err != nil {
		return nil, fmt.Errorf("record a giving: %w", err)
	}
	if alone {
		return nil, nil
	}
	return d.ask(ctx, g)
}

// validateAlone refuses a giving by one person while a second person must decide about the same money.
func (d *Decisions) validateAlone(ctx context.Context, g refund.Payout) error {
	if err := d.Requests.Expire(ctx, g.At); err != nil {
		return fmt.Errorf("expire refund requests: %w", err)
	}
	_, err := d.Requests.AliveOf(ctx, g.Way, g.SubjectID)
	switch {
	case err == nil:
		return contract.Refuse(contract.FailRefundWaits)
	case errors.Is(err, storeerrors.ErrNotFound):
		return nil
	default:
		return fmt.Errorf("read refund request: %w", err)
	}
}

// Ask records money that waits for a second person, also below the daily limit.
func (d *Decisions) Ask(ctx context.Context, g refund.Payout) (*refund.Request, error) {
	g.By, g.At = middleware.RequestOf(ctx).User.ID, d.Now()
	if err := d.Requests.Expire(ctx, g.At); err != nil {
		return nil, fmt.Errorf("expire refund requests: %w", err)
	}
	return d.ask(ctx, g)
}

func (d *Decisions) ask(ctx context.Context, g refund.Payout) (*refund.Request, error) {
	settings, err := d.SettingsStore.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	asked, err := d.Requests.Open(ctx, g, settings.RefundApprovalTTL)
	if errors.Is(err, storeerrors.ErrConflict) {
		return nil, contract.Refuse(contract.FailRefundWaits)
	}
	if err != nil {
		return nil, fmt.Errorf("ask a second person: %w", err)
	}
	return &asked, nil
}

// Waits tells whether a giving would wait for a second person.
func (d *Decisions) Waits(ctx context.Context, g refund.Payout) (bool, error) {
	settings, err := d.SettingsStore.Get(ctx)
	if err != nil {
		return false, fmt.Errorf("read settings: %w", err)
	}
	g.At = d.Now()
	given, err := d.Requests.SumGivenThatDay(ctx, g)
	if err != nil {
		return false, fmt.Errorf("read earlier givings: %w", err)
	}
	return approval.NeedsSecondPerson(given, g.Amount, settings.RefundSecondPersonAbove), nil
}

// Give performs an approved giving of any kind but the refund of an order. The request's id is the key, so it happens
// once.
func (d *Decisions) Give(ctx context.Context, asked refund.Request) error {
	switch asked.Way {
	case contract.PayoutCreditNote:
		_, err := d.Bills.Credit(ctx, contract.InvoiceCredit{
			ID: asked.ID, InvoiceID: asked.SubjectID, Amount: asked.Amount, Reason: asked.Note, Actor: asked.DecidedBy,
		})
		return err
	case contract.PayoutBankReturn:
		p, known, err := d.Banks.Get(ctx, asked.SubjectID)
		if err != nil || !known {
			return errors.Join(err, contract.Refuse(contract.FailSADADUnknown))
		}
		_, err = d.bookBankReturn(ctx, p, asked.Note)
		return err
	case contract.PayoutSettlement:
		i, known, err := d.Differences.Item(ctx, asked.SubjectID)
		if err != nil || !known {
			return errors.Join(err, contract.Refuse(contract.FailSettlementUnknown))
		}
		_, err = d.resolveDifference(ctx, i, settlement.Action(asked.Detail), asked.Note)
		return err
	case contract.PayoutRefund:
	}
	return contract.Refuse(contract.FailRefundUnknown)
}

// OfBankReturn is the returned part of a bank payment.
func OfBankReturn(p bill.BankPayment, note string) refund.Payout {
	return refund.Payout{
		Key: "bank-return/" + p.ID, Way: contract.PayoutBankReturn, SubjectID: p.ID, Reference: p.Reference, Amount: p.Held, Note: note,
	}
}

// OfSettlement is the money that a settlement decision gives away.
func OfSettlement(i settlement.Item, action settlement.Action, note string) refund.Payout {
	reference := i.PaymentID
	if reference == "" {
		reference = i.Day
	}
	return refund.Payout{
		Key: "settlement/" + i.ID, Way: contract.PayoutSettlement, SubjectID: i.ID, Reference: reference, Amount: approval.AmountGiven(i), Note: note,
		Detail: string(action),
	}
}
