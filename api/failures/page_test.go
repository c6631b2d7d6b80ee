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

var writePage = flag.Bool("write-page", false, "write docs/errors.md anew")

const (
	page  = "../../docs/errors.md"
	intro = `# What a call can be refused with

Every refusal has one shape (RFC 9457, ` + "`Problem`" + ` in api/openapi.yaml): ` + "`messageKey`" + ` is the word that a client switches on, ` + "`message`" + ` what
people are shown, in their language, ` + "`code`" + ` a number, ` + "`fields`" + ` what is wrong with each field, ` + "`traceId`" + ` what to tell support. Written by
` + "`go test ./api/failures -write-page`" + ` from internal/contract; a test holds it against that.

*Again* says that the same request may succeed later. *Mended by*: the customer, support, or nobody, where all that can be done is to wait or
to leave it. *Calls* are the operations that name it; a dash means that it is a reason within an answer: of a field, or why an order is held.

| messageKey | status | code | again | mended by | what people are told | calls |
|---|---|---|---|---|---|---|
`
	fewCalls = 4 // more are many
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
	require.Equal(t, want, string(text), "write it anew: go test ./api/failures -write-page")
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
		said := strings.ReplaceAll(texts.Text(texts.English, code, nil), "|", `\|`)
		fmt.Fprintf(&b, "| `%s` | %d | %d | %s | %s | %s | %s |\n", code, failure.Status, failure.Number, again, failure.Fix, said, counted(calls[code]))
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
