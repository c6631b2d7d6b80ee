package server_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

// walk goes through the contract and demands a row for each operation.
func walk(t *testing.T, visit func(id, method, path string, row sample)) {
	t.Helper()
	document, err := gen.GetSpec()
	require.NoError(t, err)
	visited := 0
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			id := asContracted(operation.OperationID)
			row, ok := samples[id]
			require.True(t, ok, "operation %s has no row", id)
			visit(id, method, path, row)
			visited++
		}
	}
	require.Len(t, samples, visited, "a row names no operation")
}

// asContracted is an operation's id as the contract has it: the generator capitalises.
func asContracted(id string) string { return strings.ToLower(id[:1]) + id[1:] }
