package ledger_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func charge(order, key string) ledger.Posting {
	return ledger.Posting{Key: key, Subject: order, Kind: "charge", Entries: []ledger.Entry{
		{Account: "payment-provider", Amount: 11500}, {Account: "customer", Amount: -11500},
	}}
}

func TestPost_SameKey_CountsOnce(t *testing.T) {
	s, order := testkit.Store(t), storetest.NewID()
	var all errgroup.Group
	for range 20 {
		all.Go(func() error { return s.Ledger.Post(ctx, charge(order, "charge:1")) })
	}
	require.NoError(t, all.Wait())
	balance, err := s.Ledger.Balance(ctx, order)
	require.NoError(t, err)
	require.Equal(t, map[string]contract.Halalas{"payment-provider": 11500, "customer": -11500}, balance)
}

func TestPost_ReusedKey_IsConflict(t *testing.T) {
	s, order := testkit.Store(t), storetest.NewID()
	require.NoError(t, s.Ledger.Post(ctx, charge(order, "charge:1")))
	other := charge(order, "charge:1")
	other.Entries[0].Amount, other.Entries[1].Amount = 1, -1
	require.ErrorIs(t, s.Ledger.Post(ctx, other), storeerrors.ErrConflict)
	require.ErrorIs(t, s.Ledger.Post(ctx, charge(storetest.NewID(), "charge:1")), storeerrors.ErrConflict)
}

func TestPost_MustAddUpToZero(t *testing.T) {
	for name, lines := range map[string][]ledger.Entry{
		"one side only":  {{Account: "customer", Amount: 100}},
		"does not match": {{Account: "customer", Amount: 100}, {Account: "revenue", Amount: -99}},
		"nothing":        {},
		"zero amounts":   {{Account: "customer", Amount: 0}, {Account: "revenue", Amount: 0}},
	} {
		t.Run(name, func(t *testing.T) {
			s, order := testkit.Store(t), storetest.NewID()
			require.ErrorIs(t, s.Ledger.Post(ctx, ledger.Posting{Key: "k", Subject: order, Kind: "charge", Entries: lines}), storeerrors.ErrConflict)
			require.NoError(t, s.Ledger.Post(ctx, charge(order, "k")), "the refused one has left no trace")
		})
	}
}

func TestPost_Unbalanced_RollsBack(t *testing.T) {
	s := testkit.Store(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	err := s.InTx(ctx, func(q *store.Tx) error {
		saved := o
		saved.Seq, saved.Stage = 2, contract.StagePlaced
		if err := q.Orders.Save(ctx, saved); err != nil {
			return err
		}
		return q.Ledger.Post(ctx, ledger.Posting{Key: "k", Subject: o.ID, Kind: "charge", Entries: []ledger.Entry{{Account: "customer", Amount: 1}}})
	})
	require.ErrorIs(t, err, storeerrors.ErrConflict)
	record, err := s.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, contract.StageWizard, record.Order.Stage)
}

func TestAppendOnlyTables_Change_IsRefused(t *testing.T) {
	db, s := storetest.Database(t)
	require.NoError(t, s.Ledger.Post(ctx, charge(storetest.NewID(), "charge:1")))
	require.NoError(t, s.Audit.Write(ctx, audit.Record{Actor: "a", Action: "retry", Note: "n"}))
	for _, statement := range []string{
		"UPDATE ledger_lines SET amount = 1", "DELETE FROM ledger_lines", "TRUNCATE ledger_lines",
		"UPDATE ledger_operations SET kind = 'x'", "DELETE FROM ledger_operations", "TRUNCATE ledger_operations, ledger_lines",
		"UPDATE audit_log SET note = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log",
		"INSERT INTO ledger_lines VALUES ('charge:1', 9, 'customer', 5)",
	} {
		t.Run(statement, func(t *testing.T) {
			_, err := db.ExecContext(ctx, statement)
			require.Error(t, err)
		})
	}
}

// aLine returns a line without any charge.
func aLine(t *testing.T, subscription string) (db *bun.DB, s *store.Store, lineID string) {
	t.Helper()
	db, s = storetest.Database(t)
	subscriber, lineID := storetest.NewID(), storetest.NewID()
	storetest.Exec(t, db, "INSERT INTO subscribers (id, id_hash, personal) VALUES (?, ?, '')", subscriber, []byte(subscriber))
	storetest.Exec(t, db, `
		INSERT INTO lines (id, order_id, subscriber_id, msisdn, subscription_type, activated_at)
		VALUES (?, ?, ?, '0570000001', ?, now())`, lineID, storetest.NewID(), subscriber, subscription)
	return db, s, lineID
}

// moved is a posting to a line, or from it for a negative amount.
func moved(key, lineID string, amount contract.Halalas) ledger.Posting {
	return ledger.Posting{Key: key, Subject: lineID, Kind: "moved", Entries: []ledger.Entry{
		{Account: "payment-provider", Amount: amount}, {Account: ledger.LineAccount(lineID), Amount: -amount},
	}}
}

func balanceOf(t *testing.T, s *store.Store, lineID string) contract.Halalas {
	t.Helper()
	usage, err := s.Lines.Usage(ctx, lineID)
	require.NoError(t, err)
	return usage.Balance
}

func TestPost_Balance_IsSumOfPostings(t *testing.T) {
	for subscription, want := range map[string]contract.Halalas{"prepaid": 700, "postpaid": -700} {
		_, s, line := aLine(t, subscription)
		require.NoError(t, s.Ledger.Post(ctx, moved("in", line, 1000)))
		require.NoError(t, s.Ledger.Post(ctx, moved("in", line, 1000)), "the same again changes nothing")
		require.NoError(t, s.Ledger.Post(ctx, moved("out", line, -300)))
		require.Equal(t, want, balanceOf(t, s, line), "a payment reduces the debt of a postpaid line")
		books, err := s.Ledger.Balance(ctx, line)
		require.NoError(t, err)
		require.Equal(t, map[string]contract.Halalas{"payment-provider": 700, ledger.LineAccount(line): -700}, books)
	}
}

func TestPost_Concurrent_NeverOverdraws(t *testing.T) {
	_, s, line := aLine(t, "prepaid")
	require.NoError(t, s.Ledger.Post(ctx, moved("in", line, 1000)))
	const wishes = 20
	outcomes := make(chan error, wishes)
	for i := range wishes {
		go func() { outcomes <- s.Ledger.Post(ctx, moved(fmt.Sprintf("out:%d", i), line, -300)) }()
	}
	spent := 0
	for range wishes {
		if err := <-outcomes; err == nil {
			spent++
		} else {
			require.ErrorIs(t, err, storeerrors.ErrNotCovered)
		}
	}
	require.Equal(t, 3, spent)
	require.Equal(t, contract.Halalas(100), balanceOf(t, s, line))
}

func TestPost_Reversal_MayOverdraw(t *testing.T) {
	_, s, line := aLine(t, "prepaid")
	back := moved("back", line, -500)
	require.ErrorIs(t, s.Ledger.Post(ctx, back), storeerrors.ErrNotCovered)
	back.Overdraws = true
	require.NoError(t, s.Ledger.Post(ctx, back), "the refused one has left no trace")
	require.NoError(t, s.Ledger.Post(ctx, moved("in", line, 200)))
	require.Equal(t, contract.Halalas(-300), balanceOf(t, s, line))
	require.ErrorIs(t, s.Ledger.Post(ctx, moved("out", line, -1)), storeerrors.ErrNotCovered)
}

func TestPost_PostpaidLine_OwesItsUsage(t *testing.T) {
	_, s, line := aLine(t, "postpaid")
	require.NoError(t, s.Ledger.Post(ctx, moved("used", line, -4000)))
	require.Equal(t, contract.Halalas(4000), balanceOf(t, s, line))
}

func TestPost_UnknownLine_IsConflict(t *testing.T) {
	s := testkit.Store(t)
	for _, line := range []string{storetest.NewID(), "x", ""} {
		to := moved("in", line, 1000)
		to.Subject = storetest.NewID()
		require.ErrorIs(t, s.Ledger.Post(ctx, to), storeerrors.ErrConflict, line)
	}
}

func TestBalances_DirectChange_Refused(t *testing.T) {
	db, s, line := aLine(t, "prepaid")
	_, err := db.NewRaw("INSERT INTO line_balances (line_id, amount) VALUES (?, 1)", line).Exec(ctx)
	require.ErrorContains(t, err, "follows from the ledger")
	storetest.Exec(t, db, "INSERT INTO line_balances (line_id, amount, valid_until) VALUES (?, 0, now())", line)
	require.NoError(t, s.Ledger.Post(ctx, moved("in", line, 1000)))
	_, err = db.NewRaw("UPDATE line_balances SET amount = 1 WHERE line_id = ?", line).Exec(ctx)
	require.ErrorContains(t, err, "follows from the ledger")
	storetest.Exec(t, db, "UPDATE line_balances SET valid_until = now() WHERE line_id = ?", line)
	require.Equal(t, contract.Halalas(1000), balanceOf(t, s, line))
}
