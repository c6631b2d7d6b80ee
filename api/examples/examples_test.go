package examples_test

import (
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"selfcare/api/examples"
	"selfcare/api/gen"
)

func document(t *testing.T) *openapi3.T {
	t.Helper()
	read, err := gen.GetSpec()
	require.NoError(t, err)
	require.NoError(t, examples.Into(read))
	return read
}

// answersJSON is whether one of the answers of an operation is JSON.
func answersJSON(operation *openapi3.Operation) bool {
	for status, answer := range operation.Responses.Map() {
		if status[0] == '2' && answer.Value.Content["application/json"] != nil {
			return true
		}
	}
	return false
}

func TestInto_EachOperationThatAnswersJSONHasAnExample(t *testing.T) {
	found, err := examples.All()
	require.NoError(t, err)
	known := map[string]bool{}
	for _, item := range document(t).Paths.Map() {
		for _, operation := range item.Operations() {
			id := examples.ID(operation)
			known[id] = true
			require.Equal(t, answersJSON(operation), len(found[id].Answer) > 0, "%s: run `make examples`", id)
			if answer := operation.Responses.Status(found[id].Status); answer != nil {
				require.NotNil(t, answer.Value.Content["application/json"].Example, "%s shows its own", id)
			}
		}
	}
	for id := range found {
		require.True(t, known[id], "no operation is %s: run `make examples`", id)
	}
}

func TestInto_EachExampleKeepsTheContract(t *testing.T) {
	for _, item := range document(t).Paths.Map() {
		for _, operation := range item.Operations() {
			if operation.RequestBody != nil {
				requireKept(t, operation, operation.RequestBody.Value.Content)
			}
			for _, answer := range operation.Responses.Map() {
				requireKept(t, operation, answer.Value.Content)
			}
		}
	}
}

func requireKept(t *testing.T, operation *openapi3.Operation, content openapi3.Content) {
	t.Helper()
	media := content["application/json"]
	if media == nil || media.Example == nil {
		return
	}
	raw, err := json.Marshal(media.Example)
	require.NoError(t, err)
	var value any
	require.NoError(t, json.Unmarshal(raw, &value))
	require.NoError(t, media.Schema.Value.VisitJSON(value, openapi3.EnableFormatValidation()), "example of %s", operation.OperationID)
}
