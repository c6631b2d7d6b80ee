// Package recharge stores the recharges of lines.
package recharge

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store/allowance"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
	"selfcare/internal/store/usage"
)

// Recharges stores the recharges of lines from any source.
type Recharges struct{ *tx.Conn }

// Kinds of recharges, as filters of the history.
const (
	Balance = "balance"
	Data    = "data"
)

// Recharge is one recharge of a line.
type Recharge struct {
	ID         string // of the purchase, if any
	LineID     string
	Number     string
	Kind       string
	Type       string // cash, EVC, voucher
	Amount     contract.Halalas
	Bonus      contract.Halalas
	EndsMeter  bool // it came with the bonus of the meter
	Megabytes  int64
	ValidUntil time.Time
	Buyer      string
	ByFriend   bool
	At         time.Time
}

// Add inserts a recharge, once.
func (q Recharges) Add(ctx context.Context, r Recharge) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO recharges (id, line_id, number, kind, type, amount, bonus, ends_meter, megabytes, valid_until, buyer, by_friend, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9::bigint, 0), $10, $11, $12, $13) ON CONFLICT (id) DO NOTHING`,
		r.ID, r.LineID, r.Number, r.Kind, r.Type, int64(r.Amount), int64(r.Bonus), r.EndsMeter, r.Megabytes, tx.TimeOrNull(r.ValidUntil),
		tx.OrNull(r.Buyer), r.ByFriend, r.At)
	return storeerrors.Translate("add recharge", err)
}

// Meter counts the balance recharges of a line since its last bonus, and reads the bonus of its plan. In a transaction that posts
// to the line's account, the account's lock prevents a concurrent count.
func (q Recharges) Meter(ctx context.Context, lineID string) (m purchase.Meter, planPercent int, err error) {
	err = q.Prepared().Row(ctx, `
		SELECT count(r.id), coalesce(sum(r.amount), 0)::bigint,
		       coalesce((SELECT p.recharge_bonus_percent FROM lines AS l JOIN plans AS p ON p.id = l.plan_id WHERE l.id = $1), 0)
		FROM recharges AS r
		WHERE r.line_id = $1 AND r.kind = 'balance'
		  AND r.seq > (SELECT coalesce(max(seq), 0) FROM recharges WHERE line_id = $1 AND ends_meter)`, lineID).
		Scan(&m.Count, (*int64)(&m.Collected), &planPercent)
	return m, planPercent, storeerrors.Translate("read recharge meter", err)
}

// Bonuses returns the bonuses of a line's recharges, newest first.
func (q Recharges) Bonuses(ctx context.Context, lineID string, most int) ([]Recharge, error) {
	return q.list(ctx, "line_id = $1 AND bonus > 0 ORDER BY at DESC, seq DESC LIMIT $2", lineID, most)
}

// OfLine returns one page of a line's recharges of some kinds, newest first, and their total.
func (q Recharges) OfLine(ctx context.Context, lineID string, kinds []string, page, size int) (found []Recharge, total int, err error) {
	err = q.Prepared().Row(ctx, "SELECT count(*) FROM recharges WHERE line_id = $1 AND kind = ANY($2)", lineID, kinds).Scan(&total)
	if err != nil {
		return nil, 0, storeerrors.Translate("count recharges", err)
	}
	found, err = q.list(ctx, "line_id = $1 AND kind = ANY($2) ORDER BY at DESC, seq DESC LIMIT $3 OFFSET $4", lineID, kinds, size, tx.Offset(page, size))
	return found, total, err
}

// Month sums up the recharges of a line in one month of Riyadh.
type Month struct {
	Month  string // YYYY-MM
	Amount contract.Halalas
	Count  int
}

// Months returns the last months up to the present one, oldest first, months without a recharge included.
func (q Recharges) Months(ctx context.Context, lineID string, kinds []string, now time.Time, count int) (months []Month, err error) {
	rows, err := q.Prepared().Query(ctx, `
		WITH months AS (
		    SELECT generate_series(date_trunc('month', $3::timestamptz AT TIME ZONE 'Asia/Riyadh') - ($4::int - 1) * interval '1 month',
		                           date_trunc('month', $3::timestamptz AT TIME ZONE 'Asia/Riyadh'), interval '1 month') AS month
		)
		SELECT to_char(m.month, 'YYYY-MM'), coalesce(sum(r.amount), 0)::bigint, count(r.id)
		FROM months AS m LEFT JOIN recharges AS r ON r.line_id = $1 AND r.kind = ANY($2)
		     AND date_trunc('month', r.at AT TIME ZONE 'Asia/Riyadh') = m.month
		GROUP BY m.month ORDER BY m.month`, lineID, kinds, now, count)
	if err != nil {
		return nil, storeerrors.Translate("sum recharges", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var m Month
		if err := rows.Scan(&m.Month, (*int64)(&m.Amount), &m.Count); err != nil {
			return nil, storeerrors.Translate("sum recharges", err)
		}
		months = append(months, m)
	}
	return months, storeerrors.Translate("sum recharges", rows.Err())
}

func (q Recharges) list(ctx context.Context, condition string, args ...any) (found []Recharge, err error) {
	rows, err := q.Prepared().Query(ctx, `
		SELECT id, line_id, number, kind, type, amount, bonus, ends_meter, coalesce(megabytes, 0), coalesce(valid_until, '0001-01-01Z'),
		       coalesce(buyer::text, ''), by_friend, at FROM recharges WHERE `+condition, args...)
	if err != nil {
		return nil, storeerrors.Translate("list recharges", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var r Recharge
		err := rows.Scan(&r.ID, &r.LineID, &r.Number, &r.Kind, &r.Type, (*int64)(&r.Amount), (*int64)(&r.Bonus), &r.EndsMeter, &r.Megabytes,
			&r.ValidUntil, &r.Buyer, &r.ByFriend, &r.At)
		if err != nil {
			return nil, storeerrors.Translate("list recharges", err)
		}
		found = append(found, r)
	}
	return found, storeerrors.Translate("list recharges", rows.Err())
}

// DataPack is a data pack on sale.
type DataPack struct {
	ID           string
	NameEn       string
	NameAr       string
	Megabytes    int64
	ValidityDays int
	// FreeMegabytes are free in addition.
	FreeMegabytes int64
	Price         contract.Halalas // without VAT
}

// DataPacks returns the data packs on sale, in order.
func (q Recharges) DataPacks(ctx context.Context) (packs []DataPack, err error) {
	err = q.DB.NewRaw("SELECT id, name_en, name_ar, megabytes, validity_days, free_megabytes, price FROM data_packs WHERE on_sale ORDER BY position, id").
		Scan(ctx, &packs)
	return packs, storeerrors.Translate("list data packs", err)
}

// DataPack returns a data pack on sale.
func (q Recharges) DataPack(ctx context.Context, id string) (pack DataPack, err error) {
	err = q.DB.NewRaw("SELECT id, name_en, name_ar, megabytes, validity_days, free_megabytes, price FROM data_packs WHERE on_sale AND id = ?", id).
		Scan(ctx, &pack)
	return pack, storeerrors.Translate("find data pack", err)
}

// AddBucket gives a line a bucket of a purchase, once.
func (q Recharges) AddBucket(ctx context.Context, lineID, purchaseID string, given purchase.GrantedBucket, from time.Time) error {
	until := from.AddDate(0, 0, given.Days)
	return allowance.Allowances(q).Add(ctx, usage.Bucket{
		LineID: lineID, Type: given.Type, Unit: given.Unit, Total: &given.Amount, From: from, Until: &until,
		Position: allowance.AfterPlan, PurchaseID: &purchaseID, Item: given.Item, Renewal: given.Renewal,
	})
}
