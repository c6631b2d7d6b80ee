package seed

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	billacts "selfcare/activities/bill"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	billstore "selfcare/internal/store/bill"
	storeerrors "selfcare/internal/store/errors"
)

// payers are the lines with bills to pay.
var payers = []string{"0570000033", "0570000034"}

// beforeThePlan numbers the billed cycles: the workflow of the plan counts its own from one.
const beforeThePlan = 1_000_000

// used is a payer's usage beyond the plan in a month: halalas with VAT, as the network rated it.
var used = []struct {
	kind, unit      string
	amount, charged int
	before          time.Duration // the end of the month
}{
	{"int_min", "minute", 12, 4_600, 50 * time.Hour},
	{"roaming_data", "MB", 350, 4_025, 30 * time.Hour},
	{"sms", "sms", 25, 575, 20 * time.Hour},
}

// billed months: one paid at a bank, one due in two days, and one billed just now.
const months = 3

const (
	dueSoon      = 12 * 24 * time.Hour // ago
	reportWithin = 24 * time.Hour
)

// seedBills issues the bills of the last months as the product does, the oldest first, and leaves earlier ones alone.
func seedBills(ctx context.Context, db bun.IDB, s *store.Store) error {
	lineIDs, err := unbilled(ctx, s)
	if err != nil {
		return err
	}
	now := time.Now().UTC()
	for n := range months {
		for _, id := range lineIDs {
			if err := bill(ctx, db, s, id, n, now); err != nil {
				return err
			}
		}
	}
	for _, period := range domain.Ended(now, domain.LookBack) { // the nightly runs are done
		if err := s.Invoices.NoteBilledPeriod(ctx, period, now); err != nil {
			return err
		}
	}
	return reportedFromToday(ctx, db, now)
}

// reportedFromToday gives the electronic invoices of old bills a normal deadline: otherwise all would be late from the
// first moment.
func reportedFromToday(ctx context.Context, db bun.IDB, now time.Time) error {
	_, err := db.NewRaw("UPDATE einvoices SET due_at = ? WHERE subject = 'bill' AND due_at < ? AND status = 'due'", now.Add(reportWithin), now).Exec(ctx)
	return err
}

// unbilled lists the payers without all their bills.
func unbilled(ctx context.Context, s *store.Store) (lineIDs []string, err error) {
	for _, msisdn := range payers {
		line, err := s.Lines.ByNumber(ctx, msisdn)
		if errors.Is(err, storeerrors.ErrNotFound) { // the line has ended since
			continue
		}
		if err != nil {
			return nil, err
		}
		_, known, err := s.Invoices.OfLine(ctx, line.ID, 1, 1)
		if err != nil {
			return nil, err
		}
		if known < months {
			lineIDs = append(lineIDs, line.ID)
		}
	}
	return lineIDs, nil
}

// bill issues the bill of one of the last months, the oldest of which is 0.
func bill(ctx context.Context, db bun.IDB, s *store.Store, lineID string, n int, now time.Time) error {
	since, err := s.Lines.InServiceSince(ctx, lineID)
	if err != nil {
		return err
	}
	next := domain.NextBill(since, now)
	month := time.Date(next.Year(), next.Month(), 1, 0, 0, 0, 0, next.Location()).AddDate(0, n-months, 0)
	period := domain.Period{Cohort: domain.CohortOf(since), Month: month}
	if err := addDues(ctx, db, lineID, n, period); err != nil {
		return err
	}
	at := []time.Time{period.Until().Add(9 * time.Hour), now.Add(-dueSoon), now}[n]
	in := contract.BillingBatch{At: contract.At{Now: at}, Cohort: period.Cohort, Period: period.Key()}
	if _, err := billacts.New(s).BillLines(ctx, in); err != nil || n > 0 {
		return err
	}
	return addBankPayment(ctx, s, lineID, period.Until().AddDate(0, 0, 10))
}

// addDues charges a line for a month of its plan and for usage beyond it; some usage of the running month is not billed
// yet.
func addDues(ctx context.Context, db bun.IDB, lineID string, n int, of domain.Period) error {
	_, err := db.NewRaw(`
		INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT l.id, ?1, 'plan', p.id, p.price, p.price - round(p.price / 1.15), 'invoice', ?2, ?3, ?2
		FROM lines AS l JOIN plans AS p ON p.id = l.plan_id WHERE l.id = ?0
		ON CONFLICT DO NOTHING`, lineID, beforeThePlan+n, of.From(), of.Until()).Exec(ctx)
	if err != nil {
		return err
	}
	for _, u := range used[:n+1] {
		if err := addOverage(ctx, db, lineID, of.Key()+":"+u.kind, u.kind, u.unit, u.amount, u.charged, of.Until().Add(-u.before)); err != nil {
			return err
		}
	}
	if n < months-1 {
		return nil
	}
	return addOverage(ctx, db, lineID, "unbilled", "int_min", "minute", 2, 767, of.Until().Add(time.Minute))
}

func addOverage(ctx context.Context, db bun.IDB, lineID, key, kind, unit string, amount, charged int, at time.Time) error {
	_, err := db.NewRaw(`
		INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`, "seed:"+lineID+":"+key, lineID, kind, unit, amount, charged, at).Exec(ctx)
	return err
}

// addBankPayment pays the oldest bill of a line in full.
func addBankPayment(ctx context.Context, s *store.Store, lineID string, at time.Time) error {
	return s.InTx(ctx, func(q *store.Tx) error {
		open, err := q.Invoices.Open(ctx, lineID)
		if err != nil || len(open) == 0 {
			return err
		}
		b := open[0]
		paid := billstore.Payment{ID: "seed:" + b.ID, InvoiceID: b.ID, Way: billstore.WaySADAD, Amount: b.Left, PaidAt: at}
		if written, err := q.Invoices.Pay(ctx, paid); err != nil || !written {
			return err
		}
		return q.Ledger.Post(ctx, ledger.Posting{Key: paid.ID, Subject: lineID, Kind: "invoice-paid", Entries: []ledger.Entry{
			{Account: ledger.SADAD, Amount: paid.Amount}, {Account: ledger.LineAccount(lineID), Amount: -paid.Amount},
		}})
	})
}
