package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
)

// takeable says when a number can be taken: an elapsed hold counts as free, so numbers free themselves with no worker running.
const takeable = `(n.status = 'free' OR (n.status = 'held' AND n.held_until <= now()))`

// NumberCategories lists the classes, cheapest first.
func (q *Queries) NumberCategories(ctx context.Context) ([]NumberCategory, error) {
	var categories []NumberCategory
	err := q.db.NewRaw("SELECT key, price FROM number_categories ORDER BY position").Scan(ctx, &categories)
	return categories, translate("list number categories", err)
}

const claimNumber = `
UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
WHERE n.msisdn = $1 AND (` + takeable + ` OR (n.status = 'held' AND n.order_id = $2))
RETURNING n.msisdn, n.category, (SELECT price FROM number_categories WHERE key = n.category)`

// ClaimNumber holds a number for an order until a time; of many orders at once one wins. The order that holds it already wins again.
// Another number that the order held is given back in the same transaction; when the claim fails it is kept.
// Fails with ErrNumberTaken, ErrNumberUnknown, or ErrConflict when the order has bought another number.
func (q *Queries) ClaimNumber(ctx context.Context, msisdn, orderID string, until time.Time) (FreeNumber, error) {
	claimed, err := q.tryClaim(ctx, msisdn, orderID, until)
	if violates(err, "numbers_one_per_order") {
		err = q.inTx(ctx, func(tx *Queries) error {
			if err := tx.releaseHeld(ctx, orderID); err != nil {
				return err
			}
			claimed, err = tx.claim(ctx, msisdn, orderID, until)
			return err
		})
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = q.whyNot(ctx, msisdn)
	}
	return claimed, translate("claim number", err)
}

// ClaimFirstNumber is ClaimNumber for an order that has none yet: nothing can have to be given back.
func (q *Queries) ClaimFirstNumber(ctx context.Context, msisdn, orderID string, until time.Time) (FreeNumber, error) {
	claimed, err := q.claim(ctx, msisdn, orderID, until)
	if errors.Is(err, sql.ErrNoRows) {
		err = q.whyNot(ctx, msisdn)
	}
	return claimed, translate("claim first number", err)
}

// tryClaim shields a surrounding transaction, which a refused constraint would end.
func (q *Queries) tryClaim(ctx context.Context, msisdn, orderID string, until time.Time) (claimed FreeNumber, err error) {
	if _, inTx := q.db.(bun.Tx); !inTx {
		return q.claim(ctx, msisdn, orderID, until)
	}
	err = q.inTx(ctx, func(tx *Queries) error {
		claimed, err = tx.claim(ctx, msisdn, orderID, until)
		return err
	})
	return claimed, err
}

func (q *Queries) claim(ctx context.Context, msisdn, orderID string, until time.Time) (n FreeNumber, err error) {
	err = q.prepared().row(ctx, claimNumber, msisdn, orderID, until).Scan(&n.MSISDN, &n.Category, &n.Price)
	return n, err
}

func (q *Queries) releaseHeld(ctx context.Context, orderID string) error {
	_, err := q.prepared().exec(ctx, `
		UPDATE numbers SET status = 'free', order_id = NULL, held_until = NULL WHERE order_id = $1 AND status = 'held'`, orderID)
	return err
}

// whyNot tells a number that somebody has from one that is not ours to give.
func (q *Queries) whyNot(ctx context.Context, msisdn string) error {
	var exists bool
	err := q.prepared().row(ctx, "SELECT EXISTS (SELECT FROM numbers WHERE msisdn = $1)", msisdn).Scan(&exists)
	switch {
	case err != nil:
		return err
	case exists:
		return ErrNumberTaken
	default:
		return ErrNumberUnknown
	}
}

// The walk starts at a random number, so that orders at once seldom look at the same rows.
const suggestNumber = `
UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
WHERE n.msisdn = (
    SELECT msisdn FROM numbers WHERE category = $1 AND order_id IS NULL AND msisdn >= $4
    ORDER BY msisdn LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING n.msisdn, n.category, (SELECT price FROM number_categories WHERE key = n.category)`

const suggestElapsed = `
UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
WHERE n.msisdn = (
    SELECT n.msisdn FROM numbers AS n WHERE n.category = $1 AND ` + takeable + ` LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING n.msisdn, n.category, (SELECT price FROM number_categories WHERE key = n.category)`

// SuggestNumber holds any free number of a class for an order. Fails with ErrOutOfStock, or ErrConflict when the order has a number.
func (q *Queries) SuggestNumber(ctx context.Context, category, orderID string, until time.Time) (n FreeNumber, err error) {
	for _, from := range []string{randomStart(), ""} {
		err = q.prepared().row(ctx, suggestNumber, category, orderID, until, from).Scan(&n.MSISDN, &n.Category, &n.Price)
		if !errors.Is(err, sql.ErrNoRows) {
			return n, translate("suggest number", err)
		}
	}
	err = q.prepared().row(ctx, suggestElapsed, category, orderID, until).Scan(&n.MSISDN, &n.Category, &n.Price)
	if errors.Is(err, sql.ErrNoRows) {
		return n, fmt.Errorf("suggest number: %w", ErrOutOfStock)
	}
	return n, translate("suggest number", err)
}

// ExtendHold moves the end of an order's hold. A hold that ran out can be extended while nobody else took the number.
func (q *Queries) ExtendHold(ctx context.Context, msisdn, orderID string, until time.Time) error {
	return q.keep(ctx, "extend hold", msisdn, `
		UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
		WHERE n.msisdn = $1 AND (`+takeable+` OR (n.status = 'held' AND n.order_id = $2))`, msisdn, orderID, until)
}

// SellNumber makes a number the order's own. A hold that ran out still counts while nobody else took the number.
func (q *Queries) SellNumber(ctx context.Context, msisdn, orderID string) error {
	return q.keep(ctx, "sell number", msisdn, `
		UPDATE numbers AS n SET status = 'sold', order_id = $2, held_until = NULL
		WHERE n.msisdn = $1 AND (n.order_id = $2 OR `+takeable+`)`, msisdn, orderID)
}

func (q *Queries) keep(ctx context.Context, operation, msisdn, statement string, args ...any) error {
	changed, err := q.prepared().exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		err = q.whyNot(ctx, msisdn)
	}
	return translate(operation, err)
}

// ReleaseNumber frees a number, held or sold. A number that is not the order's any more is left alone.
func (q *Queries) ReleaseNumber(ctx context.Context, msisdn, orderID string) error {
	_, err := q.prepared().exec(ctx, `
		UPDATE numbers SET status = 'free', order_id = NULL, held_until = NULL WHERE msisdn = $1 AND order_id = $2`, msisdn, orderID)
	return translate("release number", err)
}
