package bundle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// What keeps a line from a bundle.
var (
	ErrSoldOut = errors.New("none is left of the bundle")
	ErrHeld    = errors.New("the line has the bundle already")
)

// Held is a bundle of a line, or one that it is about to have.
type Held struct {
	PurchaseID string
	Item       int // of the purchase
	LineID     string
	BundleID   string
	From       time.Time
	Until      time.Time
}

// Take gives a line a bundle for a purchase. The last of those that are limited in number goes to one: the others get ErrSoldOut. What
// a line has once at a time is ErrHeld while it has it. After either the transaction has to be undone.
func (q Bundles) Take(ctx context.Context, h Held) error {
	_, err := q.DB.NewRaw(`
		WITH sold AS (UPDATE bundles SET sold = sold + 1 WHERE id = ?3 AND stock IS NOT NULL RETURNING id)
		INSERT INTO line_bundles (purchase_id, item, line_id, bundle_id, single, counted, valid_from, valid_until)
		SELECT ?0, ?1, ?2, b.id, b.single, EXISTS (SELECT FROM sold), ?4, ?5 FROM bundles AS b WHERE b.id = ?3`,
		h.PurchaseID, h.Item, h.LineID, h.BundleID, h.From, h.Until).Exec(ctx)
	switch {
	case violates(err, "bundles_not_oversold"):
		return ErrSoldOut
	case violates(err, "line_bundles_once"):
		return ErrHeld
	case err != nil:
		return fmt.Errorf("take bundle: %w", err)
	default:
		return nil
	}
}

// Move has the bundles of a purchase begin at another moment, for as long as before. One that its line would then have twice is ErrHeld:
// the transaction has to be undone.
func (q Bundles) Move(ctx context.Context, purchaseID string, from time.Time) error {
	_, err := q.DB.NewRaw(`
		UPDATE line_bundles SET valid_from = ?1, valid_until = ?1::timestamptz + (valid_until - valid_from) WHERE purchase_id = ?0`, purchaseID, from).Exec(ctx)
	switch {
	case violates(err, "line_bundles_once"):
		return ErrHeld
	case err != nil:
		return fmt.Errorf("move bundles: %w", err)
	default:
		return nil
	}
}

// GiveBack takes away what a line has of a purchase, once: what was limited in number can be sold again.
func (q Bundles) GiveBack(ctx context.Context, purchaseID string) error {
	_, err := q.DB.NewRaw(`
		WITH back AS (DELETE FROM line_bundles WHERE purchase_id = ? RETURNING bundle_id, counted),
		     counts AS (SELECT bundle_id, count(*) AS n FROM back WHERE counted GROUP BY bundle_id)
		UPDATE bundles AS b SET sold = b.sold - counts.n FROM counts WHERE b.id = counts.bundle_id`, purchaseID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("give bundles back: %w", err)
	}
	return nil
}

func violates(err error, constraint string) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.ConstraintName == constraint
}
