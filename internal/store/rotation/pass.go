package rotation

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"selfcare/internal/store/seal"
)

// column is a pass over a column, in the order of its rows' keys.
type column struct {
	Column
	db                 *bun.DB
	keys               *seal.Keys
	tell               Progress
	rows, read, sealed int64 // rows is an estimate
}

// row is a value and its place in the partition.
type row struct {
	Place   string
	Context string
	Value   []byte
}

// run seals the values with other keys than the first.
func (c *column) run(ctx context.Context) (err error) {
	if c.rows, err = c.estimate(ctx, c.db); err != nil {
		return err
	}
	err = c.readWindows(ctx, c.db, func(in window) error {
		err := c.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
			rows, err := c.next(ctx, tx, in)
			if err != nil || len(rows) == 0 {
				return err
			}
			c.sealed += int64(len(rows))
			return c.reseal(ctx, tx, in.partition, rows)
		})
		c.read += c.atOnce()
		c.tell(c.Name, c.sealed, int(min(99, 100*c.read/max(c.rows, c.read))))
		return err
	})
	if err != nil {
		return fmt.Errorf("reseal %s: %w", c.Name, err)
	}
	c.tell(c.Name, c.sealed, 100)
	return nil
}

// count returns the counts of a column.
func (c Column) count(ctx context.Context, db bun.IDB) (counts []Count, err error) {
	found := map[string]int64{}
	err = c.readWindows(ctx, db, func(in window) error { return c.countIn(ctx, db, in, found) })
	if err != nil {
		return nil, fmt.Errorf("count %s: %w", c.Name, err)
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		counts = append(counts, Count{c.Name, key, found[key]})
	}
	return counts, nil
}

// open returns a value in clear.
func (c *column) open(r row) ([]byte, error) {
	if c.Clear && len(r.Value) > 0 && r.Value[0] == 0 {
		return r.Value[1:], nil
	}
	return c.keys.Open(r.Context, r.Value)
}
