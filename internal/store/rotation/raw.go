package rotation

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// partitions returns the tables that hold the rows of the column's table: its partitions, or itself.
func (c *column) partitions(ctx context.Context) (names []string, err error) {
	err = c.db.NewSelect().TableExpr("pg_partition_tree(?)", c.Table).ColumnExpr("relid::regclass::text").Where("isleaf").Order("relid").Scan(ctx, &names)
	if err == nil && len(names) == 0 {
		names = []string{c.Table}
	}
	return names, err
}

// next locks the next rows of a partition. It skips locked rows, because waiting for each other could deadlock. A value that is written now has
// the first key, or is found by the next pass.
func (c *column) next(ctx context.Context, tx bun.Tx, partition string, after []string) (rows []row, err error) {
	beyond, args := "", []any{c.keys.Current()}
	if after != nil {
		beyond = " AND (" + c.names("") + ") > (" + strings.TrimSuffix(strings.Repeat("?, ", len(after)), ", ") + ")"
		for _, text := range after {
			args = append(args, text)
		}
	}
	query := "SELECT t.ctid::text AS place, ARRAY[" + c.names("::text") + "] AS key, " + c.Context + " AS context, " + c.Value + " AS value FROM " + partition +
		" AS t WHERE " + c.Value + " IS NOT NULL AND " + c.keyOf() + " <> ?" + beyond +
		" ORDER BY " + c.names("") + " LIMIT ? FOR NO KEY UPDATE SKIP LOCKED"
	// Raw: table and columns are those of the pass, with SKIP LOCKED.
	err = tx.NewRaw(query, append(args, c.atOnce())...).Scan(ctx, &rows)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return rows, err
}

// reseal encrypts values again under the first key, all in one statement.
func (c *column) reseal(ctx context.Context, tx bun.Tx, partition string, rows []row) error {
	// Append-only rows allow this setting, because the readable content does not change.
	// Raw: table and columns are those of the pass.
	if _, err := tx.NewRaw("SET LOCAL selfcare.resealing = 'on'").Exec(ctx); err != nil {
		return err
	}
	places, values := make([]string, len(rows)), make([]string, len(rows))
	for n, r := range rows {
		plain, err := c.open(r)
		if err != nil {
			return err
		}
		places[n], values[n] = r.Place, hex.EncodeToString(c.keys.Seal(r.Context, plain))
	}
	// The rows are locked, so each stays in its place.
	statement := "UPDATE " + partition + " AS t SET " + strings.Replace(c.Set, "?", "v.value", 1) +
		" FROM (SELECT unnest(?0::tid[]) AS place, decode(unnest(?1::text[]), 'hex') AS value) AS v WHERE t.ctid = v.place"
	_, err := tx.NewRaw(statement, pgdialect.Array(places), pgdialect.Array(values)).Exec(ctx)
	return err
}

// Counts returns the counts of all columns and keys, in the order of Columns. It reads all their tables.
func Counts(ctx context.Context, db bun.IDB) ([]Count, error) { return countIn(ctx, db, Columns) }

func countIn(ctx context.Context, db bun.IDB, columns []Column) ([]Count, error) {
	var all []Count
	for _, c := range columns {
		counts := []Count{}
		// Raw: table and columns are those of the pass.
		err := db.NewRaw("SELECT "+c.keyOf()+" AS key, count(*) AS values FROM "+c.Table+" AS t WHERE "+c.Value+" IS NOT NULL GROUP BY 1 ORDER BY 1").
			Scan(ctx, &counts)
		if err != nil {
			return nil, fmt.Errorf("count %s: %w", c.Name, err)
		}
		for _, one := range counts {
			one.Column = c.Name
			all = append(all, one)
		}
	}
	return all, nil
}
