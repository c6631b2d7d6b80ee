package transfer_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/transfer"
)

var ctx = context.Background()

// now is noon in Riyadh, in the middle of a month.
var now = time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)

var local = []string{transfer.Local}

// parties returns two lines, past the purchases behind their transfers.
func parties(t *testing.T, db *bun.DB, s *store.Store) (from, to string) {
	t.Helper()
	storetest.Exec(t, db, "ALTER TABLE transfers DROP CONSTRAINT transfers_id_fkey")
	return storetest.Metered(t, s, "0570000001"), storetest.Metered(t, s, "0570000002")
}

// sends adds a transfer with an outcome; an empty one stays under way.
func sends(t *testing.T, s *store.Store, from, to string, amount contract.Halalas, at time.Time, outcome string) transfer.Transfer {
	t.Helper()
	tr := transfer.Transfer{ID: storetest.NewID(), Number: fmt.Sprint("T", at.Unix(), amount), Kind: transfer.Local, FromLine: from, ToLine: to, Amount: amount, At: at}
	for range 2 {
		require.NoError(t, s.Transfers.Add(ctx, tr))
	}
	if outcome != "" {
		require.NoError(t, s.Transfers.End(ctx, tr.ID, outcome))
	}
	return tr
}

func TestReadSender_Returned_DoesNotCount(t *testing.T) {
	db, s := storetest.Database(t)
	from, to := parties(t, db, s)
	day := time.Date(2026, 11, 14, 21, 0, 0, 0, time.UTC)   // midnight in Riyadh
	month := time.Date(2026, 10, 31, 21, 0, 0, 0, time.UTC) // its first one
	sends(t, s, from, to, 1, day, "")
	sends(t, s, from, to, 10, day.Add(-time.Second), transfer.Done)
	sends(t, s, from, to, 100, month, transfer.Done)
	sends(t, s, from, to, 1_000, month.Add(-time.Second), transfer.Done)
	sends(t, s, from, to, 10_000, day, transfer.Returned)
	sends(t, s, to, from, 100_000, day, transfer.Done)
	sender, err := s.Transfers.ReadSender(ctx, from, now)
	require.NoError(t, err)
	require.Equal(t, []contract.Halalas{1, 111}, []contract.Halalas{sender.Today, sender.ThisMonth})
}

// Two transfers at the same moment see each other, because the second one waits for the first.
func TestSender_Concurrent_CountEachOther(t *testing.T) {
	db, s := storetest.Database(t)
	from, to := parties(t, db, s)
	require.NoError(t, s.Ledger.Post(ctx, ledger.Posting{Key: "opening", Subject: from, Kind: "opening", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(from), Amount: -9_000}, {Account: "opening", Amount: 9_000},
	}}))
	storetest.RequireWins(t, 3, storetest.ErrLost, func(int) error {
		return s.InTx(ctx, func(q *store.Tx) error {
			sender, err := q.Transfers.Sender(ctx, from, now)
			if err != nil || sender.Today+500 > 1_500 {
				return storetest.Win(false, err)
			}
			return q.Transfers.Add(ctx, transfer.Transfer{ID: storetest.NewID(), Number: "T", Kind: transfer.Local, FromLine: from, ToLine: to, Amount: 500, At: now})
		})
	})
	sender, err := s.Transfers.ReadSender(ctx, from, now)
	require.NoError(t, err)
	require.Equal(t, []contract.Halalas{9_000, 1_500}, []contract.Halalas{sender.Balance, sender.Today})
}

func TestOfLine_Receiver_SeesWhatArrived(t *testing.T) {
	db, s := storetest.Database(t)
	from, to := parties(t, db, s)
	done := sends(t, s, from, to, 100, now, transfer.Done)
	back := sends(t, s, from, to, 200, now.Add(time.Minute), transfer.Returned)
	under := sends(t, s, from, to, 300, now.Add(2*time.Minute), "")
	page := func(line string, page, size int) (ids []string) {
		found, total, err := s.Transfers.OfLine(ctx, line, local, page, size)
		require.NoError(t, err)
		require.Equal(t, map[string]int{from: 3, to: 1}[line], total)
		for _, tr := range found {
			require.Equal(t, map[string]string{from: "0570000002", to: "0570000001"}[line], tr.Party, "the other number")
			ids = append(ids, tr.ID)
		}
		return ids
	}
	require.Equal(t, []string{under.ID, back.ID}, page(from, 1, 2))
	require.Equal(t, []string{done.ID}, page(from, 2, 2))
	require.Equal(t, []string{done.ID}, page(to, 1, 2))
	_, err := db.NewRaw("UPDATE transfers SET outcome = 'returned' WHERE id = ?", done.ID).Exec(ctx)
	require.Error(t, err, "an outcome is final")
	require.NoError(t, s.Transfers.End(ctx, storetest.NewID(), transfer.Done), "a purchase without a transfer")
}

func TestMonths_Riyadh_IncludeEmptyOnes(t *testing.T) {
	db, s := storetest.Database(t)
	from, to := parties(t, db, s)
	month := time.Date(2026, 10, 31, 21, 0, 0, 0, time.UTC) // November begins in Riyadh
	sends(t, s, from, to, 100, month, transfer.Done)
	sends(t, s, from, to, 200, month.Add(-time.Second), transfer.Done)
	sends(t, s, to, from, 400, month, transfer.Done)
	sends(t, s, from, to, 800, month, transfer.Returned)
	months, err := s.Transfers.Months(ctx, from, local, now, 3)
	require.NoError(t, err)
	require.Equal(t, []transfer.Month{{Month: "2026-09"}, {Month: "2026-10", Sent: 200, Count: 1}, {Month: "2026-11", Sent: 100, Received: 400, Count: 2}}, months)
}

func TestWallets_InForce_FirstToEndFirst(t *testing.T) {
	db, s := storetest.Database(t)
	line, _ := parties(t, db, s)
	storetest.Exec(t, db, "DELETE FROM line_allowances")
	today := storetest.Today
	for _, w := range []struct {
		megabytes   int64
		from, until time.Time
	}{
		{5_000, today.AddDate(0, 0, -1), today.AddDate(0, 0, 20)},
		{3_000, today.AddDate(0, 0, -1), today.AddDate(0, 0, 10)},
		{100, today.AddDate(0, 0, -1), today.AddDate(0, 0, 5)},
		{9_000, today.AddDate(0, 0, -9), today},
		{8_000, today.Add(time.Second), today.AddDate(0, 0, 9)},
	} {
		storetest.Pack(t, db, line, w.megabytes, w.from, w.until)
	}
	found, err := s.Transfers.Wallets(ctx, line, today, 100)
	require.NoError(t, err)
	require.Len(t, found, 2, "more than the minimum, begun and not over")
	require.Equal(t, []int64{3_000, 5_000}, []int64{found[0].Left, found[1].Left})
	one, known, err := s.Transfers.Wallet(ctx, line, found[1].ID, today)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, found[1], one)
	_, known, err = s.Transfers.Wallet(ctx, storetest.NewID(), found[1].ID, today)
	require.NoError(t, err)
	require.False(t, known, "of another line")
}

func TestTransfers_ManyLines_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db, `INSERT INTO transfers (id, number, kind, from_line, to_line, amount, outcome, at)
		SELECT id, 'T' || msisdn, 'local', id, '`+storetest.NthLine(1)+`', 100, 'done', now() FROM lines WHERE id <> '`+storetest.NthLine(1)+`'`)
	line := storetest.NthLine(7)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"sender":  func() error { return storetest.TakeError(s.Transfers.ReadSender(ctx, line, now)) },
		"of line": func() error { return storetest.TakeLastError(s.Transfers.OfLine(ctx, line, local, 1, 10)) },
		"months":  func() error { return storetest.TakeError(s.Transfers.Months(ctx, line, local, now, 6)) },
		"wallets": func() error { return storetest.TakeError(s.Transfers.Wallets(ctx, line, now, 100)) },
	})
}
