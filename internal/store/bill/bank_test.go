package bill_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/bill"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/tx"
	"selfcare/internal/store/user"
)

// reported is a payment that a bank has reported.
func reported(t *testing.T, s *store.Store, id, number string, p bill.BankPayment) bill.BankPayment {
	t.Helper()
	p.PaymentID, p.Reference, p.PaidAt, p.ReceivedAt = id, bill.Reference(number), issued, issued
	kept, err := s.BankPayments.Keep(ctx, p)
	require.NoError(t, err)
	return kept
}

func TestKeep_Repeated_StaysAsItWas(t *testing.T) {
	_, s := storetest.Database(t)
	first := reported(t, s, "bank-1", "INV2026-00000001", bill.BankPayment{Amount: 5_000})
	again := reported(t, s, "bank-1", "INV2026-00000001", bill.BankPayment{Amount: 7_000})
	require.Equal(t, first, again, "the bank says something else later")
	require.Equal(t, bill.BankReceived, first.State)
	_, known, err := s.BankPayments.Get(ctx, storetest.NewID())
	require.NoError(t, err)
	require.False(t, known)
}

func TestReturn_Concurrent_OneReturns(t *testing.T) {
	_, s := storetest.Database(t)
	by, err := s.Users.Register(ctx, user.User{Email: "support@selfcare.example", PasswordHash: "hash", Roles: []string{"support"}}, "")
	require.NoError(t, err)
	p := reported(t, s, "bank-1", "INV2026-00000001", bill.BankPayment{Amount: 5_000})
	p.Note, p.ReturnedBy, p.ReturnedAt = "sent back", by.ID, issued.Add(time.Hour)
	require.ErrorIs(t, storetest.Win(s.BankPayments.Return(ctx, p)), storetest.ErrLost, "it is not held yet")
	held := p
	held.State, held.Held, held.Reason = bill.BankHeld, 5_000, bill.BankUnknownBill
	for range 2 {
		require.NoError(t, s.BankPayments.Decide(ctx, held))
	}
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.BankPayments.Return(ctx, p)) })
	require.NoError(t, s.BankPayments.Decide(ctx, held), "a late decision")
	returned, err := s.BankPayments.InState(ctx, bill.BankReturned, nil, 1)
	require.NoError(t, err)
	require.Len(t, returned, 1)
	require.Equal(t, []any{by.ID, "sent back"}, []any{returned[0].ReturnedBy, returned[0].Note})
}

func TestInState_EqualMoments_GoesOn(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Fill(t, db, `INSERT INTO sadad_payments (payment_id, reference, amount, state, received_at, paid_at, held, reason)
		SELECT 'p-' || n, '00000001', 100, 'held', now(), now(), 100, 'unknown-bill' FROM generate_series(1, 120) AS n`)
	seen, after := map[string]bool{}, (*tx.Place)(nil)
	for range 3 {
		page, err := s.BankPayments.InState(ctx, bill.BankHeld, after, 1)
		require.NoError(t, err)
		for _, p := range page {
			seen[p.PaymentID] = true
		}
		last := page[len(page)-1]
		after = &tx.Place{At: last.ReceivedAt, ID: last.ID}
	}
	require.Len(t, seen, 120)
}

func TestBankPayments_BrokenRule_IsRefused(t *testing.T) {
	db, s := storetest.Database(t)
	b := billed(t, s, postpaid(t, db, s, 1)[0])
	p := reported(t, s, "bank-1", b.Number, bill.BankPayment{Amount: 20_001})
	p.State, p.InvoiceID, p.Taken, p.Held, p.Reason = bill.BankHeld, b.ID, 20_000, 1, bill.BankMoreThanLeft
	require.NoError(t, s.BankPayments.Decide(ctx, p))
	waits := reported(t, s, "bank-2", b.Number, bill.BankPayment{Amount: 10}).ID
	for name, statement := range map[string]string{
		"what the bank has said": "UPDATE sadad_payments SET amount = amount + 1 WHERE id = ?",
		"an end of it":           "DELETE FROM sadad_payments WHERE id = ?",
		"a second decision":      "UPDATE sadad_payments SET state = 'taken', taken = amount, held = 0, reason = NULL WHERE id = ?",
	} {
		t.Run(name, func(t *testing.T) { refuses(t, db, "stays", statement, p.ID) })
	}
	refuses(t, db, "sadad_payments_nothing_lost", "UPDATE sadad_payments SET state = 'taken', taken = 9, invoice_id = ? WHERE id = ?", b.ID, waits)
	refuses(t, db, "sadad_payments_held", "UPDATE sadad_payments SET state = 'held', held = amount WHERE id = ?", waits)
	refuses(t, db, "sadad_payments_decision", "UPDATE sadad_payments SET state = 'returned' WHERE id = ?", p.ID)
	held, stuck, err := s.BankPayments.CountWaiting(ctx, issued.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{held, stuck})
}
