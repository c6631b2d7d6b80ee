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
		return nil
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
