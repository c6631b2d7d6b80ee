package allowance_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/domain/usage"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

// charged returns a call that the line's plan does not include.
func charged(id, msisdn string, halalas int64) usage.Event {
	e := storetest.Used(id, msisdn, "int_min", 1, storetest.Today.Add(-time.Hour))
	e.Charged = halalas
	return e
}

// owned returns a prepaid line with a balance.
func owned(t *testing.T, s *store.Store, msisdn string, balance contract.Halalas) (lineID string) {
	t.Helper()
	lineID = storetest.Metered(t, s, msisdn)
	require.NoError(t, s.Ledger.Post(ctx, ledger.Posting{Key: "opening:" + msisdn, Subject: lineID, Kind: "opening", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(lineID), Amount: -balance}, {Account: "opening", Amount: balance},
	}}))
	return lineID
}

func left(t *testing.T, s *store.Store, lineID string) contract.Halalas {
	t.Helper()
	balance, err := s.PlanSubscriptions.Balance(ctx, lineID)
	require.NoError(t, err)
	return balance
}

// postings returns the number of usage postings, and their sum.
func postings(t *testing.T, db *bun.DB) (operations int, taken int64) {
	t.Helper()
	require.NoError(t, db.NewRaw(`
		SELECT count(*), coalesce(sum(-l.amount), 0)::bigint FROM ledger_operations AS o JOIN ledger_lines AS l ON l.operation = o.key
		WHERE o.kind = 'usage' AND l.account = 'revenue'`).Scan(ctx, &operations, &taken))
	return operations, taken
}

func TestCount_PrepaidCharge_TakenOnce(t *testing.T) {
	db, s := storetest.Database(t)
	first, second := owned(t, s, "0570000001", 5_000), owned(t, s, "0570000002", 100)
	batch := []usage.Event{
		charged("cdr-2", "0570000001", 300), charged("cdr-1", "0570000001", 50), charged("cdr-3", "0570000002", 250),
		charged("cdr-1", "0570000001", 50), storetest.Used("cdr-4", "0570000001", "data", 7, storetest.Today),
	}
	_, err := s.Allowances.Count(ctx, batch)
	require.NoError(t, err)
	require.Equal(t, []contract.Halalas{4_650, -150}, []contract.Halalas{left(t, s, first), left(t, s, second)})
	operations, taken := postings(t, db)
	require.Equal(t, []int64{2, 600}, []int64{int64(operations), taken}, "one for each line")

	late := append(batch, charged("cdr-0", "0570000001", 1), charged("cdr-5", "0570000001", 9))
	_, err = s.Allowances.Count(ctx, late)
	require.NoError(t, err)
	require.Equal(t, contract.Halalas(4_640), left(t, s, first), "the new events of a repeated batch")
	_, taken = postings(t, db)
	require.EqualValues(t, 610, taken)
}

func TestCount_ConcurrentBatch_IsTakenOnce(t *testing.T) {
	_, s := storetest.Database(t)
	line := owned(t, s, "0570000001", 5_000)
	var all errgroup.Group
	for range 10 {
		all.Go(func() error {
			_, err := s.Allowances.Count(ctx, []usage.Event{charged("cdr-1", "0570000001", 300), charged("cdr-2", "0570000001", 200)})
			return err
		})
	}
	require.NoError(t, all.Wait())
	require.Equal(t, contract.Halalas(4_500), left(t, s, line))
}

func TestCount_EndedLine_IsWrittenOff(t *testing.T) {
	db, s := storetest.Database(t)
	line := owned(t, s, "0570000001", 5_000)
	storetest.Exec(t, db, "UPDATE lines SET status = 'ended', ended_at = ? WHERE id = ?", storetest.Today, line)
	counted, err := s.Allowances.Count(ctx, []usage.Event{charged("cdr-1", "0570000001", 300)})
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{counted.Taken, counted.WrittenOff})
	require.Equal(t, contract.Halalas(5_000), left(t, s, line), "an ended line is not charged")
	var writtenOff bool
	require.NoError(t, db.NewRaw("SELECT written_off FROM usage_charges WHERE event_id = 'cdr-1'").Scan(ctx, &writtenOff))
	require.True(t, writtenOff)
}

func TestCount_PostpaidCharge_WaitsForBill(t *testing.T) {
	db, s := storetest.Database(t)
	line, err := s.Lines.Add(ctx, linestore.Line{MSISDN: "0570000001", Kind: linestore.Voice, Type: "postpaid", Person: contract.Person{IDNumber: storetest.NewID()}}, storetest.CycleStart(0))
	require.NoError(t, err)
	_, err = s.Allowances.Count(ctx, []usage.Event{charged("cdr-1", "0570000001", 300)})
	require.NoError(t, err)
	operations, _ := postings(t, db)
	require.Zero(t, operations)
	unbilled, err := s.Invoices.SumUnbilled(ctx, line)
	require.NoError(t, err)
	require.Equal(t, contract.Halalas(300), unbilled)
}

func TestUsageCharges_PrepaidLine_HavePayer(t *testing.T) {
	db, s := storetest.Database(t)
	line := owned(t, s, "0570000001", 5_000)
	_, err := s.Allowances.Count(ctx, []usage.Event{charged("cdr-1", "0570000001", 300), charged("cdr-2", "0570000001", 200)})
	require.NoError(t, err)
	for name, statement := range map[string]string{
		"nothing takes it": `INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at)
			VALUES ('e', '` + line + `', 'sms', 'sms', 1, 5, now())`,
		"no event stands behind the posting": `
			WITH o AS (INSERT INTO ledger_operations (key, subject, kind) VALUES ('usage:none', '` + line + `', 'usage') RETURNING key)
			INSERT INTO ledger_lines (operation, n, account, amount) SELECT key, n, account, amount FROM o,
				(VALUES (1, 'line/` + line + `', 5), (2, 'revenue', -5)) AS l (n, account, amount)`,
		"taken by another one": "UPDATE usage_charges SET taken_by = 'opening:0570000001' WHERE event_id = 'cdr-1'",
		"taken back":           "UPDATE usage_charges SET taken_by = NULL WHERE event_id = 'cdr-1'",
		"another charge":       "UPDATE usage_charges SET charged = 1 WHERE event_id = 'cdr-1'",
		"taken and lost":       "UPDATE usage_charges SET written_off = true WHERE event_id = 'cdr-1'",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := db.ExecContext(ctx, statement)
			require.Error(t, err)
		})
	}
}

func TestReceive_Repeated_AddsOnce(t *testing.T) {
	db, s := storetest.Database(t)
	line, bought := storetest.Metered(t, s, "0570000001"), storetest.NewID()
	before := len(storetest.BucketRows(t, db))
	for range 2 {
		require.NoError(t, s.Allowances.Receive(ctx, line, bought, 500, storetest.Today, storetest.Today.AddDate(0, 0, 3)))
	}
	rows := storetest.BucketRows(t, db)
	require.Len(t, rows, before+1)
	var amounts []int64
	require.NoError(t, db.NewRaw("SELECT total FROM line_allowances WHERE purchase_id = ? AND purchase_cycle = 1", bought).Scan(ctx, &amounts))
	require.Equal(t, []int64{500}, amounts)
}
