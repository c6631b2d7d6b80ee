package purchase

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/transfer"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
	transferstore "selfcare/internal/store/transfer"
)

// validateTransfer refuses a transfer that the payer may not make now. It locks what it reads until the transfer is written, so that two
// transfers from two devices count one after the other.
func validateTransfer(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error) {
	if !p.Friend() {
		return p, contract.RefuseField("to_mobile", contract.FailTransferSelf)
	}
	payer, err := q.Lines.Get(ctx, p.PayerLineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return p, contract.Refuse(contract.FailPurchaseLineEnded)
	}
	if err != nil {
		return p, err
	}
	if err := payer.ValidateChange(now); err != nil {
		return p, err
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return p, err
	}
	if p.Way == contract.PayWallet {
		return debitWallet(ctx, q, p, settings, now)
	}
	sender, err := q.Transfers.Sender(ctx, p.PayerLineID, now)
	if err != nil {
		return p, err
	}
	return p, settings.Transfers().Validate(p.Amount, sender)
}

// debitWallet takes the data from the wallet. The given data ends when the wallet ends.
func debitWallet(ctx context.Context, q *store.Tx, p contract.Purchase, settings setting.Settings, now time.Time) (contract.Purchase, error) {
	wallet, known, err := q.Transfers.Wallet(ctx, p.PayerLineID, p.Data.WalletID, now)
	if err != nil {
		return p, err
	}
	if !known {
		return p, contract.RefuseField("wallet_id", contract.FailWalletUnknown)
	}
	if err := transfer.ValidateWallet(wallet, p.Data.Megabytes, settings.Site.DataTransferMinMB); err != nil {
		return p, err
	}
	data := *p.Data
	data.ValidUntil = wallet.ValidUntil
	p.Data = &data
	return p, q.Allowances.TakeFrom(ctx, p.PayerLineID, data.WalletID, data.Megabytes)
}

// insertTransfer writes the transfer for the history of transfers.
func insertTransfer(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	t := transferstore.Transfer{
		ID: p.ID, Number: p.Number, Kind: transferstore.Local, FromLine: p.PayerLineID, ToLine: p.LineID, Amount: p.Amount, At: p.CreatedAt,
	}
	switch {
	case p.International != nil:
		t.Kind, t.ToLine, t.Party, t.Amount = transferstore.International, "", notice.Masked(p.International.Mobile), p.Total
	case p.Data != nil:
		t.Kind, t.Megabytes, t.WalletID = transferstore.Data, p.Data.Megabytes, p.Data.WalletID
	}
	return q.Transfers.Add(ctx, t)
}

// inHistory tells whether a purchase stands in the history of transfers.
func inHistory(p contract.Purchase) bool {
	return purchase.Definitions[p.Kind].Transfer || p.International != nil
}

// transferCredit adds the credit that was taken to the balance of the other line.
func transferCredit(ctx context.Context, q *store.Tx, p contract.Purchase, _ time.Time) (contract.Purchase, error) {
	if err := q.Ledger.Post(ctx, ledger.TransferPosting(p)); err != nil {
		return p, err
	}
	return p, q.Transfers.End(ctx, p.ID, transferstore.Done)
}

// transferData gives the other line a bucket of the data that was taken.
func transferData(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error) {
	if err := q.Allowances.Receive(ctx, p.LineID, p.ID, p.Data.Megabytes, now, p.Data.ValidUntil); err != nil {
		return p, err
	}
	return p, q.Transfers.End(ctx, p.ID, transferstore.Done)
}
