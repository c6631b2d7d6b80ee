package purchase_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/purchase"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/purchase"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
)

var (
	ctx = context.Background()
	now = time.Date(2026, time.January, 4, 9, 0, 0, 0, time.UTC)
	at  = contract.At{Now: now}
)

const goodCode = "VCHR20SAR00001"

// till has the activities of purchases on a database of its own, with two prepaid lines.
type till struct {
	*purchase.Activities
	t       testing.TB
	db      *bun.DB
	store   *store.Store
	lineID  string
	otherID string
	sold    int
}

func newTill(t testing.TB) *till {
	t.Helper()
	db, s := testkit.Databases(t)
	line, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: "0570000001", Kind: linestore.Voice, Type: "prepaid", PlanID: "none",
		Person: contract.Person{IDNumber: "1000000008"},
	}, now)
	require.NoError(t, err)
	other, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: "0570000002", Kind: linestore.Voice, Type: "prepaid", PlanID: "none",
		Person: contract.Person{IDNumber: "1000000016"},
	}, now)
	require.NoError(t, err)
	return &till{Activities: purchase.New(s), t: t, db: db, store: s, lineID: line, otherID: other}
}

// draft is a purchase that was not opened yet.
func (l *till) draft(kind contract.PurchaseKind, way contract.PaymentMethod) contract.Purchase {
	l.sold++
	p := contract.Purchase{
		ID: uuid.NewString(), Number: fmt.Sprintf("PU%08d", l.sold), Kind: kind, Way: way, UserID: uuid.NewString(),
		PayerLineID: l.lineID, LineID: l.lineID, CreatedAt: now,
	}
	net := contract.Halalas(5000)
	switch kind {
	case contract.PurchaseRecharge:
		p.Amount = net
	case contract.PurchaseData:
		p.Data = &contract.DataBought{PackID: "data-1", Megabytes: 1024, ValidityDays: 7}
	case contract.PurchaseVoucher:
		p.Voucher, net = l.store.Vouchers.Hash(goodCode), 0
	case contract.PurchaseInvoice:
		p.Bill = &contract.BillPaid{InvoiceID: l.invoice()}
	case contract.TransferCredit:
		p.Amount, p.LineID = net, l.otherID
	case contract.TransferData:
		net, p.LineID, p.Data = 0, l.otherID, &contract.DataBought{WalletID: l.wallet(1000), Megabytes: 500}
	case contract.TransferInternational:
		p.International = abroad()
		net = p.International.Cost + p.International.Fee
	case contract.PurchaseService:
		l.sellsServices()
		p.Service = dailyNews()
		net = 150
	case contract.PurchaseGame:
		p.Game = play()
	case contract.PurchaseBundle, contract.PurchaseGift:
		p.Bundles, net = l.chosen("mix", "talk")
		if kind == contract.PurchaseGift {
			p.LineID = l.otherID
		}
	case contract.PurchaseCard, contract.PurchaseSwitch:
	}
	p = domain.Priced(p, net, domain.Figures{VATPercent: 15, CardCheck: 100})
	if domain.Charges(way) {
		p.Payment = &contract.Payment{ID: "pay-" + p.ID, Status: contract.PaymentProcessing, Amount: p.Total, At: now}
	}
	return p
}

func (l *till) opens(p contract.Purchase) contract.Purchase {
	l.t.Helper()
	opened, err := l.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at})
	require.NoError(l.t, err)
	return opened
}

func (l *till) pays(p contract.Purchase, status contract.PaymentStatus) contract.Purchase {
	l.t.Helper()
	if p.Payment == nil {
		return p
	}
	settled := *p.Payment
	settled.Status = status
	paid, err := l.RecordPurchasePayment(ctx, p, contract.PurchasePaid{At: at, Payment: settled})
	require.NoError(l.t, err)
	return paid
}

func (l *till) delivers(p contract.Purchase) contract.Purchase {
	l.t.Helper()
	delivered, err := l.DeliverPurchase(ctx, p, contract.PurchaseHandedOver{At: at})
	require.NoError(l.t, err)
	return delivered
}

func (l *till) givesBack(p contract.Purchase) contract.Purchase {
	l.t.Helper()
	begun, err := l.BeginPurchaseRefund(ctx, p, contract.PurchaseEnding{At: at, Reason: contract.EndedPurchaseBySupport})
	require.NoError(l.t, err)
	back, err := l.RecordPurchaseRefund(ctx, begun, contract.PurchaseRefunded{At: at})
	require.NoError(l.t, err)
	return back
}

func (l *till) voucher(code string) {
	l.t.Helper()
	_, err := l.store.Vouchers.Import(ctx, code, "test", domain.Voucher{Value: 2000, ExpiresAt: now.Add(time.Hour)})
	require.NoError(l.t, err)
}

func (l *till) balance() contract.Halalas {
	l.t.Helper()
	usage, err := l.store.Lines.Usage(ctx, l.lineID)
	require.NoError(l.t, err)
	return usage.Balance
}

// accounts are the sums of a purchase by account, without zeros.
func (l *till) accounts(p contract.Purchase) map[string]contract.Halalas {
	l.t.Helper()
	all, err := l.store.Ledger.Balance(ctx, p.ID)
	require.NoError(l.t, err)
	for account, amount := range all {
		if amount == 0 {
			delete(all, account)
		}
	}
	return all
}

func refusedWith(t *testing.T, code contract.Code, err error) {
	t.Helper()
	var no *temporal.ApplicationError
	require.ErrorAs(t, err, &no)
	require.Equal(t, string(code), no.Type())
}
