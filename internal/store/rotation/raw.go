package rotation

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
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
	query := "SELECT t.ctid::text AS place, ARRAY[" + c.names("::text") + "] AS key, " + c.Context + " AS context, " + c.Value + " AS value FROM " + c.Table +
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
func (c *column) reseal(ctx context.Context, tx bun.Tx, rows []row) (err error) {
	// Append-only rows allow this setting, because the readable content does not change.
	// Raw: table and columns are those of the pass.
	if _, err = tx.NewRaw("SET LOCAL selfcare.resealing = 'on'").Exec(ctx); err != nil {
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
	found, which := "(SELECT unnest(?0::tid[]) AS place, unnest(?1::text[]) AS value)", "t.ctid = v.place"
	list := any(pgdialect.Array(places))
	if c.Divided {
		if list, err = c.keysOf(rows); err != nil {
			return err
		}
		found, which = c.byKey()
	}
	_, err = tx.NewRaw("UPDATE "+c.Table+" AS t SET "+strings.Replace(c.Set, "?", "decode(v.value, 'hex')", 1)+" FROM "+found+" AS v WHERE "+which,
		list, pgdialect.Array(values)).Exec(ctx)
	return err
}

// byKey finds rows by their keys, which become rows of the table, so that each has its type. Each part of a divided table has a row in the
// same place.
func (c *column) byKey() (found, which string) {
	same := make([]string, len(c.Key))
	for i, name := range c.Key {
		same[i] = "t." + name + " = v." + name
	}
	return "(SELECT k." + strings.Join(c.Key, ", k.") + ", k.unnest AS value FROM ROWS FROM (jsonb_populate_recordset(NULL::" + c.Table +
		", ?0), unnest(?1::text[])) AS k)", strings.Join(same, " AND ")
}

// keysOf lists the keys of rows, as JSON.
func (c *column) keysOf(rows []row) (list string, err error) {
	keys := make([]map[string]string, len(rows))
	for n, r := range rows {
		keys[n] = make(map[string]string, len(c.Key))
		for i, name := range c.Key {
			keys[n][name] = r.Key[i]
		}
	}
	encoded, err := json.Marshal(keys)
	if err != nil {
		return "", fmt.Errorf("list the keys of %s: %w", c.Table, err)
	}
	return string(encoded), nil
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
