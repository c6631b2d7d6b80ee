package scale

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
)

// The fill passes triggers and foreign keys, so its rows have to keep the same rules by themselves.
func TestFill_Rows_KeepTheRules(t *testing.T) {
	db := testkit.Postgres(t)
	require.NoError(t, Fill(t.Context(), db, Size{Lines: 400, History: 1}, func(string, time.Duration) {}))

	var keys []struct{ Child, Definition string }
	require.NoError(t, db.NewRaw("SELECT conrelid::regclass::text AS child, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE contype = 'f'").Scan(t.Context(), &keys))
	for _, key := range keys {
		_, err := db.NewRaw(fmt.Sprintf("ALTER TABLE %s ADD CONSTRAINT checked %s", key.Child, key.Definition)).Exec(t.Context())
		require.NoError(t, err, "%s: %s", key.Child, key.Definition)
		_, err = db.NewRaw(fmt.Sprintf("ALTER TABLE %s DROP CONSTRAINT checked", key.Child)).Exec(t.Context())
		require.NoError(t, err)
	}
	for rule, query := range map[string]string{
		"operations balance": "SELECT count(*) FROM (SELECT FROM ledger_lines GROUP BY operation HAVING sum(amount) <> 0) AS x",
		"balances come from the ledger": `SELECT count(*) FROM line_balances AS b LEFT JOIN (SELECT account, sum(amount) AS amount FROM ledger_lines GROUP BY 1) AS a
			ON a.account = 'line/' || b.line_id JOIN lines AS l ON l.id = b.line_id WHERE l.subscription_type = 'prepaid' AND b.amount <> -coalesce(a.amount, 0)`,
		"bills are paid or due":       "SELECT count(*) FROM invoices AS i JOIN invoice_dues AS d ON d.invoice_id = i.id WHERE d.left_over + d.credited + coalesce((SELECT sum(amount) FROM invoice_payments WHERE invoice_id = i.id), 0) <> i.total",
		"uses of codes are counted":   "SELECT count(*) FROM promo_codes AS p WHERE code = 'SCALE' AND used <> (SELECT count(*) FROM promo_uses WHERE code = p.code) + (SELECT count(*) FROM promo_purchase_uses WHERE code = p.code)",
		"numbers in service are sold": "SELECT count(*) FROM lines AS l JOIN numbers AS n USING (msisdn) WHERE l.status <> 'ended' AND n.status <> 'sold'",
	} {
		var broken int
		require.NoError(t, db.NewRaw(query).Scan(t.Context(), &broken), rule)
		require.Zero(t, broken, rule)
	}
}
