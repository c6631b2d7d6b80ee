package examples_test

import (
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"selfcare/api/examples"
	"selfcare/api/gen"
)

// documents are the contract with the recording, if there is one, and with samples only.
func documents(t *testing.T) map[string]*openapi3.T {
	t.Helper()
	recorded, err := examples.Recorded()
	require.NoError(t, err)
	all := map[string]*openapi3.T{}
	for name, found := range map[string]map[string]examples.Example{"recorded": recorded, "sampled": nil} {
		document, err := gen.GetSpec()
		require.NoError(t, err)
		require.NoError(t, examples.AddTo(document, found))
		all[name] = document
	}
	return all
}

func operations(document *openapi3.T) []*openapi3.Operation {
	var all []*openapi3.Operation
	for _, item := range document.Paths.Map() {
		for _, operation := range item.Operations() {
			all = append(all, operation)
		}
	}
	return all
}

// lookAtAnswers tells whether a successful answer of an operation is JSON, and whether it has an example.
func lookAtAnswers(operation *openapi3.Operation) (answersJSON, showsExample bool) {
	for status, answer := range operation.Responses.Map() {
		if media := answer.Value.Content["application/json"]; status[0] == '2' && media != nil {
			answersJSON = true
			showsExample = showsExample || media.Example != nil
		}
	}
	return answersJSON, showsExample
}

func TestAddTo_EachOperation_ShowsAnExample(t *testing.T) {
	for name, document := range documents(t) {
		for _, operation := range operations(document) {
			expected, shown := lookAtAnswers(operation)
			require.Equal(t, expected, shown, "%s: %s", name, operation.OperationID)
			require.Equal(t, expected, operation.Extensions[examples.OriginExtension] != nil, "%s: %s", name, operation.OperationID)
		}
	}
}

func TestRecorded_EachExample_HasAnOperation(t *testing.T) {
	recorded, err := examples.Recorded()
	require.NoError(t, err)
	for _, operation := range operations(documents(t)["sampled"]) {
		delete(recorded, examples.ID(operation))
	}
	require.Empty(t, recorded, "no operation has this id: run `make examples`")
}

func TestAddTo_EachExample_KeepsTheContract(t *testing.T) {
	for name, document := range documents(t) {
		for _, operation := range operations(document) {
			if operation.RequestBody != nil {
				requireKept(t, name, operation, operation.RequestBody.Value.Content)
			}
			for _, answer := range operation.Responses.Map() {
				requireKept(t, name, operation, answer.Value.Content)
			}
		}
	}
}

func requireKept(t *testing.T, name string, operation *openapi3.Operation, content openapi3.Content) {
	t.Helper()
	media := content["application/json"]
	if media == nil || media.Example == nil {
		return
	}
	raw, err := json.Marshal(media.Example)
	require.NoError(t, err)
	var value any
	require.NoError(t, json.Unmarshal(raw, &value))
	require.NoError(t, media.Schema.Value.VisitJSON(value, openapi3.EnableFormatValidation()), "%s: %s", name, operation.OperationID)
}
