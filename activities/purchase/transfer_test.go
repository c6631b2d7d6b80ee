package purchase_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	domain "selfcare/internal/domain/purchase"
)

// wallet is a bucket of data of the line.
func (l *till) wallet(megabytes int64) (id string) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewRaw(`
		INSERT INTO line_allowances (line_id, type, unit, total, valid_from, valid_until, position, cycle)
		VALUES (?, 'data', 'MB', ?, ?, ?, 0, ?) RETURNING id`, l.lineID, megabytes, now.Add(-time.Hour), now.AddDate(0, 1, 0), l.sold).Scan(ctx, &id))
	return id
}

// transferOf is a transfer of an amount to the other line.
func (l *till) transferOf(amount contract.Halalas) contract.Purchase {
	p := l.draft(contract.TransferCredit, contract.PayBalance)
	p.Amount = amount
	return domain.Priced(p, amount, domain.Figures{})
}

// The transaction that takes a transfer checks it again: the facts may have changed since the code was sent.
func TestTransfer_EachRule_IsChecked(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	refused := func(p contract.Purchase, code contract.Code) {
		t.Helper()
		_, err := l.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at})
		refusedWith(t, code, err)
	}
	refused(l.transferOf(5_001), contract.FailTransferLarge)
	refused(l.transferOf(99), contract.FailTransferSmall)
	self := l.transferOf(1_000)
	self.LineID = l.lineID
	refused(self, contract.FailTransferSelf)
	wallet := l.draft(contract.TransferData, contract.PayWallet)
	wallet.Data.Megabytes = 1001
	refused(wallet, contract.FailWalletSmall)
	l.exec("UPDATE lines SET subscription_type = 'postpaid' WHERE msisdn = '0570000002'")
	refused(l.transferOf(1_000), contract.FailTransferPostpaid)
	l.exec("UPDATE lines SET subscription_type = 'prepaid'")
	l.exec("UPDATE lines SET guarded_until = '2099-01-01' WHERE msisdn = '0570000001'")
	refused(l.transferOf(1_000), contract.FailLineGuarded)
	require.EqualValues(t, 10_000, l.balance())
}

// Twenty transfers at once, each of a quarter of the balance: each sees the balance that the last one left.
func TestTransfer_ManyAtOnce_KeepLimit(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	var all sync.WaitGroup
	errs := make([]error, 20)
	for i := range errs {
		draft := l.transferOf(2_500)
		all.Go(func() { _, errs[i] = l.OpenPurchase(ctx, draft, contract.PurchaseOpening{At: at}) })
	}
	all.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
			continue
		}
		refusedWith(t, contract.FailTransferLarge, err)
	}
	require.Equal(t, 3, made, "of 100, 75 and 50 riyals; half of 25 is less than one asks for")
	require.EqualValues(t, 2_500, l.balance())
}
