package docs

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"selfcare/api/examples"
	"selfcare/api/failures"
	"selfcare/internal/contract"
)

type document struct {
	Title       string
	Version     string
	Description string
	Base        string
	Groups      []group
	Schemas     []schema
	Failures    []failure
	Headers     []field
}

type group struct {
	Name       string
	Operations []operation
}

type operation struct {
	ID, Method, Path     string
	Summary, Description string
	Parameters           []field
	Body                 []field
	Answers              []answer
	Callers              []string // each way to authenticate; empty for open calls
	Failures             []failure
	Sent, Got            string // an example, as JSON
	Origin               any    // FromTests or FromSchema
}

type answer struct {
	Status, Description, Schema string
	Headers, Fields             []field
}

type schema struct {
	Name   string
	Fields []field
}

// field is one member of an object, with the rules of its schema in one line. Schema is the name of its schema, if it
// has one.
type field struct {
	Name, In, Rule, Description, Schema string
	Required                            bool
}

func describe(d *openapi3.T) document {
	page := document{Title: d.Info.Title, Version: d.Info.Version, Description: d.Info.Description}
	if len(d.Servers) > 0 {
		page.Base = d.Servers[0].URL
	}
	for _, tag := range d.Tags {
		page.Groups = append(page.Groups, group{Name: tag.Name, Operations: operationsOf(d, tag.Name)})
	}
	for name, ref := range d.Components.Schemas {
		page.Schemas = append(page.Schemas, schema{Name: name, Fields: fieldsOf(ref.Value, name)})
	}
	slices.SortFunc(page.Schemas, func(a, b schema) int { return strings.Compare(a.Name, b.Name) })
	page.Headers = headersOf(d.Components.Headers)
	page.Failures = shownFailures(slices.Sorted(maps.Keys(contract.Catalogue)))
	return page
}

func operationsOf(d *openapi3.T, tag string) []operation {
	var found []operation
	for _, path := range d.Paths.InMatchingOrder() {
		for method, described := range d.Paths.Value(path).Operations() {
			if slices.Contains(described.Tags, tag) {
				found = append(found, newOperation(d, method, path, described))
			}
		}
	}
	slices.SortFunc(found, func(a, b operation) int { return strings.Compare(a.Path+a.Method, b.Path+b.Method) })
	return found
}

func newOperation(d *openapi3.T, method, path string, described *openapi3.Operation) operation {
	op := operation{
		ID: described.OperationID, Method: method, Path: path,
		Summary: described.Summary, Description: described.Description,
		Callers: callers(described), Failures: shownFailures(failures.Of(d, described)),
		Origin: described.Extensions[examples.OriginExtension],
	}
	for _, ref := range described.Parameters {
		p := ref.Value
		op.Parameters = append(op.Parameters, field{
			Name: p.Name, In: p.In, Required: p.Required, Rule: rule(p.Schema.Value), Description: p.Description,
		})
	}
	if described.RequestBody != nil {
		for _, media := range described.RequestBody.Value.Content {
			op.Body, op.Sent = fieldsOf(media.Schema.Value, ""), indented(media.Example)
		}
	}
	for status, ref := range described.Responses.Map() {
		if strings.HasPrefix(status, "4") {
			continue // Failures has the details
		}
		op.Answers = append(op.Answers, newAnswer(status, ref.Value))
		if media := ref.Value.Content.Get("application/json"); media != nil && media.Example != nil {
			op.Got = indented(media.Example)
		}
	}
	slices.SortFunc(op.Answers, func(a, b answer) int { return strings.Compare(a.Status, b.Status) })
	return op
}

// indented formats an example for reading; the result is empty without an example.
func indented(example any) string {
	if example == nil {
		return ""
	}
	text, err := json.MarshalIndent(example, "", "  ")
	if err != nil {
		return ""
	}
	return string(text)
}

func newAnswer(status string, response *openapi3.Response) answer {
	shown := answer{Status: status}
	if response.Description != nil {
		shown.Description = *response.Description
	}
	shown.Headers = headersOf(response.Headers)
	for _, media := range response.Content {
		shown.Schema = schemaName(media.Schema)
		if shown.Schema == "" {
			shown.Fields = fieldsOf(media.Schema.Value, "")
		}
	}
	return shown
}

func headersOf(headers openapi3.Headers) []field {
	fields := make([]field, 0, len(headers))
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		header := headers[name].Value
		fields = append(fields, field{Name: name, Rule: rule(header.Schema.Value), Description: header.Description, Required: header.Required})
	}
	return fields
}

// fieldsOf lists an object's members, those of nested objects under dotted names. A schema that is no object is one
// nameless field.
func fieldsOf(s *openapi3.Schema, name string) []field {
	if len(s.Properties) == 0 {
		return []field{{Name: name, Rule: rule(s), Description: s.Description}}
	}
	var fields []field
	collect(s, "", &fields)
	return fields
}

func collect(s *openapi3.Schema, prefix string, fields *[]field) {
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		ref := s.Properties[name]
		shown := field{
			Name: prefix + name, Rule: rule(ref.Value), Description: ref.Value.Description,
			Schema: schemaName(ref), Required: slices.Contains(s.Required, name),
		}
		inner, mark := ref, "."
		if ref.Value.Items != nil {
			inner, mark = ref.Value.Items, "[]."
			shown.Schema = schemaName(inner)
		}
		*fields = append(*fields, shown)
		if shown.Schema == "" && inner.Value != nil {
			collect(inner.Value, prefix+name+mark, fields)
		}
	}
}

func schemaName(ref *openapi3.SchemaRef) string {
	name, _ := strings.CutPrefix(ref.Ref, "#/components/schemas/")
	return name
}

// rule writes a schema's limits in one line.
func rule(s *openapi3.Schema) string {
	var parts []string
	if s.Type != nil {
		parts = append(parts, strings.Join(*s.Type, " or "))
	}
	if s.Format != "" {
		parts = append(parts, s.Format)
	}
	if s.Pattern != "" {
		parts = append(parts, s.Pattern)
	}
	if len(s.Enum) > 0 {
		values, _ := json.Marshal(s.Enum) // the contract comes from JSON, so it encodes
		parts = append(parts, "one of "+string(values))
	}
	if s.Default != nil {
		value, _ := json.Marshal(s.Default) // as above
		parts = append(parts, "default "+string(value))
	}
	return strings.Join(append(parts, limits(s)...), " · ")
}

func limits(s *openapi3.Schema) []string {
	var parts []string
	if s.Min != nil {
		parts = append(parts, fmt.Sprintf("at least %v", *s.Min))
	}
	if s.Max != nil {
		parts = append(parts, fmt.Sprintf("at most %v", *s.Max))
	}
	if s.MinLength > 0 {
		parts = append(parts, fmt.Sprintf("at least %d characters", s.MinLength))
	}
	if s.MaxLength != nil {
		parts = append(parts, fmt.Sprintf("at most %d characters", *s.MaxLength))
	}
	return parts
}
