package bill_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/store"
	billstore "selfcare/internal/store/bill"
	"selfcare/internal/store/line"
	"selfcare/internal/store/storetest"
)

var (
	ctx       = context.Background()
	activated = time.Date(2026, time.October, 15, 13, 20, 0, 0, calendar.Riyadh).UTC()
	ends      = time.Date(2026, time.November, 15, 0, 0, 0, 0, calendar.Riyadh).UTC()
	issued    = ends.Add(time.Hour)
	period    = bill.Period{Cohort: 15, Month: time.Date(2026, time.November, 1, 0, 0, 0, 0, calendar.Riyadh)}
)

// postpaid returns lines of one bill day in the order of their ids, each with a charge of a cycle.
func postpaid(t *testing.T, db *bun.DB, s *store.Store, number int) (lines []string) {
	t.Helper()
	storetest.Exec(t, db, "INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('postpaid', 'Postpaid', 'مفوتر', 0)")
	storetest.Exec(t, db, `INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		VALUES ('postpaid-200', 'P-200', 'Postpaid 200', 'مفوتر 200', 20000, 'postpaid', 'postpaid', 30, 1, 0, '[]')`)
	for n := range number {
		_, err := s.Lines.Add(ctx, line.Line{
			MSISDN: fmt.Sprintf("05700000%02d", n), Kind: line.Voice, Type: "postpaid", PlanID: "postpaid-200", Person: contract.Person{IDNumber: storetest.HerID},
		}, activated)
		require.NoError(t, err)
	}
	storetest.Exec(t, db, `INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT id, 1, 'plan', plan_id, 20000, 2609, 'invoice', activated_at, ?, now() FROM lines`, ends)
	require.NoError(t, db.NewRaw("SELECT id FROM lines ORDER BY id").Scan(ctx, &lines))
	return lines
}

// issue bills the charges of a line before the end of the period.
func issue(s *store.Store, lineID string) (bill.Invoice, error) { return issueWithin(ctx, s, lineID) }

func issueWithin(ctx context.Context, s *store.Store, lineID string) (i bill.Invoice, err error) {
	err = s.InTx(ctx, func(q *store.Tx) error {
		if _, err := q.Invoices.LineToBill(ctx, period, lineID); err != nil {
			return err
		}
		if i, err = invoiceOf(ctx, q, lineID); err != nil {
			return err
		}
		i, err = q.Invoices.Issue(ctx, i, ends, issued.AddDate(0, 0, 9))
		return err
	})
	return i, err
}

// invoiceOf returns the invoice of a line's charges, still without a number.
func invoiceOf(ctx context.Context, q *store.Tx, lineID string) (bill.Invoice, error) {
	charges, err := q.Invoices.Charges(ctx, []string{lineID}, ends)
	i, _ := bill.Rated(bill.Invoice{
		ID: storetest.NewID(), LineID: lineID, Period: period.Key(), From: period.From(), Until: ends, IssuedAt: issued, DueAt: issued.AddDate(0, 0, 14),
	}, charges[lineID], 15)
	return i, err
}

func billed(t *testing.T, s *store.Store, lineID string) billstore.Bill {
	t.Helper()
	i, err := issue(s, lineID)
	require.NoError(t, err)
	return stored(t, s, i.ID)
}

func stored(t *testing.T, s *store.Store, id string) billstore.Bill {
	t.Helper()
	b, known, err := s.Invoices.Get(ctx, id)
	require.NoError(t, err)
	require.True(t, known)
	return b
}

func refuses(t *testing.T, db *bun.DB, constraint, statement string, args ...any) {
	t.Helper()
	_, err := db.NewRaw(statement, args...).Exec(ctx)
	require.ErrorContains(t, err, constraint)
}

func TestIssue_Concurrent_BillsOnce(t *testing.T) {
	db, s := storetest.Database(t)
	lines := postpaid(t, db, s, 1)
	unbilled, err := s.Invoices.SumUnbilled(ctx, lines[0])
	require.NoError(t, err)
	require.Equal(t, contract.Halalas(20_000), unbilled)
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error {
		if _, err := issue(s, lines[0]); err != nil { // of the constraints that refuse a second one, each may be the first
			return storetest.ErrLost
		}
		return nil
	})
	found, total, err := s.Invoices.OfLine(ctx, lines[0], 1, 10)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{total, len(found)})
	require.Equal(t, "INV2615-00000001", found[0].Number, "a refused invoice took no number")
	require.Empty(t, found[0].Lines, "a list omits the lines")
	require.Equal(t, contract.Halalas(20_000), stored(t, s, found[0].ID).Lines[0].Total)
	unbilled, err = s.Invoices.SumUnbilled(ctx, lines[0])
	require.NoError(t, err)
	require.Zero(t, unbilled)
}

// The number of a document is waited for by documents of the same cohort alone: two bill days, and a final bill of a third, do not
// wait for each other. A refused document leaves no gap in its series.
func TestIssue_TwoCohorts_DoNotWait(t *testing.T) {
	db, s := storetest.Database(t)
	lines := postpaid(t, db, s, 3)
	storetest.Exec(t, db, "UPDATE lines SET activated_at = activated_at + interval '1 day' WHERE id = ?", lines[1])
	errTakenBack := errors.New("taken back")
	err := s.InTx(ctx, func(q *store.Tx) error {
		first, err := invoiceOf(ctx, q, lines[0])
		require.NoError(t, err)
		open, err := q.Invoices.Issue(ctx, first, ends, issued.AddDate(0, 0, 9))
		require.NoError(t, err)
		require.Equal(t, "INV2615-00000001", open.Number)
		meanwhile, stop := context.WithTimeout(ctx, 10*time.Second)
		defer stop()
		other, err := issueWithin(meanwhile, s, lines[1])
		require.NoError(t, err, "another cohort does not wait for the open transaction")
		require.Equal(t, "INV2616-00000001", other.Number)
		return errTakenBack
	})
	require.ErrorIs(t, err, errTakenBack)
	require.Equal(t, "INV2615-00000001", billed(t, s, lines[2]).Number, "no gap")

	b := stored(t, s, billed(t, s, lines[0]).ID)
	require.Equal(t, "INV2615-00000002", b.Number)
	note, err := s.Invoices.Credit(ctx, billstore.CreditNote{
		ID: storetest.NewID(), InvoiceID: b.ID, Reason: "billed twice", Actor: "u1", IssuedAt: issued, Credit: bill.Credit{Net: 1000, VAT: 150, Total: 1150},
	})
	require.NoError(t, err)
	require.Equal(t, "CRN2615-00000001", note.Number)
}

func TestCohort_Batches_GoOnAfterLast(t *testing.T) {
	db, s := storetest.Database(t)
	lines := postpaid(t, db, s, 5)
	storetest.Exec(t, db, "UPDATE lines SET status = 'ended' WHERE id = ?", lines[4])
	billed(t, s, lines[1])
	_, err := s.Lines.Add(ctx, line.Line{MSISDN: "0570000099", Kind: line.Voice, Type: "postpaid", Person: contract.Person{IDNumber: storetest.HerID}}, activated.AddDate(0, 0, 1))
	require.NoError(t, err, "of another bill day")
	var all []billstore.ToBill
	for after := ""; ; after = all[len(all)-1].LineID {
		batch, err := s.Invoices.Cohort(ctx, period, after, 2)
		require.NoError(t, err)
		if len(batch) == 0 {
			break
		}
		require.LessOrEqual(t, len(batch), 2)
		all = append(all, batch...)
	}
	require.Equal(t, []billstore.ToBill{
		{LineID: lines[0]}, {LineID: lines[1], Billed: true}, {LineID: lines[2]}, {LineID: lines[3]}, {LineID: lines[4], Ended: true},
	}, all)
}

func TestPay_Repeated_CountsOnce(t *testing.T) {
	db, s := storetest.Database(t)
	b := billed(t, s, postpaid(t, db, s, 1)[0])
	p := billstore.Payment{ID: "bank-1", InvoiceID: b.ID, Way: billstore.WaySADAD, Amount: 5_000, PaidAt: issued}
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.Invoices.Pay(ctx, p)) })
	require.Equal(t, contract.Halalas(15_000), stored(t, s, b.ID).Left)
	more := p
	more.ID, more.Amount = "bank-2", 15_001
	require.ErrorContains(t, storetest.TakeError(s.Invoices.Pay(ctx, more)), "invoice_dues_left_over_check")
	rest := p
	rest.ID, rest.Amount, rest.PaidAt = "bank-3", 15_000, issued.Add(-time.Hour)
	require.NoError(t, storetest.Win(s.Invoices.Pay(ctx, rest)))
	paid := stored(t, s, b.ID)
	require.Zero(t, paid.Left)
	require.False(t, paid.SettledAt.IsZero())
	require.True(t, paid.NextAt.IsZero(), "nothing more is due")
	payments, err := s.Invoices.Payments(ctx, b.ID)
	require.NoError(t, err)
	require.Equal(t, []billstore.Payment{rest, p}, payments, "the oldest first")

	require.NoError(t, s.Invoices.NoteFailed(ctx, b.ID, issued, issued), "a late failure of a step")
	due, err := s.Invoices.Due(ctx, issued.AddDate(1, 0, 0), 10)
	require.NoError(t, err)
	require.Empty(t, due)
}

func TestDue_Steps_LongestOverdueFirst(t *testing.T) {
	db, s := storetest.Database(t)
	var bills []string
	for n, lineID := range postpaid(t, db, s, 3) {
		b := billed(t, s, lineID)
		require.NoError(t, s.Invoices.PostponeStep(ctx, b.ID, issued.Add(-time.Duration(n)*time.Hour)))
		bills = append(bills, b.ID)
	}
	due := func(now time.Time, most int) []string {
		found, err := s.Invoices.Due(ctx, now, most)
		require.NoError(t, err)
		return found
	}
	require.Equal(t, []string{bills[2], bills[1]}, due(issued, 2))
	require.Equal(t, []string{bills[2]}, due(issued.Add(-2*time.Hour), 10))
	for _, failed := range []time.Time{issued, issued.Add(time.Hour)} {
		require.NoError(t, s.Invoices.NoteFailed(ctx, bills[2], failed, issued.Add(time.Hour)))
	}
	require.Equal(t, []string{bills[1], bills[0]}, due(issued, 10))
	failing, err := s.Invoices.CountFailing(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, failing)
	require.NoError(t, s.Invoices.NoteStep(ctx, bills[2], bill.StepBarAll, issued, time.Time{}))
	failing, err = s.Invoices.CountFailing(ctx)
	require.NoError(t, err)
	require.Zero(t, failing)
	dunning, err := s.Invoices.Dunning(ctx, bills[2])
	require.NoError(t, err)
	require.Equal(t, bill.StepBarAll, dunning.Step)
	require.True(t, issued.Equal(dunning.TakenAt))
}

func TestExpect_Unbilled_OldestOfEachDay(t *testing.T) {
	_, s := storetest.Database(t)
	earlier := bill.Period{Cohort: 15, Month: period.Month.AddDate(0, -1, 0)}
	other := bill.Period{Cohort: 20, Month: period.Month.AddDate(0, -1, 0)}
	expect := func(upTo time.Time) (keys []string) {
		due, err := s.Invoices.Expect(ctx, []bill.Period{period, earlier, other}, upTo)
		require.NoError(t, err)
		for _, p := range due {
			keys = append(keys, fmt.Sprint(p.Cohort, " ", p.Key()))
		}
		return keys
	}
	require.Equal(t, []string{"15 2026-10", "20 2026-10"}, expect(ends))
	require.NoError(t, s.Invoices.NoteBilledPeriod(ctx, earlier, earlier.Until().Add(-time.Second)), "a run by hand before its end")
	require.Equal(t, []string{"15 2026-10", "20 2026-10"}, expect(ends))
	for range 2 {
		require.NoError(t, s.Invoices.NoteBilledPeriod(ctx, earlier, issued))
	}
	require.Equal(t, []string{"20 2026-10", "15 2026-11"}, expect(ends))
	require.Equal(t, []string{"20 2026-10"}, expect(ends.Add(-time.Second)))
}

func TestPutAside_Tried_GoesToTheEnd(t *testing.T) {
	db, s := storetest.Database(t)
	lines := postpaid(t, db, s, 3)
	for n, lineID := range lines {
		require.NoError(t, s.Invoices.PutLineAside(ctx, period, lineID, issued.Add(time.Duration(n)*time.Minute)))
	}
	require.NoError(t, s.Invoices.PutLineAside(ctx, period, lines[0], issued.Add(time.Hour)))
	require.NoError(t, s.Invoices.PutLineAside(ctx, period, lines[0], issued), "a late note")
	aside := func(before time.Time, most int) (ids []string) {
		found, err := s.Invoices.PutAside(ctx, before, most)
		require.NoError(t, err)
		for _, a := range found {
			require.Equal(t, period.Key(), a.Period.Key())
			ids = append(ids, a.LineID)
		}
		return ids
	}
	require.Equal(t, []string{lines[1], lines[2]}, aside(issued.Add(2*time.Hour), 2))
	require.Equal(t, []string{lines[1], lines[2], lines[0]}, aside(issued.Add(2*time.Hour), 10))
	require.Equal(t, []string{lines[1]}, aside(issued.Add(2*time.Minute), 10))
	require.NoError(t, s.Invoices.TakeBack(ctx, period, lines[1:]))
	left, err := s.Invoices.CountPutAside(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, left)
}

func TestInvoices_BrokenRule_DatabaseRefuses(t *testing.T) {
	db, s := storetest.Database(t)
	lineID := postpaid(t, db, s, 1)[0]
	b := billed(t, s, lineID)
	for table, column := range map[string]string{"invoices": "due_at", "invoice_lines": "total", "credit_notes": "total", "invoice_payments": "amount"} {
		refuses(t, db, "append only", "DELETE FROM "+table)
		refuses(t, db, "append only", "UPDATE "+table+" SET "+column+" = "+column)
	}
	refuses(t, db, "follow from the documents", "UPDATE document_series SET last = 7")
	refuses(t, db, "follows from its payments", "UPDATE invoice_dues SET left_over = 0")
	refuses(t, db, "invoice_dues_left_over_check", "INSERT INTO invoice_payments (id, invoice_id, way, amount, paid_at) VALUES ('p', ?, 'sadad', 20001, now())", b.ID)
	again := `INSERT INTO invoices (id, line_id, period, period_from, period_until, issued_at, due_at, net, vat, total, vat_percent, series, n, number)
		VALUES (gen_random_uuid(), ?, ?, now(), now(), now(), now() + interval '1 day', 100, 15, ?, 15, '', 0, '')`
	refuses(t, db, "invoices_line_id_period_key", again, lineID, period.Key(), 115)
	refuses(t, db, "invoices_total", again, lineID, "final", 116)
	refuses(t, db, "not the whole", again, lineID, "final", 115)
	refuses(t, db, "not the whole", `INSERT INTO invoice_lines (invoice_id, n, service, item, quantity, from_at, until_at, net, vat, total, vat_percent)
		VALUES (?, 2, 'plan', 'plan', 1, now(), now(), 100, 15, 115, 15)`, b.ID)
	var last int
	require.NoError(t, db.NewRaw("SELECT last FROM document_series").Scan(ctx, &last))
	require.Equal(t, 1, last, "what was refused took no number")
}

func TestInvoices_ManyLines_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db,
		"UPDATE lines SET subscription_type = 'postpaid', activated_at = '2026-10-01'::timestamptz + (right(msisdn, 2)::int % 28) * interval '1 day'",
		`INSERT INTO invoices (id, line_id, period, period_from, period_until, issued_at, due_at, net, vat, total, vat_percent, series, n, number)
		SELECT id, id, '2026-10', now(), now(), now(), now() + interval '1 day', 100, 15, 115, 15, 'INV2026', row_number() OVER (), 'INV2026-' || lpad((row_number() OVER ())::text, 8, '0') FROM lines`,
		"INSERT INTO invoice_dues (invoice_id, line_id, due_at, left_over, next_at) SELECT id, line_id, due_at, total, now() + interval '1 day' FROM invoices",
		`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT id, 1, 'plan', 'p-1', 20000, 2609, 'invoice', now(), now(), now() FROM lines`,
		`INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at)
		SELECT 'e' || id, id, 'int_min', 'minute', 1, 100, now() FROM lines`)
	lineID := storetest.NthLine(7)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"cohort":   func() error { return storetest.TakeError(s.Invoices.Cohort(ctx, period, "", 10)) },
		"charges":  func() error { return storetest.TakeError(s.Invoices.Charges(ctx, []string{lineID}, storetest.Soon())) },
		"unbilled": func() error { return storetest.TakeError(s.Invoices.SumUnbilled(ctx, lineID)) },
		"due":      func() error { return storetest.TakeError(s.Invoices.Due(ctx, storetest.Past(), 100)) },
		"of line":  func() error { return storetest.TakeLastError(s.Invoices.OfLine(ctx, lineID, 1, 10)) },
		"open":     func() error { return storetest.TakeError(s.Invoices.Open(ctx, lineID)) },
		"steps":    func() error { return storetest.TakeError(s.Invoices.Steps(ctx, lineID)) },
		"number":   func() error { return storetest.TakeLastError(s.Invoices.ByNumber(ctx, "INV2026-00000007")) },
		"failed":   func() error { return storetest.TakeError(s.Invoices.CountFailing(ctx)) },
	})
}
