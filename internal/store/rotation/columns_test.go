package rotation_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/store/rotation"
)

// readable lists the columns of bytes that are not sealed: hashes and public data.
var readable = []string{
	"audit_seals.digests", "audit_seals.hash", "audit_seals.previous",
	"blocked_ids.id_hash", "cards.fingerprint_hash", "faq_opinions.said_by", "idempotent_requests.hash", "line_sims.name_hash", "message_links.digest", "order_sessions.link", "order_sessions.session",
	"orders.email_hash", "orders.id_hash", "orders.mobile_hash", "orders.session", "passkeys.credential_id", "passkeys.public_key", "promo_purchase_uses.id_hash", "promo_uses.id_hash",
	"recovery_codes.hash", "service_requests.mobile_hash", "sessions.token_hash", "settlement_files.sha256", "site_previews.token_hash", "social_links.subject", "subscribers.id_hash", "vouchers.code_hash",
}

func TestColumns_EachBytesColumn_Known(t *testing.T) {
	var found []string
	err := testkit.Postgres(t).NewRaw(`
		SELECT c.relname || '.' || a.attname FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
		  AND a.atttypid = 'bytea'::regtype AND NOT a.attisdropped ORDER BY 1`).
		Scan(t.Context(), &found)
	require.NoError(t, err)
	known := slices.Clone(readable)
	for _, c := range rotation.Columns {
		if !strings.Contains(c.Name, " ") { // a value within another column
			known = append(known, c.Name)
		}
	}
	require.ElementsMatch(t, found, known, "a new column: add it to columns.go, or here if it is not sealed")
}

// A window is read from the index of the keys, and not sorted from the whole table.
func TestColumns_Keys_HaveAnIndex(t *testing.T) {
	db := testkit.Postgres(t)
	for _, c := range rotation.Columns {
		var plan []string
		err := db.RunInTx(t.Context(), nil, func(ctx context.Context, tx bun.Tx) error {
			if _, err := tx.NewRaw("SET LOCAL enable_seqscan = off").Exec(ctx); err != nil {
				return err
			}
			return tx.NewRaw("EXPLAIN SELECT 1 FROM "+c.Table+" ORDER BY "+strings.Join(c.Key, ", ")+" LIMIT 1").Scan(ctx, &plan)
		})
		require.NoError(t, err, c.Name)
		require.NotRegexp(t, `(?m)(^|->  )Sort  \(`, strings.Join(plan, "\n"), c.Name) // rows with the same beginning of a key may be sorted
	}
}

// sealers maps the functions that seal to the column that each writes.
var sealers = map[string]string{
	"card.Cards.Add":                  "cards.personal",
	"einvoice.Invoices.Stamp":         "einvoices.xml",
	"einvoice.Invoices.NoteTaken":     "einvoices.cleared",
	"einvoice.Devices.Save":           "zatca_devices.credentials", // also the column of the enrolment
	"idempotency.Requests.Finish":     "idempotent_requests.body",
	"numbersetting.Settings.stored":   "line_settings.number", // also the column of the change
	"linesim.SIMs.Add":                "line_sims.name",
	"linesim.SIMs.saveReserved":       "line_sims.name",
	"subaccount.Subscriptions.Rename": "subscriptions.personal",
	"subaccount.Subscriptions.Insert": "subscriptions.personal",
	"linesim.SIMs.Rename":             "line_sims.name",
	"messagelink.Links.Keep":          "message_links.page",
	"order.Orders.rowOf":              "orders.personal",
	"outbox.Outbox.Columns":           "outbox.notice",
	"store.sealPUK":                   "sims.puk1",
	"purchase.Purchases.stateOf":      "purchases.state (number abroad)",
	"ticket.Files.sealName":           "service_request_files.name",
	"ticket.Files.sealContent":        "service_request_files.content",
	"secondfactor.Factors.Begin":      "second_factors.secret",
	"line.Lines.saveSubscriber":       "subscribers.personal",
	"user.Users.Register":             "users.personal",
	"user.Users.ProposeEmail":         "users.email_proposed",
	"webhook.Webhooks.Keep":           "webhook_events.body",
	"ticket.Tickets.Open":             "service_requests.personal",
	"ticket.Tickets.Say":              "service_request_messages.body",
	"usage.*.rows":                    "usage_events.party",
}

func TestColumns_EachSealer_HasItsColumn(t *testing.T) {
	var found []string
	for _, root := range []string{"../..", "../../../cmd", "../../../api", "../../../activities", "../../../worker"} {
		require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			found = append(found, sealsIn(t, path)...)
			return nil
		}))
	}
	var named []string
	for place := range sealers {
		named = append(named, place)
	}
	slices.Sort(found)
	require.ElementsMatch(t, slices.Compact(found), named, "a new place that seals: name it here, with the column it writes")
	for place, column := range sealers {
		require.True(t, slices.ContainsFunc(rotation.Columns, func(c rotation.Column) bool { return c.Name == column }), place)
	}
}

// sealsIn returns the functions of a file that seal. It omits the key ring, the rotation, and the sealing of the audit log, which
// has no key.
func sealsIn(t *testing.T, path string) (found []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	if file.Name.Name == "seal" || file.Name.Name == "rotation" || file.Name.Name == "codec" || file.Name.Name == "audit" {
		return nil
	}
	for _, declared := range file.Decls {
		function, is := declared.(*ast.FuncDecl)
		if !is {
			continue
		}
		ast.Inspect(function, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is {
				return true
			}
			if method, is := call.Fun.(*ast.SelectorExpr); is && (method.Sel.Name == "Seal" || method.Sel.Name == "SealJSON") {
				found = append(found, file.Name.Name+"."+receiver(function)+function.Name.Name)
			}
			return true
		})
	}
	return found
}

func receiver(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return ""
	}
	if name, is := function.Recv.List[0].Type.(*ast.Ident); is {
		return name.Name + "."
	}
	return "*."
}
