package texts_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
)

var personalOperation = regexp.MustCompile(`operationId: (\w+)\n      x-personal-data: (?:reads|changes)`)

// The audit log names each operation of support that shows or changes personal data.
func TestOperations_InAuditLog_HaveTexts(t *testing.T) {
	api, err := os.ReadFile("../../../api/openapi.yaml")
	require.NoError(t, err)
	found := personalOperation.FindAllStringSubmatch(string(api), -1)
	require.NotEmpty(t, found)
	for _, operation := range found {
		require.True(t, texts.Has("operation."+operation[1]), operation[1])
	}
}
