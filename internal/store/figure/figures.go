// Package figure reads the values of operational metrics.
package figure

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/lateorder"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/sweep"
	auditstore "selfcare/internal/store/audit"
	"selfcare/internal/store/bill"
	"selfcare/internal/store/einvoice"
	storeerrors "selfcare/internal/store/errors"
	lateorderstore "selfcare/internal/store/lateorder"
	"selfcare/internal/store/partition"
	"selfcare/internal/store/subscription"
	sweepstore "selfcare/internal/store/sweep"
	"selfcare/internal/store/tx"
)

// Figures reads the values of operational metrics.
type Figures struct{ *tx.Conn }

// Share returns the last reading of any process, unless it is older than an age. It then takes a new one, while other processes
// wait for it.
func (q Figures) Share(ctx context.Context, age time.Duration, read func(context.Context) ([]byte, error)) (levels []byte, err error) {
	young := func(db bun.IDB) *bun.SelectQuery {
		return db.NewSelect().Table("gauge_reading").Column("levels").Where("read_at > clock_timestamp() - make_interval(secs => ?)", age.Seconds())
	}
	if err := young(q.DB).Scan(ctx, &levels); !errors.Is(err, sql.ErrNoRows) {
		return levels, storeerrors.Translate("read gauges", err)
	}
	return levels, storeerrors.Translate("read gauges", q.DB.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewSelect().Table("gauge_reading").ColumnExpr("1").For("UPDATE").Exec(ctx); err != nil {
			return err
		}
		if err := young(tx).Scan(ctx, &levels); !errors.Is(err, sql.ErrNoRows) {
			return err // of a process that had the lock before
		}
		if levels, err = read(ctx); err != nil {
			return err
		}
		_, err := tx.NewUpdate().Table("gauge_reading").Set("levels = ?", string(levels)).Set("read_at = clock_timestamp()").Where("only_one").Exec(ctx)
		return err
	}))
}

// CountHeldOrders counts the held orders, by failure code.
func (q Figures) CountHeldOrders(ctx context.Context) (map[contract.Code]int, error) {
	var rows []struct {
		FailureCode contract.Code
		Count       int
	}
	err := q.DB.NewSelect().Table("orders").Column("failure_code").ColumnExpr("count(*) AS count").Where("stage = 'held'").
		Group("failure_code").Scan(ctx, &rows)
	held := make(map[contract.Code]int, len(rows))
	for _, row := range rows {
		held[row.FailureCode] = row.Count
	}
	return held, storeerrors.Translate("count held orders", err)
}

// CountHeldPurchases counts the held purchases, by kind.
func (q Figures) CountHeldPurchases(ctx context.Context) (map[contract.PurchaseKind]int, error) {
	var rows []struct {
		Kind  contract.PurchaseKind
		Count int
	}
	err := q.DB.NewSelect().Table("purchases").Column("kind").ColumnExpr("count(*) AS count").Where("stage = 'held'").Group("kind").Scan(ctx, &rows)
	held := make(map[contract.PurchaseKind]int, len(rows))
	for _, row := range rows {
		held[row.Kind] = row.Count
	}
	return held, storeerrors.Translate("count held purchases", err)
}

// EInvoiceTrouble counts the electronic invoices that need a person, or will.
func (q Figures) EInvoiceTrouble(ctx context.Context) (held, rejected, late int, err error) {
	t, err := einvoice.Invoices{DB: q.DB}.Trouble(ctx)
	return t.Held, t.Rejected, t.Late, err
}

// EInvoiceCertificates returns when the certificate of each device ends that stamps electronic invoices.
func (q Figures) EInvoiceCertificates(ctx context.Context) (map[string]time.Time, error) {
	return einvoice.Devices{DB: q.DB}.ListEnds(ctx)
}

// CountHeldSettlements counts the open differences with the payment provider's files, by kind.
func (q Figures) CountHeldSettlements(ctx context.Context) (map[settlement.Kind]int, error) {
	var rows []struct {
		Kind  settlement.Kind
		Count int
	}
	err := q.DB.NewSelect().Table("settlement_items").Column("kind").ColumnExpr("count(*) AS count").Where("state = 'held'").
		Group("kind").Scan(ctx, &rows)
	held := make(map[settlement.Kind]int, len(rows))
	for _, row := range rows {
		held[row.Kind] = row.Count
	}
	return held, storeerrors.Translate("count differences of settlements", err)
}

// CountHeldBankPayments counts the bank payments with money that waits to be returned.
func (q Figures) CountHeldBankPayments(ctx context.Context) (held int, err error) {
	held, _, err = bill.BankPayments{DB: q.DB}.CountWaiting(ctx, time.Now())
	return held, err
}

// BillPeriodsOverdue counts the billing periods that should be billed by now.
func (q Figures) BillPeriodsOverdue(ctx context.Context, now time.Time) (count int, err error) {
	count, _, err = bill.Invoices{DB: q.DB}.CountOverduePeriods(ctx, now)
	return count, err
}

// PutAside counts, by kind, the rows that a batch could not process and skipped.
func (q Figures) PutAside(ctx context.Context) (map[string]int, error) {
	invoices := bill.Invoices{DB: q.DB}
	bills, err := invoices.CountPutAside(ctx)
	if err != nil {
		return nil, err
	}
	steps, err := invoices.CountFailing(ctx)
	if err != nil {
		return nil, err
	}
	messages, err := q.count(ctx, "outbox", "failure = 'unreadable'")
	if err != nil {
		return nil, storeerrors.Translate("count rows put aside", err)
	}
	calls, err := q.count(ctx, "subscription_calls", "failed_at IS NOT NULL")
	if err != nil {
		return nil, storeerrors.Translate("count rows put aside", err)
	}
	plans, err := q.count(ctx, "plan_subscriptions", "aside_until IS NOT NULL")
	if err != nil {
		return nil, storeerrors.Translate("count rows put aside", err)
	}
	autos, err := q.count(ctx, "auto_recharges", "aside_until IS NOT NULL")
	return map[string]int{
		"bill": bills, "dunning-step": steps, "message": messages, "subscription-call": calls, "plan": plans, "auto-recharge": autos,
	}, storeerrors.Translate("count rows put aside", err)
}

func (q Figures) count(ctx context.Context, table, condition string) (int, error) {
	count, err := q.DB.NewSelect().Table(table).Where(condition).Count(ctx)
	return int(count), err
}

// readAge returns the age of the oldest time in a column of some rows; zero without one.
func readAge(ctx context.Context, rows *bun.SelectQuery, column string) (time.Duration, error) {
	var seconds float64
	err := rows.ColumnExpr("coalesce(extract(epoch FROM now() - min(?)), 0)::float8", bun.Ident(column)).Scan(ctx, &seconds)
	return time.Duration(seconds * float64(time.Second)), err
}

// AuditUnsealed returns the age of the oldest unsealed entry of the audit log; zero without one.
func (q Figures) AuditUnsealed(ctx context.Context) (time.Duration, error) {
	standing, err := auditstore.Seals{DB: q.DB}.Standing(ctx)
	if err != nil || standing.Oldest.IsZero() {
		return 0, storeerrors.Translate("look at the audit log", err)
	}
	return max(0, time.Since(standing.Oldest)), nil
}

// AuditVerified returns the time since the last verification of the audit log, or since the first seal without one, and the
// number of faults.
func (q Figures) AuditVerified(ctx context.Context) (since time.Duration, faults int, err error) {
	last, err := auditstore.Seals{DB: q.DB}.LastVerification(ctx)
	if err != nil || last.At.IsZero() {
		return 0, last.Faults, storeerrors.Translate("look at the audit log", err)
	}
	return max(0, time.Since(last.At)), last.Faults, nil
}

// Partitions returns for how long all divided tables have partitions, and how many rows lack one.
func (q Figures) Partitions(ctx context.Context, now time.Time) (ahead time.Duration, without int, err error) {
	standing, err := partition.Partitions{DB: q.DB}.Look(ctx, now)
	return standing.Ahead, standing.Waiting, err
}

// InStock tells for each stocked item of orders and purchases whether there is any.
type InStock struct{ Plans, DataPacks, Devices, Numbers, SIMCards bool }

// OldestUnknownPayment returns the age of the oldest payment with an unknown outcome; zero without one.
func (q Figures) OldestUnknownPayment(ctx context.Context) (time.Duration, error) {
	age, err := readAge(ctx, q.DB.NewSelect().Table("payments").Where("status = 'pending'"), "at")
	return age, storeerrors.Translate("find oldest unknown payment", err)
}

// CountHeldDeactivations counts the held ends of lines: deactivations, and numbers that did not go back to the operator of their
// range.
func (q Figures) CountHeldDeactivations(ctx context.Context) (held int, err error) {
	deactivations, err := q.count(ctx, "line_deactivations", "stage = 'held'")
	if err != nil {
		return 0, storeerrors.Translate("count held deactivations", err)
	}
	returns, err := q.count(ctx, "number_returns", "state = 'held'")
	return deactivations + returns, storeerrors.Translate("count held deactivations", err)
}

// mostReturns is how many owed numbers are counted at most.
const mostReturns = 10_000

// CountNumberReturns counts the numbers that are owed to the operators of their ranges, and says how long the oldest of them has been;
// zero if there is none. A return that support must decide about is owed, too.
func (q Figures) CountNumberReturns(ctx context.Context) (owed int, oldest time.Duration, err error) {
	var seconds float64
	oldestFirst := q.DB.NewSelect().Table("number_returns").Column("owed_at").Where("state IN ('owed', 'held')").Order("owed_at").Limit(mostReturns)
	err = q.DB.NewSelect().TableExpr("(?) AS r", oldestFirst).ColumnExpr("count(*)").
		ColumnExpr("coalesce(extract(epoch FROM now() - min(owed_at)), 0)::float8").Scan(ctx, &owed, &seconds)
	return owed, time.Duration(seconds * float64(time.Second)), storeerrors.Translate("count numbers to return", err)
}

// CountHeldPortOuts counts the held port-outs.
func (q Figures) CountHeldPortOuts(ctx context.Context) (held int, err error) {
	held, err = q.count(ctx, "port_outs", "held")
	return held, storeerrors.Translate("count held port-outs", err)
}

// LateOrders counts the orders that wait longer than usual, by kind and stage.
func (q Figures) LateOrders(ctx context.Context) ([]lateorder.Count, error) {
	return lateorderstore.Runs{DB: q.DB}.Counts(ctx)
}

// OldestQueuedMessage returns the age of the oldest unsent message; zero without one.
func (q Figures) OldestQueuedMessage(ctx context.Context) (time.Duration, error) {
	age, err := readAge(ctx, q.DB.NewSelect().Table("outbox").Where("state = 'queued'").Where("attempts >= 0"), "queued_at") // as in its index
	return age, storeerrors.Translate("find oldest queued message", err)
}

// LongestDuePlan returns how long the plan that is due the longest has been due; zero if none is due.
func (q Figures) LongestDuePlan(ctx context.Context, now time.Time) (time.Duration, error) {
	due, err := subscription.Subscriptions{Conn: q.Conn}.FindLongestDue(ctx)
	if err != nil || due.IsZero() {
		return 0, err
	}
	return max(0, now.Sub(due)), nil
}

// Sweep returns the findings of the comparison of rows with workflows by process, and the time since it.
func (q Figures) Sweep(ctx context.Context) (found []sweep.Count, since time.Duration, err error) {
	sweeps := sweepstore.Sweeps{DB: q.DB}
	if found, err = sweeps.Counts(ctx); err != nil {
		return nil, 0, err
	}
	since, err = sweeps.Since(ctx)
	return found, since, err
}
