package bill_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/activities/bill"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/usage"
	"selfcare/internal/spending"
	"selfcare/internal/store"
	billstore "selfcare/internal/store/bill"
	linestore "selfcare/internal/store/line"
)

var (
	ctx       = context.Background()
	activated = time.Date(2026, time.October, 15, 13, 20, 0, 0, calendar.Riyadh).UTC()
	ends      = time.Date(2026, time.November, 15, 0, 0, 0, 0, calendar.Riyadh).UTC()
	issued    = ends.Add(time.Hour)
)

const period = "2026-11"

// billRig is a database with postpaid lines of one bill day.
type billRig struct {
	*bill.Activities
	t     *testing.T
	db    *bun.DB
	store *store.Store
}

func newLedger(t *testing.T, lines int) *billRig {
	t.Helper()
	db, s := testkit.Databases(t)
	l := &billRig{bill.New(s), t, db, s}
	l.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('postpaid', 'Postpaid', 'مفوتر', 0)")
	l.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		VALUES ('postpaid-200', 'P-200', 'Postpaid 200', 'مفوتر 200', 20000, 'postpaid', 'postpaid', 30, 1, 0, '[]')`)
	first, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: "0570000001", Kind: linestore.Voice, Type: "postpaid", PlanID: "postpaid-200", Person: contract.Person{IDNumber: "1000000008"},
		Contact: contract.Contact{Mobile: "0501112233"},
	}, activated)
	require.NoError(t, err)
	l.exec(`INSERT INTO lines (subscriber_id, msisdn, plan_id, subscription_type, status, activated_at)
		SELECT subscriber_id, '057' || lpad((n + 1)::text, 7, '0'), plan_id, subscription_type, status, activated_at
		FROM lines, generate_series(1, ?) AS n WHERE id = ?`, lines-1, first)
	l.exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT id, 1, 'plan', plan_id, 20000, 2609, 'invoice', activated_at, ?, now() FROM lines`, ends)
	return l
}

func (l *billRig) exec(statement string, args ...any) {
	l.t.Helper()
	_, err := l.db.NewRaw(statement, args...).Exec(ctx)
	require.NoError(l.t, err)
}

func (l *billRig) refuses(constraint, statement string, args ...any) {
	l.t.Helper()
	_, err := l.db.NewRaw(statement, args...).Exec(ctx)
	require.ErrorContains(l.t, err, constraint)
}

func (l *billRig) count(statement string, args ...any) (n int) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewRaw(statement, args...).Scan(ctx, &n))
	return n
}

func (l *billRig) line() (id string) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewRaw("SELECT id FROM lines WHERE msisdn = '0570000001'").Scan(ctx, &id))
	return id
}

func batch(after string) contract.BillingBatch {
	return contract.BillingBatch{At: contract.At{Now: issued}, Cohort: 15, Period: period, After: after}
}

// bills bills the whole cohort.
func (l *billRig) bills() (issued int) {
	l.t.Helper()
	for after := ""; ; {
		done, err := l.BillLines(ctx, batch(after))
		require.NoError(l.t, err)
		issued += done.Issued
		if after = done.Last; after == "" {
			return issued
		}
	}
}

// bill bills the cohort and answers with the bill of its first line.
func (l *billRig) bill() billstore.Bill {
	l.t.Helper()
	l.bills()
	return l.latest()
}

func (l *billRig) latest() billstore.Bill {
	l.t.Helper()
	found, _, err := l.store.Invoices.OfLine(ctx, l.line(), 1, 1)
	require.NoError(l.t, err)
	require.NotEmpty(l.t, found)
	b, known, err := l.store.Invoices.Get(ctx, found[0].ID)
	require.NoError(l.t, err)
	require.True(l.t, known)
	return b
}

// whole requires one invoice for each line, and numbers without a gap.
func (l *billRig) whole(lines int) {
	l.t.Helper()
	require.Equal(l.t, lines, l.count("SELECT count(*) FROM invoices"))
	require.Equal(l.t, lines, l.count("SELECT count(DISTINCT line_id) FROM invoices"))
	require.Equal(l.t, lines, l.count("SELECT count(DISTINCT n) FROM invoices WHERE n BETWEEN 1 AND ?", lines))
	require.Equal(l.t, lines, l.count("SELECT last FROM document_series WHERE series = 'INV2615'"))
	require.Zero(l.t, l.count("SELECT count(*) FROM subscription_charges WHERE invoice_id IS NULL"))
	require.Zero(l.t, l.count("SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines"))
	require.Equal(l.t, lines, l.count("SELECT count(*) FROM ledger_operations WHERE kind = 'invoice'"))
}

func TestBillLines_Service_KeepsItsName(t *testing.T) {
	l := newLedger(t, 1)
	l.exec("INSERT INTO service_categories VALUES ('news', 'special_services', 'News', 'الأخبار', 0)")
	l.exec("INSERT INTO services VALUES ('daily-news', 'news', 'Daily news', 'أخبار اليوم', 'News', 'أخبار', 'DAILY-NEWS', 150, 70, 1, '{web}', true, 0)")
	l.exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at, service_id)
		VALUES (?0, 1, 'service:p1:1', 'postpaid-200', 173, 23, 'invoice', ?1, ?2, now(), 'daily-news')`, l.line(), activated, ends)
	l.bill()
	l.exec("UPDATE services SET name_en = 'Nightly news', name_ar = 'أخبار الليل'")
	b := l.bill()
	require.Len(t, b.Lines, 2)
	line := b.Lines[1]
	require.Equal(t, []any{domain.ServiceExtras, "service:daily-news", "Daily news", "أخبار اليوم", contract.Halalas(150), contract.Halalas(23)}, []any{
		line.Service, line.Item, line.NameEn, line.NameAr, line.Net, line.VAT,
	})
}

func TestBillLines_EachCharge_HasItsVAT(t *testing.T) {
	l := newLedger(t, 1)
	l.exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at) VALUES
		(?0, 1, 'multi-sim:x', 'postpaid-200', 1000, 130, 'invoice', ?1, ?2, now()), (?0, 1, 'commitment', 'postpaid-200', 0, 0, 'invoice', ?1, ?2, now()),
		(?0, 2, 'plan', 'postpaid-200', 20000, 2609, 'invoice', ?2, ?3, now()), (?0, 9, 'plan', 'postpaid-200', 20000, 2609, 'order', ?1, ?2, now())`,
		l.line(), activated, ends, ends.AddDate(0, 1, 0))
	l.used("e1", 575, ends.Add(-time.Second))
	l.used("e2", 575, ends.Add(-time.Hour))
	l.used("e3", 100, ends)
	b := l.bill()
	require.Equal(t, "INV2615-00000001", b.Number)
	var items []string
	for _, line := range b.Lines {
		items = append(items, fmt.Sprintf("%s %s x%d %d+%d", line.Service, line.Item, line.Quantity, line.Net, line.VAT))
	}
	require.Equal(t, []string{"plan plan x1 17391+2609", "multi-sim multi-sim:x x1 870+130", "usage local_min x4 1000+150"}, items)
	require.Equal(t, contract.Halalas(22_150), b.Left)
	require.Equal(t, domain.Issued, b.State(issued))
	require.Equal(t, time.Date(2026, 11, 30, 0, 0, 0, 0, calendar.Riyadh).UTC(), b.Invoice.DueAt)
	require.Equal(t, 22_150, l.count("SELECT amount FROM line_balances"), "the line owes it")
	require.Equal(t, 2, l.count("SELECT count(*) FROM outbox WHERE template = 'bill-issued'"), "the line, and the other mobile")
	unbilled, err := l.store.Invoices.SumUnbilled(ctx, l.line())
	require.NoError(t, err)
	require.Equal(t, contract.Halalas(20_100), unbilled, "the next cycle, and what was used at its first moment")
}

func (l *billRig) used(id string, charged int, at time.Time) {
	l.t.Helper()
	l.exec(`INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at) VALUES (?, ?, 'local_min', 'minute', 2, ?, ?)`,
		id, l.line(), charged, at)
}

func TestBillLines_LateUse_IsOnNextBill(t *testing.T) {
	l := newLedger(t, 1)
	l.bills()
	l.used("late", 1150, ends.Add(-time.Hour))
	next := batch("")
	next.Period, next.Now = "2026-12", issued.AddDate(0, 1, 0)
	for range 2 {
		_, err := l.BillLines(ctx, next)
		require.NoError(t, err)
	}
	b := l.latest()
	require.Len(t, b.Lines, 1)
	require.Equal(t, contract.Halalas(1150), b.Left)
	require.Equal(t, "INV2615-00000002", b.Number)
}

// The number of an ended line may be another customer's: the bill goes to the mobile and e-mail that the owner left with us.
func TestBillLines_LineHasEnded_OwnerIsTold(t *testing.T) {
	l := newLedger(t, 1)
	l.bills()
	l.exec("UPDATE lines SET status = 'ended', ended_at = ?", issued)
	l.exec("DELETE FROM outbox")
	l.used("late", 1150, ends.Add(-time.Hour))
	next := batch("")
	next.Period, next.Now = "2026-12", issued.AddDate(0, 1, 0)
	for range 2 {
		_, err := l.BillLines(ctx, next)
		require.NoError(t, err)
	}
	require.Equal(t, contract.Halalas(1150), l.latest().Left)
	var to []string
	require.NoError(t, l.db.NewRaw("SELECT template FROM outbox").Scan(ctx, &to))
	require.Equal(t, []string{"bill-issued"}, to)
}

func TestBillLines_NothingToPay_IsNoInvoice(t *testing.T) {
	l := newLedger(t, 3)
	l.exec("UPDATE subscription_charges SET waived_at = now() WHERE line_id = ?", l.line())
	require.Equal(t, 2, l.bills())
	require.Equal(t, 2, l.count("SELECT max(n) FROM invoices"))
}

// A worker dies after its batch was written and before Temporal has the answer: the batch is repeated. A worker that dies earlier leaves
// nothing. In both cases each line is billed once, and the numbers have no gap.
func TestBillLines_KilledAnywhere_BillsOnce(t *testing.T) {
	const lines = 130
	l := newLedger(t, lines)
	done, err := l.BillLines(ctx, batch(""))
	require.NoError(t, err)
	again, err := l.BillLines(ctx, batch(""))
	require.NoError(t, err)
	require.Equal(t, contract.BilledBatch{Last: done.Last}, again)

	l.exec("CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.n = 77 THEN RAISE EXCEPTION 'fault of the test'; END IF; RETURN NEW; END $$")
	l.exec("CREATE TRIGGER z_fault BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION fault()")
	_, err = l.BillLines(ctx, batch(done.Last))
	require.Error(t, err, "in the middle of a batch")
	require.Equal(t, 76, l.count("SELECT last FROM document_series"), "the lines before are billed, each by itself")
	l.exec("DROP TRIGGER z_fault ON invoices")

	cut, cancel := context.WithCancel(ctx)
	cancel()
	_, err = l.BillLines(cut, batch(done.Last))
	require.Error(t, err)
	l.bills()
	l.whole(lines)
	require.Zero(t, l.count("SELECT count(*) FROM bills_put_aside"))
}

// breaks makes the database refuse the invoices of a line; of all lines if none is named.
func (l *billRig) breaks(lines ...string) (mend func()) {
	l.t.Helper()
	condition := "false"
	if len(lines) > 0 {
		condition = "line_id NOT IN ('" + strings.Join(lines, "', '") + "')"
	}
	l.exec("ALTER TABLE invoices ADD CONSTRAINT broken CHECK (" + condition + ") NOT VALID")
	return func() { l.exec("ALTER TABLE invoices DROP CONSTRAINT broken") }
}

func TestBillLines_FailingLine_PutAside(t *testing.T) {
	const lines = 60
	l := newLedger(t, lines)
	mend := l.breaks(l.line())

	require.Equal(t, lines-1, l.bills(), "the others have their bills")

	require.Equal(t, 1, l.count("SELECT count(*) FROM bills_put_aside WHERE line_id = ? AND period = ? AND cohort = 15", l.line(), period))
	require.Equal(t, 1, l.count("SELECT count(*) FROM billing_periods WHERE billed_at IS NOT NULL"))
	later := contract.At{Now: issued.Add(24 * time.Hour)}
	billedNow, err := l.RetryBills(ctx, later)
	require.NoError(t, err)
	require.Zero(t, billedNow)
	mend()
	for _, want := range []int{1, 0} {
		later.Now = later.Now.Add(24 * time.Hour)
		billedNow, err = l.RetryBills(ctx, later)
		require.NoError(t, err)
		require.Equal(t, want, billedNow)
	}
	require.Zero(t, l.count("SELECT count(*) FROM bills_put_aside"))
	l.whole(lines)
}

func TestBillLines_AllLinesFail_Waits(t *testing.T) {
	const lines = 60
	l := newLedger(t, lines)
	mend := l.breaks()
	_, err := l.BillLines(ctx, batch(""))
	fixture.RequireRefusal(t, err, contract.FailRecord)
	require.Zero(t, l.count("SELECT count(*) FROM billing_periods WHERE billed_at IS NOT NULL"))
	mend()
	require.Equal(t, lines, l.bills())
	require.Zero(t, l.count("SELECT count(*) FROM bills_put_aside"))
	l.whole(lines)
}

// due lists the periods that a night has to bill, as "cohort period".
func (l *billRig) due(night time.Time) (found []string) {
	l.t.Helper()
	periods, err := l.DueBillingPeriods(ctx, contract.At{Now: night})
	require.NoError(l.t, err)
	for _, p := range periods {
		found = append(found, fmt.Sprintf("%02d %s", p.Cohort, p.Period))
	}
	return found
}

func TestDueBillingPeriods_MissedNight_StaysDue(t *testing.T) {
	l := newLedger(t, 1)
	l.billedUpTo(ends.AddDate(0, 0, -2))

	require.Equal(t, []string{"14 2026-11", "15 2026-11"}, l.due(issued), "the night of the 14th was missed")
	require.Equal(t, []string{"14 2026-11", "15 2026-11", "16 2026-11"}, l.due(issued.AddDate(0, 0, 1)))
	count, since, err := l.store.Invoices.CountOverduePeriods(ctx, issued.AddDate(0, 0, 1))
	require.NoError(t, err)
	require.Equal(t, 2, count)
	require.True(t, since.Equal(ends.AddDate(0, 0, -1)))
	l.bills()
	require.Equal(t, []string{"14 2026-11", "16 2026-11"}, l.due(issued.AddDate(0, 0, 1)))
	count, _, err = l.store.Invoices.CountOverduePeriods(ctx, issued.AddDate(0, 0, 5))
	require.NoError(t, err)
	require.Equal(t, 5, count, "also the 17th, 18th and 19th, which no run has noted")
	require.Equal(t, "14 2026-11", l.due(ends.AddDate(0, 1, 3))[0], "of a bill day the older month comes first")
}

// billedUpTo marks all periods up to a day as billed.
func (l *billRig) billedUpTo(day time.Time) {
	l.t.Helper()
	for _, p := range domain.Ended(day, domain.LookBack) {
		require.NoError(l.t, l.store.Invoices.NoteBilledPeriod(ctx, p, issued))
	}
}

func TestBillLines_PeriodNotOver_StaysDue(t *testing.T) {
	l := newLedger(t, 1)
	l.billedUpTo(ends.AddDate(0, 0, -1))
	early := batch("")
	early.Now = ends.Add(-time.Hour)
	_, err := l.BillLines(ctx, early)
	require.NoError(t, err)
	require.Equal(t, []string{"15 2026-11"}, l.due(issued))
}

func TestBillLines_WorkersAtOnce_BillOnce(t *testing.T) {
	const lines = 120
	l := newLedger(t, lines)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for after, tries := "", 0; tries < 20; tries++ {
				done, err := l.BillLines(ctx, batch(after))
				if err == nil && done.Last == "" {
					return
				}
				if err == nil {
					after = done.Last
				}
			}
		})
	}
	all.Wait()
	l.bills()
	l.whole(lines)
}

// TestBillLines_ManyLines_AreAllBilled measures a cycle on demand, with BILL_LINES=10000.
func TestBillLines_ManyLines_AreAllBilled(t *testing.T) {
	lines, err := strconv.Atoi(os.Getenv("BILL_LINES"))
	if err != nil {
		lines = 60
	}
	l := newLedger(t, lines)
	begun := time.Now()
	require.Equal(t, lines, l.bills())
	t.Logf("%d invoices in %s", lines, time.Since(begun).Round(time.Millisecond))
	l.whole(lines)
}

func TestCreditInvoice_Repeat_CreditsOnce(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	b := l.bill()
	in := contract.InvoiceCreditAt{At: contract.At{Now: issued}, Credit: contract.InvoiceCredit{
		ID: uuid.NewString(), InvoiceID: b.ID, Amount: 5000, Reason: "billed twice", Actor: uuid.NewString(),
	}}
	for range 2 {
		number, err := l.CreditInvoice(ctx, in)
		require.NoError(t, err)
		require.Equal(t, "CRN2615-00000001", number)
	}
	require.Equal(t, contract.Halalas(15_000), l.latest().Left)
	require.Equal(t, 15_000, l.count("SELECT amount FROM line_balances"))
	require.Equal(t, 1, l.count("SELECT count(*) FROM audit_log WHERE action = 'credit-note'"))
	in.Credit.ID, in.Credit.Amount = uuid.NewString(), 15_001
	_, err := l.CreditInvoice(ctx, in)
	require.Error(t, err)
	in.Credit.Amount = 15_000
	number, err := l.CreditInvoice(ctx, in)
	require.NoError(t, err)
	require.Equal(t, "CRN2615-00000002", number, "what was refused took no number")
	require.Equal(t, domain.Credited, l.latest().State(issued))
	require.Zero(t, l.count("SELECT amount FROM line_balances"))
	require.Zero(t, l.count("SELECT sum(amount)::bigint FROM ledger_lines"))
}

func TestSettled_CreditLimitReached_UseGoesOn(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	b := l.bill() // 200 riyals of a limit of 600
	level := func() contract.ServiceLevel {
		if spend := l.plan().Spend; spend != nil {
			return spend.Level
		}
		return contract.ServiceFull
	}
	intake := spending.Intake{Store: l.store, Now: time.Now}
	used := time.Now().Add(-time.Minute)
	for id, charged := range map[string]int64{"limit-1": 30_000, "limit-2": 10_000} {
		counted, err := intake.Count(ctx, []usage.Event{
			{ID: id, MSISDN: "0570000001", Type: allowance.LocalMinutes, Unit: allowance.Minute, Amount: 1, Charged: charged, UsedAt: used},
		})
		require.NoError(t, err)
		require.Equal(t, 1, counted.Taken)
	}
	require.Equal(t, contract.ServiceIncluded, level(), "bill and use together are the whole limit")
	require.Equal(t, 1, l.told("credit-limit-reached"))
	in := contract.InvoiceCreditAt{At: contract.At{Now: issued}, Credit: contract.InvoiceCredit{
		ID: uuid.NewString(), InvoiceID: b.ID, Amount: 100, Reason: "billed twice", Actor: uuid.NewString(),
	}}
	_, err := l.CreditInvoice(ctx, in)
	require.NoError(t, err)
	require.Equal(t, contract.ServiceFull, level(), "one riyal less is owed")
	require.Equal(t, 80, l.count("SELECT told FROM line_limits WHERE kind = 'credit'"), "at the end it is told anew")
}

// Usage and a change of the same line lock its plan first, so they never deadlock, and the later one sees the whole of the earlier one.
func TestIntake_ChangesAtOnce_LimitHolds(t *testing.T) {
	l := newLedger(t, 1)
	l.exec("UPDATE lines SET activated_at = now() - interval '100 days'")
	l.follows()
	intake, desk := spending.Intake{Store: l.store, Now: time.Now}, spending.Changes{Store: l.store}
	line, user := l.line(), uuid.NewString()
	l.exec("INSERT INTO users (id, email, password_hash) VALUES (?, 'payer@selfcare.example', 'x')", user)
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			_, err := intake.Count(ctx, []usage.Event{{
				ID: fmt.Sprintf("burst-%d", n), MSISDN: "0570000001", Type: allowance.LocalMinutes, Unit: allowance.Minute, Amount: 1, Charged: 3000,
				UsedAt: time.Now().Add(-time.Minute),
			}})
			require.NoError(t, err)
		})
	}
	for n := range 4 {
		all.Go(func() {
			err := desk.ChangeCredit(ctx, spending.Request{ID: uuid.NewString(), LineID: line, UserID: user, Now: time.Now()}, contract.Halalas(61_000+n*100), 60_000)
			if err != nil {
				require.ErrorContains(t, err, string(contract.FailCreditChanged))
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, l.count("SELECT count(*) FROM credit_limit_changes"), "of changes from one limit one counts")
	require.Equal(t, 60_000, l.count("SELECT sum(charged)::bigint FROM usage_events WHERE event_id LIKE 'burst-%'"))
	require.Equal(t, contract.ServiceIncluded, l.plan().Spend.Level)
	l.refuses("a credit limit follows from its changes", "UPDATE line_limits SET amount = 70000 WHERE kind = 'credit'")
	l.refuses("append only", "UPDATE credit_limit_changes SET amount = 70000")
	l.refuses("credit_limit_changes_within_bounds", `INSERT INTO credit_limit_changes (id, line_id, user_id, before, amount, used, lowest, highest, changed_at)
		VALUES (gen_random_uuid(), ?0, ?0, 60000, 210000, 0, 10000, 200000, now())`, line)
	err := desk.ChangeCredit(ctx, spending.Request{ID: uuid.NewString(), LineID: uuid.NewString(), UserID: user, Now: time.Now()}, 30_000, 0)
	require.ErrorContains(t, err, string(contract.FailSubscriptionUnknown))
}
