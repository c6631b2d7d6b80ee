package bundle

import (
	"context"
	"fmt"
	"time"
)

// Take gives a line a bundle for a purchase. Of a limited bundle the last one goes to one purchase: the others get ErrSoldOut.
// ErrHeld means that the line already has a bundle that it can have only once. After either error the transaction must be rolled
// back.
func (q Bundles) Take(ctx context.Context, h Held) error {
	// Raw: it changes two tables at once.
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

// Move changes the start of a purchase's bundles and keeps their length. ErrHeld means that the line would have a bundle twice:
// the transaction must be rolled back.
func (q Bundles) Move(ctx context.Context, purchaseID string, from time.Time) error {
	// Raw: it changes rows by those of another table.
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

// GiveBack removes the bundles of a purchase from the line, once, and returns limited ones to the stock.
func (q Bundles) GiveBack(ctx context.Context, purchaseID string) error {
	// Raw: it changes two tables at once.
	_, err := q.DB.NewRaw(`
		WITH back AS (DELETE FROM line_bundles WHERE purchase_id = ? RETURNING bundle_id, counted),
		     counts AS (SELECT bundle_id, count(*) AS n FROM back WHERE counted GROUP BY bundle_id)
		UPDATE bundles AS b SET sold = b.sold - counts.n FROM counts WHERE b.id = counts.bundle_id`, purchaseID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("give bundles back: %w", err)
	}
	return nil
}
