package bill_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/ledger"
	billstore "selfcare/internal/store/bill"
)

// reported writes a bank's report down and answers with its id.
func (l *billRig) reported(payment, reference string, amount contract.Halalas) string {
	l.t.Helper()
	kept, err := l.store.BankPayments.Keep(ctx, domain.BankPayment{
		PaymentID: payment, Reference: reference, Amount: amount, PaidAt: issued, ReceivedAt: issued.Add(time.Minute),
	})
	require.NoError(l.t, err)
	return kept.ID
}

// pays has a bank report a payment, and takes it.
func (l *billRig) pays(payment, reference string, amount contract.Halalas) domain.BankPayment {
	l.t.Helper()
	id := l.reported(payment, reference, amount)
	require.NoError(l.t, l.TakeSADADPayment(ctx, contract.SADADPaymentAt{At: contract.At{Now: issued.Add(time.Minute)}, ID: id}))
	return l.bank(id)
}

func (l *billRig) bank(id string) domain.BankPayment {
	l.t.Helper()
	p, known, err := l.store.BankPayments.Get(ctx, id)
	require.NoError(l.t, err)
	require.True(l.t, known)
	return p
}

// account is the sum of an account. It requires that all accounts together are zero.
func (l *billRig) account(name string) int {
	l.t.Helper()
	require.Zero(l.t, l.count("SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines"))
	return l.count("SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines WHERE account = ?", name)
}

func TestTakeSADADPayment_InFull_UnbarsTheLine(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	b := l.bill()
	l.steps(morning(11, 24))
	l.steps(morning(12, 3))
	require.Equal(t, contract.ServiceIncoming, l.plan().Bills.Level)
	p := l.pays("bank-1", domain.Reference(b.Number), b.Left)
	require.Equal(t, domain.BankTaken, p.State)
	require.Equal(t, b.Number, p.Number)
	require.Equal(t, domain.Paid, l.latest().State(morning(12, 4)))
	require.Equal(t, contract.ServiceFull, l.plan().Bills.Level)
	require.Zero(t, l.count("SELECT amount FROM line_balances"))
	require.Equal(t, 20_000, l.account(ledger.SADAD))
	require.Equal(t, 1, l.told("bill-paid"))
	require.Equal(t, 1, l.told("bill-unbarred"))
	paid, err := l.store.Invoices.Payments(ctx, b.ID)
	require.NoError(t, err)
	require.Equal(t, []billstore.Payment{{ID: "sadad:bank-1", InvoiceID: b.ID, Way: billstore.WaySADAD, Amount: 20_000, PaidAt: issued}}, paid)
}

func TestTakeSADADPayment_Parts_AddUp(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	b := l.bill()
	reference := domain.Reference(b.Number)
	for range 2 {
		require.Equal(t, domain.BankTaken, l.pays("bank-1", reference, 5000).State)
	}
	require.Equal(t, contract.Halalas(15_000), l.latest().Left)
	require.Equal(t, domain.PartPaid, l.latest().State(issued))
	l.pays("bank-2", reference, 15_000)
	require.Equal(t, domain.Paid, l.latest().State(issued))
	require.Equal(t, 2, l.told("bill-paid"))
	require.Equal(t, 20_000, l.account(ledger.SADAD))
}

func TestTakeSADADPayment_NoBill_IsHeld(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	b := l.bill()
	reference := domain.Reference(b.Number)
	more := l.pays("bank-1", reference, 20_001)
	require.Equal(t, []any{domain.BankHeld, domain.BankMoreThanLeft, contract.Halalas(20_000), contract.Halalas(1)}, []any{more.State, more.Reason, more.Taken, more.Held})
	again := l.pays("bank-2", reference, 700)
	require.Equal(t, []any{domain.BankHeld, domain.BankPaidAlready, contract.Halalas(700), b.Number}, []any{again.State, again.Reason, again.Held, again.Number})
	none := l.pays("bank-3", domain.Reference("INV2615-00000077"), 20)
	require.Equal(t, []any{domain.BankHeld, domain.BankUnknownBill, contract.Halalas(20), ""}, []any{none.State, none.Reason, none.Held, none.Number})
	mistyped := l.pays("bank-4", "123456", 5)
	require.Equal(t, domain.BankUnknownBill, mistyped.Reason)
	require.Equal(t, 20_726, l.account(ledger.SADAD), "all of it is in the books")
	require.Equal(t, -726, l.account(ledger.SADADHeld))
	require.Zero(t, l.count("SELECT amount FROM line_balances"))
	held, stuck, err := l.store.BankPayments.CountWaiting(ctx, issued)
	require.NoError(t, err)
	require.Equal(t, []int{4, 0}, []int{held, stuck})
}

func TestTakeSADADPayment_ManyAtOnce_AllCount(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	b := l.bill()
	first := l.reported("bank-1", domain.Reference(b.Number), 15_000)
	second := l.reported("bank-2", domain.Reference(b.Number), 15_000)
	var all sync.WaitGroup
	failed := make(chan error, 8)
	for range 4 {
		for _, id := range []string{first, second} {
			all.Go(func() {
				failed <- l.TakeSADADPayment(ctx, contract.SADADPaymentAt{At: contract.At{Now: issued}, ID: id})
			})
		}
	}
	all.Wait()
	close(failed)
	for err := range failed {
		require.NoError(t, err)
	}
	taken, held := l.bank(first).Taken+l.bank(second).Taken, l.bank(first).Held+l.bank(second).Held
	require.Equal(t, []contract.Halalas{20_000, 10_000}, []contract.Halalas{taken, held})
	require.Equal(t, domain.Paid, l.latest().State(issued))
	require.Equal(t, 30_000, l.account(ledger.SADAD))
	require.Equal(t, -10_000, l.account(ledger.SADADHeld))
	require.Equal(t, 2, l.count("SELECT count(*) FROM ledger_operations WHERE kind = 'sadad'"))
}

func TestTakeSADADPayment_Unknown_IsRefused(t *testing.T) {
	l := newLedger(t, 1)
	require.Error(t, l.TakeSADADPayment(ctx, contract.SADADPaymentAt{At: contract.At{Now: issued}, ID: uuid.NewString()}))
}
