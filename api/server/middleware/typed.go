package middleware

import (
	"net/url"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"

	"selfcare/internal/domain/number"
	"selfcare/internal/domain/typed"
)

// typedExtension names the reader of a typed value. Other texts are read as free text.
const typedExtension = "x-typed"

var readers = map[string]func(string) string{
	"card": typed.Card, "code": typed.Code, "contact": readContact, "day": typed.Day, "dialled": typed.Dialled, "digits": typed.Digits,
	"document": typed.Document, "email": typed.Email,
	"exact": func(text string) string { return text }, "landline": whereRead(number.ParseLandline), "mobile": whereRead(number.Parse),
	"name": typed.Name, "number": whereRead(number.ParseAny), "printed": typed.Printed,
	"reference": typed.Reference, "secret": typed.Secret,
}

// whereRead leaves an unreadable text as it is: the rule of its field refuses it.
func whereRead(read func(string) (string, error)) func(string) string {
	return func(text string) string {
		if value, err := read(text); err == nil {
			return value
		}
		return text
	}
}

// readContact reads an e-mail address or a mobile number.
func readContact(text string) string {
	if email := typed.Email(text); typed.IsEmail(email) {
		return email
	}
	return whereRead(number.Parse)(text)
}

// readerOf returns the reader of a text; false if its schema names none.
func readerOf(schema *openapi3.Schema) (read func(string) string, named bool) {
	if schema == nil {
		return typed.Text, false
	}
	name, _ := schema.Extensions[typedExtension].(string)
	if read, named = readers[name]; named {
		return read, true
	}
	for _, part := range partsOf(schema) {
		if read, named = readerOf(part.Value); named {
			return read, true
		}
	}
	return typed.Text, false
}

// partsOf returns the parts of a schema and its alternatives.
func partsOf(schema *openapi3.Schema) []*openapi3.SchemaRef {
	all := append(openapi3.SchemaRefs{}, schema.AllOf...)
	return append(append(all, schema.OneOf...), schema.AnyOf...)
}

// ReadTyped returns a body with each text as its reader reads it. The rules of the contract apply to the result.
func ReadTyped(schema *openapi3.Schema, value any) any {
	switch given := value.(type) {
	case string:
		if schema != nil && schema.Format == "byte" {
			return given
		}
		read, _ := readerOf(schema)
		return read(given)
	case map[string]any:
		for name, member := range given {
			given[name] = ReadTyped(memberOf(schema, name), member)
		}
	case []any:
		var items *openapi3.Schema
		if schema != nil && schema.Items != nil {
			items = schema.Items.Value
		}
		for i, item := range given {
			given[i] = ReadTyped(items, item)
		}
	}
	return value
}

// memberOf returns the schema of an object's member; nil if the contract has none.
func memberOf(schema *openapi3.Schema, name string) *openapi3.Schema {
	if schema == nil {
		return nil
	}
	if ref := schema.Properties[name]; ref != nil {
		return ref.Value
	}
	for _, part := range partsOf(schema) {
		if found := memberOf(part.Value, name); found != nil {
			return found
		}
	}
	return nil
}

// reading wraps a check that needs the query to be read first.
func (op *Operation) reading(check func(fiber.Ctx) error) func(fiber.Ctx) error {
	return func(c fiber.Ctx) error {
		op.readQuery(c)
		return check(c)
	}
}

// readQuery replaces typed values of the query with their read form, for the checks and for the handler.
func (op *Operation) readQuery(c fiber.Ctx) {
	raw := c.Request().URI().QueryString()
	if len(raw) == 0 {
		return
	}
	values, err := url.ParseQuery(string(raw))
	if err != nil {
		return // the check of the parameters refuses it
	}
	changed := false
	for _, parameter := range op.parameters {
		if parameter.In != openapi3.ParameterInQuery || len(values[parameter.Name]) != 1 || parameter.Schema == nil {
			continue
		}
		given := values.Get(parameter.Name)
		read, _ := readerOf(parameter.Schema.Value)
		if value := read(given); value != given {
			values.Set(parameter.Name, value)
			changed = true
		}
	}
	if changed {
		c.Request().URI().SetQueryString(values.Encode())
	}
}
