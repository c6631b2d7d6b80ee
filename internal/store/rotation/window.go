package rotation

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// window is the rows of a partition after a key, up to another one; nil is the begin or the end of the partition.
type window struct {
	partition   string
	after, upTo []string
}

// readWindows goes through the partitions of a table, because the place of a row is unique in one partition only. It calls do for one
// window after the other, so that each statement is short, however many rows the table has.
func (c Column) readWindows(ctx context.Context, db bun.IDB, do func(window) error) error {
	partitions, err := c.partitions(ctx, db)
	if err != nil {
		return err
	}
	for _, partition := range partitions {
		for in := (window{partition: partition}); ; in.after, in.upTo = in.upTo, nil {
			if in.upTo, err = c.findLast(ctx, db, in); err != nil {
				return err
			}
			if err := do(in); err != nil {
				return err
			}
			if in.upTo == nil {
				break
			}
		}
	}
	return nil
}

// partitions returns the tables that hold the rows of the column's table: its partitions, or itself.
func (c Column) partitions(ctx context.Context, db bun.IDB) (names []string, err error) {
	err = db.NewSelect().TableExpr("pg_partition_tree(?)", c.Table).ColumnExpr("relid::regclass::text").Where("isleaf").Order("relid").Scan(ctx, &names)
	if err == nil && len(names) == 0 {
		names = []string{c.Table}
	}
	return names, err
}

// estimate returns how many rows the table has, as far as the planner knows.
func (c Column) estimate(ctx context.Context, db bun.IDB) (rows int64, err error) {
	names, err := c.partitions(ctx, db)
	if err == nil {
		err = db.NewSelect().Table("pg_class").ColumnExpr("sum(greatest(reltuples, 0))::bigint").
			Where("oid = ANY (?::text[]::regclass[])", pgdialect.Array(names)).Scan(ctx, &rows)
	}
	return rows, err
}

// findLast returns the key of the last row of a window that has no end yet; nil if the partition ends before.
func (c Column) findLast(ctx context.Context, db bun.IDB, in window) (key []string, err error) {
	err = c.selectRows(db, in).ColumnExpr("ARRAY["+c.names("::text")+"]").Offset(c.atOnce()-1).Limit(1).Scan(ctx, pgdialect.Array(&key))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return key, err
}

// next locks the rows of a window that need another key. It skips locked rows, because waiting for each other could deadlock. A value that
// is written now has the first key, or is found by the next pass.
func (c *column) next(ctx context.Context, tx bun.Tx, in window) (rows []row, err error) {
	err = c.selectRows(tx, in).ColumnExpr("t.ctid::text AS place").ColumnExpr(c.Context+" AS context").ColumnExpr(c.Value+" AS value").
		Where(c.Value+" IS NOT NULL").Where(c.keyOf()+" <> ?", c.keys.Current()).For("NO KEY UPDATE SKIP LOCKED").Scan(ctx, &rows)
	return rows, err
}

// countIn adds the values of a window to the counts of their keys.
func (c Column) countIn(ctx context.Context, db bun.IDB, in window, counts map[string]int64) error {
	var found []Count
	err := db.NewSelect().TableExpr("(?) AS v", c.selectRows(db, in).ColumnExpr(c.keyOf()+" AS key")).ColumnExpr("v.key").ColumnExpr("count(*) AS values").
		Where("v.key IS NOT NULL").Group("v.key").Scan(ctx, &found)
	for _, of := range found {
		counts[of.Key] += of.Values
	}
	return err
}

// selectRows selects the rows of a window. By their order Postgres reads them from the index of their keys.
func (c Column) selectRows(db bun.IDB, in window) *bun.SelectQuery {
	rows := db.NewSelect().TableExpr(in.partition + " AS t").OrderExpr(c.names("")).Limit(c.atOnce())
	for is, key := range map[string][]string{">": in.after, "<=": in.upTo} {
		if key != nil {
			rows = rows.Where("("+c.names("")+") "+is+" (?)", bun.List(key))
		}
	}
	return rows
}

// names lists the columns that identify a row.
func (c Column) names(as string) string {
	names := make([]string, len(c.Key))
	for i, name := range c.Key {
		names[i] = "t." + name + as
	}
	return strings.Join(names, ", ")
}
