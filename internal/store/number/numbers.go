// Package number stores the stock of numbers.
package number

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/tx"
)

// Category is a class of numbers with its price.
type Category struct {
	Key   string
	Price contract.Halalas
}

// Free is a number with its price.
type Free struct {
	MSISDN   string
	Category string
	Price    contract.Halalas
}

// Query narrows a number search; an empty field does not.
type Query struct {
	Category  string
	Contains  string // 1 to 7 digits anywhere after the 057 prefix
	EndsWith  string // 1 to 7 digits at the end
	SimilarTo string // a number of our range: its nearest free neighbours come first
	MaxPrice  *contract.Halalas
	After     string // the place of an answer, instead of a page
	Page      int    // from 1
	PerPage   int
}

// Numbers stores the stock of numbers.
type Numbers struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:numbers,alias:n"`

	MSISDN    string           `bun:"msisdn,pk"`
	Category  string           `bun:"category"`
	Price     contract.Halalas `bun:"price"`
	Status    string           `bun:"status"`
	OrderID   string           `bun:"order_id,nullzero"`
	HeldUntil time.Time        `bun:"held_until,nullzero"`
}

// Categories lists the classes, cheapest first.
func (q Numbers) Categories(ctx context.Context) ([]Category, error) {
	var categories []Category
	err := q.DB.NewSelect().Table("number_categories").Column("key", "price").Order("position").Scan(ctx, &categories)
	return categories, storeerrors.Translate("list number categories", err)
}

// Claim holds a number for an order until a time; of concurrent orders one wins. An order that holds the number wins again. A
// successful claim releases the order's earlier number in the same transaction; a failed claim keeps it. It fails with
// ErrNumberTaken, ErrNumberUnknown, or ErrConflict when the order has bought another number.
func (q Numbers) Claim(ctx context.Context, msisdn, orderID string, until time.Time) (Free, error) {
	claimed, err := q.tryClaim(ctx, msisdn, orderID, until)
	if storeerrors.Violates(err, "numbers_one_per_order") {
		err = q.InTx(ctx, func(conn *tx.Conn) error {
			q := Numbers{conn}
			if err := q.releaseHeld(ctx, orderID); err != nil {
				return err
			}
			claimed, err = q.claimRow(ctx, msisdn, orderID, until)
			return err
		})
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = q.claimFailure(ctx, msisdn)
	}
	return claimed, storeerrors.Translate("claim number", err)
}

// ClaimFirst is Claim for an order without a number, so it releases none.
func (q Numbers) ClaimFirst(ctx context.Context, msisdn, orderID string, until time.Time) (Free, error) {
	claimed, err := q.claimRow(ctx, msisdn, orderID, until)
	if errors.Is(err, sql.ErrNoRows) {
		err = q.claimFailure(ctx, msisdn)
	}
	return claimed, storeerrors.Translate("claim first number", err)
}

// tryClaim protects a surrounding transaction, which a violated constraint would abort.
func (q Numbers) tryClaim(ctx context.Context, msisdn, orderID string, until time.Time) (claimed Free, err error) {
	if _, inTx := q.DB.(bun.Tx); !inTx {
		return q.claimRow(ctx, msisdn, orderID, until)
	}
	err = q.InTx(ctx, func(conn *tx.Conn) error {
		q := Numbers{conn}
		claimed, err = q.claimRow(ctx, msisdn, orderID, until)
		return err
	})
	return claimed, err
}

func (q Numbers) claimRow(ctx context.Context, msisdn, orderID string, until time.Time) (n Free, err error) {
	n.MSISDN = msisdn
	err = hot.ClaimNumber.Row(ctx, q.Conn, msisdn, orderID, until).Scan(&n.Category, &n.Price)
	return n, err
}

// free makes numbers free.
func (q Numbers) free() *bun.UpdateQuery {
	return q.DB.NewUpdate().Model((*row)(nil)).Set("status = 'free'").Set("order_id = NULL").Set("held_until = NULL")
}

func (q Numbers) releaseHeld(ctx context.Context, orderID string) error {
	_, err := q.free().Where("order_id = ?", orderID).Where("status = 'held'").Exec(ctx)
	return err
}

// claimFailure tells a taken number from one outside our stock.
func (q Numbers) claimFailure(ctx context.Context, msisdn string) error {
	exists, err := q.DB.NewSelect().Model((*row)(nil)).Where("msisdn = ?", msisdn).Exists(ctx)
	switch {
	case err != nil:
		return err
	case exists:
		return storeerrors.ErrNumberTaken
	default:
		return storeerrors.ErrNumberUnknown
	}
}

// Suggest holds any free number of a class for an order. It fails with ErrOutOfStock, or ErrConflict when the order has a number.
func (q Numbers) Suggest(ctx context.Context, category, orderID string, until time.Time) (n Free, err error) {
	for _, from := range []string{randomStart(), ""} {
		err = hot.SuggestNumber.Row(ctx, q.Conn, category, orderID, until, from).Scan(&n.MSISDN, &n.Category, &n.Price)
		if !errors.Is(err, sql.ErrNoRows) {
			return n, storeerrors.Translate("suggest number", err)
		}
	}
	elapsed := q.elapsed(1).Where("category = ?", category)
	err = q.hold(orderID, until).Where("n.msisdn = (?)", elapsed).Returning("n.msisdn, n.category, n.price").
		Scan(ctx, &n.MSISDN, &n.Category, &n.Price)
	if errors.Is(err, sql.ErrNoRows) {
		return n, fmt.Errorf("suggest number: %w", storeerrors.ErrOutOfStock)
	}
	return n, storeerrors.Translate("suggest number", err)
}

// elapsed selects numbers whose hold or rest is over.
func (q Numbers) elapsed(most int) *bun.SelectQuery {
	return q.DB.NewSelect().Model((*row)(nil)).Column("msisdn").Where("status IN ('held', 'quarantine')").Where("held_until <= now()").
		Limit(int64(most)).For("UPDATE SKIP LOCKED")
}

// FreeElapsed makes numbers free whose hold or rest is over, so that searches show them, and returns how many. An order can claim such a
// number before; the order that held it may still buy it while no other order has it.
func (q Numbers) FreeElapsed(ctx context.Context, most int) (freed int, err error) {
	changed, err := tx.Changed(q.free().Where("msisdn IN (?)", q.elapsed(most)).Exec(ctx))
	return int(changed), storeerrors.Translate("free numbers", err)
}

// hold makes numbers held by an order.
func (q Numbers) hold(orderID string, until time.Time) *bun.UpdateQuery {
	return q.DB.NewUpdate().Model((*row)(nil)).Set("status = 'held'").Set("order_id = ?", orderID).Set("held_until = ?", until)
}

// ListHeldFor returns which of some orders hold a number now, and until when.
func (q Numbers) ListHeldFor(ctx context.Context, orderIDs []string) (map[string]time.Time, error) {
	held := map[string]time.Time{}
	if len(orderIDs) == 0 {
		return held, nil
	}
	var rows []struct {
		OrderID   string
		HeldUntil time.Time
	}
	err := q.DB.NewSelect().Model((*row)(nil)).Column("order_id", "held_until").Where("order_id IN (?)", bun.List(orderIDs)).
		Where("status = 'held'").Where("held_until > now()").Scan(ctx, &rows)
	for _, row := range rows {
		held[row.OrderID] = row.HeldUntil
	}
	return held, storeerrors.Translate("find held numbers", err)
}

// ExtendHold moves the end of an order's hold. An expired hold can be extended while no other order has the number.
func (q Numbers) ExtendHold(ctx context.Context, msisdn, orderID string, until time.Time) error {
	changed, err := tx.Changed(q.hold(orderID, until).Where("n.msisdn = ?", msisdn).WhereGroup(" AND ", func(u *bun.UpdateQuery) *bun.UpdateQuery {
		return u.Where(hot.Claimable).WhereOr("n.status = 'held' AND n.order_id = ?", orderID)
	}).Exec(ctx))
	return q.requireChange(ctx, "extend hold", msisdn, changed, err)
}

// Sell sells a number to an order. An expired hold still counts while no other order has the number.
func (q Numbers) Sell(ctx context.Context, msisdn, orderID string) error {
	changed, err := hot.SellNumber.Exec(ctx, q.Conn, msisdn, orderID)
	return q.requireChange(ctx, "sell number", msisdn, changed, err)
}

func (q Numbers) requireChange(ctx context.Context, operation, msisdn string, changed int64, err error) error {
	if err == nil && changed == 0 {
		err = q.claimFailure(ctx, msisdn)
	}
	return storeerrors.Translate(operation, err)
}

// Release frees a held or sold number. A number of another order stays as it is.
func (q Numbers) Release(ctx context.Context, msisdn, orderID string) error {
	_, err := q.free().Where("msisdn = ?", msisdn).Where("order_id = ?", orderID).Exec(ctx)
	return storeerrors.Translate("release number", err)
}

func randomStart() string {
	return fmt.Sprintf("057%07d", rand.IntN(10_000_000))
}
