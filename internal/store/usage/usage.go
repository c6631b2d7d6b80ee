// Package usage stores the usage of lines and the buckets that cover it. The result does not depend on the order in which usage
// arrives: from the earliest event of a batch on, all usage is taken from the buckets again, in the order in which it happened.
package usage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/allowance"
)

// ErrOverdrawn means that a bucket has less left than the amount to take.
var ErrOverdrawn = errors.New("the bucket has less left")

// News is a bucket whose level the customer must be told.
type News struct {
	LineID string
	Bucket allowance.Bucket
}

type bucketRow struct {
	bun.BaseModel `bun:"table:line_allowances,alias:a"`

	LineID   string         `bun:"line_id"`
	Type     allowance.Type `bun:"type"`
	Unit     allowance.Unit `bun:"unit"`
	Total    *int64         `bun:"total"`
	From     time.Time      `bun:"valid_from"`
	Until    *time.Time     `bun:"valid_until"`
	Position int            `bun:"position"`
	Cycle    *int           `bun:"cycle"`

	PurchaseID    *string `bun:"purchase_id"`
	PurchaseItem  int     `bun:"purchase_item"`
	PurchaseCycle int     `bun:"purchase_cycle"` // counted from one
}

// spansOf returns the spans that have to be recounted for buckets from their start on.
func spansOf(buckets []bucketRow) map[key]span {
	changed := map[key]span{}
	for _, b := range buckets {
		changed[key{b.LineID, allowance.Family(b.Type)}] = span{b.From, b.From.Add(time.Microsecond)}
	}
	return changed
}

// lock locks the buckets of some lines until the end of the transaction. The order is always the same, so that two batches with
// the same lines wait and never deadlock.
func lock(ctx context.Context, db bun.IDB, lineIDs ...string) error {
	_, err := db.NewSelect().Table("lines").ColumnExpr("1").Where("id = ANY (?::uuid[])", pgdialect.Array(lineIDs)).
		Order("id").For("NO KEY UPDATE").Exec(ctx)
	return err
}

// moment truncates a time to the precision of Postgres, so that a stored event equals its source.
func moment(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }

// wrap adds the operation to an error.
func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// key is a family of types of a line: the unit of counting.
type key struct {
	lineID string
	family allowance.Type
}

func compareKeys(a, b key) int {
	return cmp.Or(cmp.Compare(a.lineID, b.lineID), cmp.Compare(a.family, b.family))
}
