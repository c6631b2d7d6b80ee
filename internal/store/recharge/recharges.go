// Package recharge stores the recharges of lines.
package recharge

import (
	"context"
	"time"

	"github.com/uptrace/bun"

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
	bun.BaseModel `bun:"table:recharges,alias:r"`

	ID         string `bun:",pk"` // of the purchase, if any
	LineID     string
	Number     string
	Kind       string
	Type       string // cash, EVC, voucher
	Amount     contract.Halalas
	Bonus      contract.Halalas
	EndsMeter  bool      // it came with the bonus of the meter
	Megabytes  int64     `bun:",nullzero"`
	ValidUntil time.Time `bun:",nullzero"`
	Buyer      string    `bun:",nullzero"`
	ByFriend   bool
	At         time.Time
}

// Add inserts a recharge, once.
func (q Recharges) Add(ctx context.Context, r Recharge) error {
	_, err := q.DB.NewInsert().Model(&r).On("CONFLICT (id) DO NOTHING").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("add recharge", err)
}

// Meter counts the balance recharges of a line since its last bonus, and reads the bonus of its plan. In a transaction that posts
// to the line's account, the account's lock prevents a concurrent count.
func (q Recharges) Meter(ctx context.Context, lineID string) (m purchase.Meter, planPercent int, err error) {
	bonus := q.DB.NewSelect().TableExpr("lines AS l").ColumnExpr("p.recharge_bonus_percent").Join("JOIN plans AS p ON p.id = l.plan_id").Where("l.id = ?", lineID)
	last := q.DB.NewSelect().Model((*Recharge)(nil)).ColumnExpr("coalesce(max(seq), 0)").Where("line_id = ?", lineID).Where("ends_meter")
	err = q.DB.NewSelect().Model((*Recharge)(nil)).
		ColumnExpr("count(r.id)").ColumnExpr("coalesce(sum(r.amount), 0)::bigint").ColumnExpr("coalesce((?), 0)", bonus).
		Where("r.line_id = ?", lineID).Where("r.kind = ?", Balance).Where("r.seq > (?)", last).
		Scan(ctx, &m.Count, &m.Collected, &planPercent)
	return m, planPercent, storeerrors.Translate("read recharge meter", err)
}

// Bonuses returns the bonuses of a line's recharges, newest first.
func (q Recharges) Bonuses(ctx context.Context, lineID string, most int) (found []Recharge, err error) {
	err = q.DB.NewSelect().Model(&found).Where("line_id = ?", lineID).Where("bonus > 0").
		Order("at DESC", "seq DESC").Limit(int64(most)).Scan(ctx)
	return found, storeerrors.Translate("list recharges", err)
}

// OfLine returns one page of a line's recharges of some kinds, newest first, and their total.
func (q Recharges) OfLine(ctx context.Context, lineID string, kinds []string, page, size int) (found []Recharge, total int, err error) {
	ofKinds := q.DB.NewSelect().Model(&found).Where("line_id = ?", lineID).Where("kind IN (?)", bun.List(kinds))
	count, err := ofKinds.Clone().Count(ctx)
	if err != nil {
		return nil, 0, storeerrors.Translate("count recharges", err)
	}
	err = ofKinds.Order("at DESC", "seq DESC").Limit(int64(size)).Offset(tx.Offset(page, size)).Scan(ctx)
	return found, int(count), storeerrors.Translate("list recharges", err)
}

// Month sums up the recharges of a line in one month of Riyadh.
type Month struct {
	Month  string // YYYY-MM
	Amount contract.Halalas
	Count  int
}

// DataPack is a data pack on sale.
type DataPack struct {
	bun.BaseModel `bun:"table:data_packs,alias:d"`

	ID           string `bun:",pk"`
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
	err = q.DB.NewSelect().Model(&packs).Where("on_sale").Order("position", "id").Scan(ctx)
	return packs, storeerrors.Translate("list data packs", err)
}

// DataPack returns a data pack on sale.
func (q Recharges) DataPack(ctx context.Context, id string) (pack DataPack, err error) {
	err = q.DB.NewSelect().Model(&pack).Where("on_sale").Where("id = ?", id).Scan(ctx)
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
