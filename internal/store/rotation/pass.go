package rotation

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
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

// row is a value and its place. Key identifies the row, as text.
type row struct {
	Key     []string `bun:",array"`
	Context string
	Value   []byte
}

func (c *column) run(ctx context.Context) error {
	var after []string
	for {
		var rows []row
		err := c.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) (err error) {
			if rows, err = c.next(ctx, tx, after); err != nil {
				return err
			}
			return c.reseal(ctx, tx, rows)
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
	err = tx.NewRaw(query, append(args, c.atOnce())...).Scan(ctx, &rows)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return rows, err
}

// names lists the columns that identify a row.
func (c *column) names(as string) string {
	names := make([]string, len(c.Key))
	for i, name := range c.Key {
		names[i] = "t." + name + as
	}
	return strings.Join(names, ", ")
}

// reseal encrypts values again under the first key; it skips changed values.
func (c *column) reseal(ctx context.Context, tx bun.Tx, rows []row) error {
	// Append-only rows allow this setting, because the readable content does not change.
	if _, err := tx.NewRaw("SET LOCAL selfcare.resealing = 'on'").Exec(ctx); err != nil {
		return err
	}
	for _, r := range rows {
		plain, err := c.keys.Open(r.Context, r.Value)
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
