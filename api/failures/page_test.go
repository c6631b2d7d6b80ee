package failures_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"selfcare/api/failures"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

var writePage = flag.Bool("write-page", false, "write docs/errors.md")

const (
	page  = "../../docs/errors.md"
	intro = `# Refusals of calls

Every refusal has one shape (RFC 9457, ` + "`Problem`" + ` in api/openapi.yaml): clients switch on ` + "`messageKey`" + `, people read ` + "`message`" + `
in their language, ` + "`code`" + ` is a number, ` + "`fields`" + ` names the faulty fields, and support asks for ` + "`traceId`" + `. ` + "`go test ./api/failures -write-page`" + `
writes this page from internal/contract; a test compares both.

*Again* means that the same request may succeed later. *Fixed by* names the customer, support, or none, if only waiting or giving up helps.
*Calls* are the operations with the failure; a dash means a reason inside an answer: of a field, or of a held order.

| messageKey | status | code | again | fixed by | message | calls |
|---|---|---|---|---|---|---|
`
	fewCalls = 4 // more count as many
)

func TestErrorsPage_MatchesTheCatalogue(t *testing.T) {
	document, err := openapi3.NewLoader().LoadFromFile("../openapi.yaml")
	require.NoError(t, err)
	want := intro + rows(document)
	if *writePage {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644)) //nolint:gosec // a page
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, want, string(text), "write it again: go test ./api/failures -write-page")
}

func rows(document *openapi3.T) string {
	calls := callsOf(document)
	var b strings.Builder
	codes := slices.SortedFunc(maps.Keys(contract.Catalogue), func(a, b contract.Code) int {
		return cmp.Or(cmp.Compare(contract.Catalogue[a].Status, contract.Catalogue[b].Status), cmp.Compare(a, b))
	})
	for _, code := range codes {
		failure := contract.Catalogue[code]
		again := map[bool]string{true: "yes", false: "no"}[failure.Retryable]
		fix := failure.Fix
		said := strings.ReplaceAll(texts.Text(texts.English, code, nil), "|", `\|`)
		fmt.Fprintf(&b, "| `%s` | %d | %d | %s | %s | %s | %s |\n", code, failure.Status, failure.Number, again, fix, said, counted(calls[code]))
	}
	return b.String()
}

func callsOf(document *openapi3.T) map[contract.Code][]string {
	calls := map[contract.Code][]string{}
	for _, path := range document.Paths.Map() {
		for _, operation := range path.Operations() {
			for _, code := range failures.Of(document, operation) {
				calls[code] = append(calls[code], operation.OperationID)
			}
		}
	}
	return calls
}

func counted(calls []string) string {
	switch {
	case len(calls) == 0:
		return "–"
	case len(calls) > fewCalls:
		return "many"
	}
	slices.Sort(calls)
	return strings.Join(calls, ", ")
}
