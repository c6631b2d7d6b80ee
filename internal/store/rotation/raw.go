package rotation

import (
	"context"
	"encoding/hex"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

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
