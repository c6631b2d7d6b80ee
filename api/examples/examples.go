// Package examples gives each operation an example: a recorded answer, or a sample made from the schemas of the contract.
// `make examples` records the answers anew.
package examples

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// recording is a folder, because the file in it is there only after a recording.
//
//go:embed recorded
var recording embed.FS

const mediaType = "application/json"

// OriginExtension is the member of an operation with the origin of its example: FromTests or FromSchema.
const OriginExtension = "x-example-origin"

// Origins of an example.
const (
	FromTests  = "recorded from a test"
	FromSchema = "made from the schema"
)

// Example is a sent request and its answer, as JSON. Request is empty without a body.
type Example struct {
	Request json.RawMessage `json:"request,omitempty"`
	Status  int             `json:"status"`
	Answer  json.RawMessage `json:"answer"`
}

// Recorded returns the recorded examples by the id of their operation, as the contract writes it. Without a recording
// the map is empty.
func Recorded() (map[string]Example, error) {
	text, err := recording.ReadFile("recorded/examples.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the recorded examples: %w", err)
	}
	var found map[string]Example
	if err := json.Unmarshal(text, &found); err != nil {
		return nil, fmt.Errorf("read the recorded examples: %w", err)
	}
	return found, nil
}

// AddTo puts an example at each operation that answers JSON: the recorded one, else a sample of its schemas. An operation gets its own
// copy of a shared body or answer, with its own example.
func AddTo(document *openapi3.T, recorded map[string]Example) error {
	for _, item := range document.Paths.Map() {
		for _, operation := range item.Operations() {
			example, found := recorded[ID(operation)]
			origin := FromTests
			if !found {
				var err error
				if example, err = makeExample(operation); err != nil {
					return fmt.Errorf("make an example of %s: %w", operation.OperationID, err)
				}
				origin = FromSchema
			}
			if example.Status != 0 {
				example.addTo(operation, origin)
			}
		}
	}
	return nil
}

// ID is the id of an operation as the contract writes it: generated code begins it with a capital.
func ID(operation *openapi3.Operation) string {
	return strings.ToLower(operation.OperationID[:1]) + operation.OperationID[1:]
}

// makeExample samples the schemas of an operation. The example is empty if no successful answer is JSON.
func makeExample(operation *openapi3.Operation) (made Example, err error) {
	answers := operation.Responses.Map()
	for _, status := range slices.Sorted(maps.Keys(answers)) {
		media := answers[status].Value.Content[mediaType]
		if status[0] != '2' || media == nil {
			continue
		}
		if made.Status, err = strconv.Atoi(status); err != nil {
			return made, err
		}
		if made.Answer, err = json.Marshal(sample(media.Schema.Value)); err != nil {
			return made, err
		}
		break
	}
	if body := operation.RequestBody; body != nil && body.Value.Content[mediaType] != nil {
		made.Request, err = json.Marshal(sample(body.Value.Content[mediaType].Schema.Value))
	}
	return made, err
}

func (e Example) addTo(operation *openapi3.Operation, origin string) {
	operation.Extensions = maps.Clone(operation.Extensions)
	if operation.Extensions == nil {
		operation.Extensions = map[string]any{}
	}
	operation.Extensions[OriginExtension] = origin
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

// with copies the content and gives its JSON an example.
func with(content openapi3.Content, example json.RawMessage) openapi3.Content {
	own := maps.Clone(content)
	if media := own[mediaType]; media != nil {
		shown := *media
		shown.Example = example
		own[mediaType] = &shown
	}
	return own
}
