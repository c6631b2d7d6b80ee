package purchase

import (
	"context"
	"errors"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// tell queues the messages about a purchase in the transaction that causes them. A line that has ended receives none.
func tell(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	for _, t := range purchase.Messages(p) {
		line, err := q.Lines.Get(ctx, t.LineID)
		if errors.Is(err, storeerrors.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := addressMessage(ctx, q, &t, line, p); err != nil {
			return err
		}
		if err := q.Outbox.Queue(ctx, t.Notice); err != nil {
			return err
		}
	}
	return nil
}

// addressMessage sets the address and the other party of a message. The recipient of a transfer reads it in the language of the recipient's
// line.
func addressMessage(ctx context.Context, q *store.Tx, t *purchase.Message, to linestore.Line, p contract.Purchase) (err error) {
	t.Mobile = to.MSISDN
	if to.Kind == linestore.Data { // a data SIM shows no messages
		t.Mobile = to.Contact.Mobile
	}
	if p.Game != nil && t.Template == purchase.MessageGameCode {
		t.Mobile, t.Email = p.Game.Mobile, p.Game.Email
	}
	if t.Party == "" {
		return addReceiptLetter(ctx, q, t, p)
	}
	other, err := q.Lines.MSISDN(ctx, t.Party)
	if err != nil {
		return fmt.Errorf("read the other number: %w", err)
	}
	t.Params["party"] = notice.Masked(other)
	if t.LineID != p.PayerLineID {
		t.Language, err = q.Lines.Language(ctx, t.LineID)
	}
	return err
}

// addReceiptLetter also writes to the buyer of the buyer's own line if the purchase has a tax invoice, because the letter brings it.
// The buyer has confirmed the e-mail, and has not declined letters.
func addReceiptLetter(ctx context.Context, q *store.Tx, t *purchase.Message, p contract.Purchase) error {
	isDelivered := p.Stage != contract.PurchaseScheduled && p.Stage != contract.PurchaseFailed
	if !isDelivered || p.Friend() || p.Game != nil || !owesInvoice(p) {
		return nil
	}
	buyer, err := q.Users.Get(ctx, p.UserID)
	if errors.Is(err, storeerrors.ErrNotFound) || err == nil && !buyer.EmailConfirmed {
		return nil
	}
	if err != nil {
		return err
	}
	chosen, err := q.Users.Preferences(ctx, p.UserID)
	if err == nil && chosen.Email {
		t.Email, t.Invoice = buyer.Email, true
	}
	return err
}
