package server_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
)

// walk calls a function for each operation of the contract and demands a row for each.
func walk(t *testing.T, visit func(id, method, path string, row sample)) {
	t.Helper()
	document, err := gen.GetSpec()
	require.NoError(t, err)
	visited := 0
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			id := servertest.AsContracted(operation.OperationID)
			row, ok := samples[id]
			require.True(t, ok, "operation %s has no row", id)
			visit(id, method, path, row)
			visited++
		}
	}
	require.Len(t, samples, visited, "a row names no operation")
}
