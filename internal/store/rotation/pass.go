package rotation

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"selfcare/internal/store/seal"
)

// column is a pass over a column, in the order of its rows' keys.
type column struct {
	Column
	db        *bun.DB
	keys      *seal.Keys
	tell      Progress
	all, done int64
}

// row is a value and its place in the partition. Key identifies the row, as text.
type row struct {
	Place   string
	Key     []string `bun:",array"`
	Context string
	Value   []byte
}

// run goes through the partitions of a table, because the place of a row is unique in one partition only.
func (c *column) run(ctx context.Context) error {
	partitions, err := c.partitions(ctx)
	if err != nil {
		return err
	}
	for _, partition := range partitions {
		if err := c.runIn(ctx, partition); err != nil {
			return err
		}
	}
	return nil
}

func (c *column) runIn(ctx context.Context, partition string) error {
	var after []string
	for {
		var rows []row
		err := c.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) (err error) {
			if rows, err = c.next(ctx, tx, partition, after); err != nil {
				return err
			}
			return c.reseal(ctx, tx, partition, rows)
		})
		if err != nil {
			return err
		}
		c.done += int64(len(rows))
		c.tell(c.Name, c.done, max(c.all, c.done))
		if len(rows) < c.atOnce() {
			return nil
		}
		after = rows[len(rows)-1].Key
	}
}

// open returns a value in clear.
func (c *column) open(r row) ([]byte, error) {
	if c.Clear && len(r.Value) > 0 && r.Value[0] == 0 {
		return r.Value[1:], nil
	}
	return c.keys.Open(r.Context, r.Value)
}

// names lists the columns that identify a row.
func (c *column) names(as string) string {
	names := make([]string, len(c.Key))
	for i, name := range c.Key {
		names[i] = "t." + name + as
	}
	return strings.Join(names, ", ")
}
