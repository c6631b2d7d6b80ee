package purchase_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

var writePage = flag.Bool("write-page", false, "write docs/purchases.md anew")

const (
	page  = "../../../docs/purchases.md"
	intro = `# Kinds of purchase

A purchase is a payment outside an order. Each kind is a row of ` + "`internal/domain/purchase/definition.go`" + `; a test writes this page
(` + "`go test ./internal/domain/purchase -write-page`" + `). Each goes open → pay → deliver → complete (` + "`workflows/purchase`" + `). A purchase that cannot be
delivered is held for support, which tries again or calls it off; then the money goes back by the second table. If the line is not in service any
more, the money goes back by itself.

| kind | for | paid by | delivers | in the history as | afterwards |
|---|---|---|---|---|---|
`
	backs = `
| paid by | what takes it back |
|---|---|
`
)

// undo describes the refund of each payment method; a method without a row fails.
var undo = map[contract.PaymentMethod]string{
	contract.PayCard: "a refund at the provider", contract.PaySavedCard: "a refund at the provider",
	contract.PayApplePay: "a refund at the provider", contract.PaySTCPay: "a refund at the provider",
	contract.PayBalance: "a posting to the balance", contract.PayVoucher: "the voucher is good again",
	contract.PayWallet:  "the bucket has it again",
	contract.PayInvoice: "nothing was taken: what is not delivered is not billed",
}

func TestPurchases_MatchDocumentation(t *testing.T) {
	text := intro
	ways := map[contract.PaymentMethod]bool{}
	for _, kind := range slices.Sorted(maps.Keys(purchase.Definitions)) {
		d := purchase.Definitions[kind]
		for _, way := range d.Ways {
			ways[way] = true
		}
		text += row(kind, d)
	}
	text += backs
	for _, way := range slices.Sorted(maps.Keys(ways)) {
		require.Contains(t, undo, way)
		text += fmt.Sprintf("| %s | %s |\n", way, undo[way])
	}
	if *writePage {
		require.NoError(t, os.WriteFile(page, []byte(text), 0o600))
		return
	}
	written, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, text, string(written))
}

func row(kind contract.PurchaseKind, d purchase.Definition) string {
	names := make([]string, len(d.Ways))
	for i, way := range d.Ways {
		names[i] = string(way)
	}
	whom, afterwards, history := "oneself", "", d.Type
	if d.Friend {
		whom = "oneself or a friend"
	}
	if d.Transfer {
		whom = "another line"
	}
	if d.Returns {
		afterwards = "the money goes back at once"
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n", kind, whom, strings.Join(names, ", "), d.Delivers, history, afterwards)
}
