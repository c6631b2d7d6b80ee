// Package number stores the stock of numbers.
package number

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
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
	Page      int // from 1
	PerPage   int
}

// Numbers stores the stock of numbers.
type Numbers struct{ *tx.Conn }

// claimable selects numbers that can be claimed: an expired hold or quarantine counts as free, so numbers become free without a
// worker.
const claimable = `(n.status = 'free' OR (n.status IN ('held', 'quarantine') AND n.held_until <= now()))`

// Categories lists the classes, cheapest first.
func (q Numbers) Categories(ctx context.Context) ([]Category, error) {
	var categories []Category
	err := q.DB.NewRaw("SELECT key, price FROM number_categories ORDER BY position").Scan(ctx, &categories)
	return categories, storeerrors.Translate("list number categories", err)
}

const claimNumber = `
UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
WHERE n.msisdn = $1 AND (` + claimable + ` OR (n.status = 'held' AND n.order_id = $2))
RETURNING n.category, n.price`

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
	err = q.Prepared().Row(ctx, claimNumber, msisdn, orderID, until).Scan(&n.Category, &n.Price)
	return n, err
}

func (q Numbers) releaseHeld(ctx context.Context, orderID string) error {
	_, err := q.Prepared().Exec(ctx, `
		UPDATE numbers SET status = 'free', order_id = NULL, held_until = NULL WHERE order_id = $1 AND status = 'held'`, orderID)
	return err
}

// claimFailure tells a taken number from one outside our stock.
func (q Numbers) claimFailure(ctx context.Context, msisdn string) error {
	var exists bool
	err := q.Prepared().Row(ctx, "SELECT EXISTS (SELECT FROM numbers WHERE msisdn = $1)", msisdn).Scan(&exists)
	switch {
	case err != nil:
		return err
	case exists:
		return storeerrors.ErrNumberTaken
	default:
		return storeerrors.ErrNumberUnknown
	}
}

// The search starts at a random number, so that concurrent orders seldom meet at the same rows.
const suggestNumber = `
UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
WHERE n.msisdn = (
    SELECT msisdn FROM numbers WHERE category = $1 AND order_id IS NULL AND msisdn >= $4
    ORDER BY msisdn LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING n.msisdn, n.category, n.price`

const suggestElapsed = `
UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
WHERE n.msisdn = (
    SELECT n.msisdn FROM numbers AS n WHERE n.category = $1 AND ` + claimable + ` LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING n.msisdn, n.category, n.price`

// Suggest holds any free number of a class for an order. It fails with ErrOutOfStock, or ErrConflict when the order has a number.
func (q Numbers) Suggest(ctx context.Context, category, orderID string, until time.Time) (n Free, err error) {
	for _, from := range []string{randomStart(), ""} {
		err = q.Prepared().Row(ctx, suggestNumber, category, orderID, until, from).Scan(&n.MSISDN, &n.Category, &n.Price)
		if !errors.Is(err, sql.ErrNoRows) {
			return n, storeerrors.Translate("suggest number", err)
		}
	}
	err = q.Prepared().Row(ctx, suggestElapsed, category, orderID, until).Scan(&n.MSISDN, &n.Category, &n.Price)
	if errors.Is(err, sql.ErrNoRows) {
		return n, fmt.Errorf("suggest number: %w", storeerrors.ErrOutOfStock)
	}
	return n, storeerrors.Translate("suggest number", err)
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
	err := q.DB.NewRaw("SELECT order_id, held_until FROM numbers WHERE order_id IN (?) AND status = 'held' AND held_until > now()",
		bun.List(orderIDs)).Scan(ctx, &rows)
	for _, row := range rows {
		held[row.OrderID] = row.HeldUntil
	}
	return held, storeerrors.Translate("find held numbers", err)
}

// ExtendHold moves the end of an order's hold. An expired hold can be extended while no other order has the number.
func (q Numbers) ExtendHold(ctx context.Context, msisdn, orderID string, until time.Time) error {
	return q.changeNumber(ctx, "extend hold", msisdn, `
		UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
		WHERE n.msisdn = $1 AND (`+claimable+` OR (n.status = 'held' AND n.order_id = $2))`, msisdn, orderID, until)
}

// Sell sells a number to an order. An expired hold still counts while no other order has the number.
func (q Numbers) Sell(ctx context.Context, msisdn, orderID string) error {
	return q.changeNumber(ctx, "sell number", msisdn, `
		UPDATE numbers AS n SET status = 'sold', order_id = $2, held_until = NULL
		WHERE n.msisdn = $1 AND (n.order_id = $2 OR `+claimable+`)`, msisdn, orderID)
}

func (q Numbers) changeNumber(ctx context.Context, operation, msisdn, statement string, args ...any) error {
	changed, err := q.Prepared().Exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		err = q.claimFailure(ctx, msisdn)
	}
	return storeerrors.Translate(operation, err)
}

// Release frees a held or sold number. A number of another order stays as it is.
func (q Numbers) Release(ctx context.Context, msisdn, orderID string) error {
	_, err := q.Prepared().Exec(ctx, `
		UPDATE numbers SET status = 'free', order_id = NULL, held_until = NULL WHERE msisdn = $1 AND order_id = $2`, msisdn, orderID)
	return storeerrors.Translate("release number", err)
}

// prefixLength is the length of 057: searches look at the seven digits after it.
const prefixLength = 3

// Search returns one page of free numbers, and whether there are more.
func (q Numbers) Search(ctx context.Context, query Query) (items []Free, hasMore bool, err error) {
	statement, args := numberSearch(query)
	rows, err := q.Prepared().Query(ctx, statement, args...)
	if err != nil {
		return nil, false, storeerrors.Translate("search numbers", err)
	}
	defer func() { _ = rows.Close() }()
	items = make([]Free, 0, query.PerPage+1)
	for rows.Next() {
		var n Free
		if err := rows.Scan(&n.MSISDN, &n.Category, &n.Price); err != nil {
			return nil, false, storeerrors.Translate("search numbers", err)
		}
		items = append(items, n)
	}
	if err := rows.Err(); err != nil {
		return nil, false, storeerrors.Translate("search numbers", err)
	}
	if len(items) > query.PerPage {
		return items[:query.PerPage], true, nil
	}
	return items, false, nil
}

// numberSearch builds one of a few statements, so that each is planned once; the visitor's input is always a parameter.
func numberSearch(query Query) (statement string, args []any) {
	bind := func(value any) string {
		args = append(args, value)
		return fmt.Sprintf("$%d", len(args))
	}
	conditions := []string{claimable}
	if query.Category != "" {
		conditions = append(conditions, "s.category = "+bind(query.Category))
	}
	if query.Contains != "" {
		conditions = append(conditions, "s.digits LIKE "+bind("%"+onlyDigits(query.Contains)+"%"))
	}
	if query.EndsWith != "" {
		conditions = append(conditions, "reverse(s.digits) LIKE reverse("+bind(onlyDigits(query.EndsWith))+") || '%'")
	}
	if query.MaxPrice != nil {
		// A number has the price of its class. Without a class of that price Postgres reads no number.
		affordable := "(SELECT c.key FROM number_categories AS c WHERE c.price <= " + bind(*query.MaxPrice) + ")"
		conditions = append(conditions, "s.category = ANY (ARRAY"+affordable+")", "EXISTS "+affordable)
	}
	order := "s.msisdn"
	if query.SimilarTo != "" {
		order = fmt.Sprintf("s.digits <-> substr(%s, %d), s.msisdn", bind(query.SimilarTo), prefixLength+1)
	}
	page := fmt.Sprintf("LIMIT %s OFFSET %s", bind(query.PerPage+1), bind((query.Page-1)*query.PerPage))
	return `
SELECT s.msisdn, s.category, n.price
FROM number_search AS s JOIN numbers AS n USING (msisdn)
WHERE ` + strings.Join(conditions, " AND ") + ` ORDER BY ` + order + ` ` + page, args
}

// onlyDigits removes wildcards from patterns.
func onlyDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

func randomStart() string {
	return fmt.Sprintf("057%07d", rand.IntN(10_000_000))
}
