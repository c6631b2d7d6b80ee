// Package examples has one real answer of each operation, beside what was asked. `make examples` records them anew.
package examples

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

//go:embed examples.json
var recorded []byte

const mediaType = "application/json"

// Example is what an operation was sent and what it answered, as JSON. Request is empty where there was no body.
type Example struct {
	Request json.RawMessage `json:"request,omitempty"`
	Status  int             `json:"status"`
	Answer  json.RawMessage `json:"answer"`
}

// All are the recorded examples by the id of their operation, as the contract writes it.
func All() (map[string]Example, error) {
	found := map[string]Example{}
	if err := json.Unmarshal(recorded, &found); err != nil {
		return nil, fmt.Errorf("read the recorded examples: %w", err)
	}
	return found, nil
}

// Into puts each example where its operation is described. What operations share, each has for itself then, with its own example.
func Into(document *openapi3.T) error {
	found, err := All()
	if err != nil {
		return err
	}
	for _, item := range document.Paths.Map() {
		for _, operation := range item.Operations() {
			if example, ok := found[ID(operation)]; ok {
				example.into(operation)
			}
		}
	}
	return nil
}

// ID is the id of an operation as the contract writes it: generated code begins it with a capital.
func ID(operation *openapi3.Operation) string {
	return strings.ToLower(operation.OperationID[:1]) + operation.OperationID[1:]
}

func (e Example) into(operation *openapi3.Operation) {
	if body := operation.RequestBody; body != nil && len(e.Request) > 0 {
		own := *body.Value
		own.Content = with(own.Content, e.Request)
		operation.RequestBody = &openapi3.RequestBodyRef{Value: &own}
	}
	if answer := operation.Responses.Status(e.Status); answer != nil {
		own := *answer.Value
		own.Content = with(own.Content, e.Answer)
		operation.Responses.Set(strconv.Itoa(e.Status), &openapi3.ResponseRef{Value: &own})
	}
}

// with is a copy in which JSON has an example.
func with(content openapi3.Content, example json.RawMessage) openapi3.Content {
	own := maps.Clone(content)
	if media := own[mediaType]; media != nil {
		shown := *media
		shown.Example = example
		own[mediaType] = &shown
	}
	return own
}
