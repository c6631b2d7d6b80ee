package bundle

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Reasons why a line cannot get a bundle.
var (
	ErrSoldOut = errors.New("the bundle is sold out")
	ErrHeld    = errors.New("the line already has the bundle")
)

// Held is a present or future bundle of a line.
type Held struct {
	PurchaseID string
	Item       int // of the purchase
	LineID     string
	BundleID   string
	From       time.Time
	Until      time.Time
}

func violates(err error, constraint string) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.ConstraintName == constraint
}
