package rotation

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"
)

// next locks the next rows. It skips locked rows, because waiting for each other could deadlock. A value that is written now has
// the first key, or is found by the next pass.
func (c *column) next(ctx context.Context, tx bun.Tx, after []string) (rows []row, err error) {
	beyond, args := "", []any{c.keys.Current()}
	if after != nil {
		beyond = " AND (" + c.names("") + ") > (" + strings.TrimSuffix(strings.Repeat("?, ", len(after)), ", ") + ")"
		for _, text := range after {
			args = append(args, text)
		}
	}
	query := "SELECT ARRAY[" + c.names("::text") + "] AS key, " + c.Context + " AS context, " + c.Value + " AS value FROM " + c.Table +
		" AS t WHERE " + c.Value + " IS NOT NULL AND " + c.keyOf() + " <> ?" + beyond +
		" ORDER BY " + c.names("") + " LIMIT ? FOR NO KEY UPDATE SKIP LOCKED"
	// Raw: table and columns are those of the pass, with SKIP LOCKED.
	err = tx.NewRaw(query, append(args, c.atOnce())...).Scan(ctx, &rows)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return rows, err
}

// reseal encrypts values again under the first key; it skips changed values.
func (c *column) reseal(ctx context.Context, tx bun.Tx, rows []row) error {
	// Append-only rows allow this setting, because the readable content does not change.
	// Raw: table and columns are those of the pass.
	if _, err := tx.NewRaw("SET LOCAL selfcare.resealing = 'on'").Exec(ctx); err != nil {
		return err
	}
	for _, r := range rows {
		plain, err := c.open(r)
		if err != nil {
			return err
		}
		args := []any{c.keys.Seal(r.Context, plain)}
		for _, text := range r.Key {
			args = append(args, text)
		}
		where := strings.ReplaceAll(c.names(" = ?"), ", ", " AND ")
		statement := "UPDATE " + c.Table + " AS t SET " + c.Set + " WHERE " + where + " AND " + c.Value + " = ?"
		if _, err := tx.NewRaw(statement, append(args, r.Value)...).Exec(ctx); err != nil {
			return fmt.Errorf("write %s: %w", r.Context, err)
		}
	}
	return nil
}

// Counts returns the counts of all columns and keys, in the order of Columns.
func Counts(ctx context.Context, db bun.IDB) ([]Count, error) {
	var all []Count
	for _, c := range Columns {
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
