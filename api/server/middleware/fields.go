package middleware

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/number"
)

// Text keys of refused fields; a field with its own explanation has the key "field.<name>".
const (
	fieldRequired = "field.required"
	fieldUnknown  = "field.unknown"
	FieldInvalid  = "field.invalid"
	fieldTooLong  = "field.too_long"
)

// bodyFields maps schema refusals to field paths and text keys. Words of the schema never reach a caller.
func bodyFields(err error) map[string]string {
	fields := map[string]string{}
	collectFields(err, fields)
	return fields
}

func collectFields(err error, fields map[string]string) {
	var (
		several openapi3.MultiError
		one     *openapi3.SchemaError
	)
	switch {
	case err == nil:
	case errors.As(err, &several):
		for _, each := range several {
			collectFields(each, fields)
		}
	case errors.As(err, &one) && one.SchemaField == "properties":
		unknownFields(one, fields)
	case errors.As(err, &one):
		pointer := one.JSONPointer()
		fields[fieldPath(pointer)] = fieldText(last(pointer), one)
	default:
		fields[""] = FieldInvalid
	}
}

// unknownFields finds unknown members by comparison, because the error names them only in prose.
func unknownFields(refused *openapi3.SchemaError, fields map[string]string) {
	object, _ := refused.Value.(map[string]any)
	for name := range object {
		if _, ok := refused.Schema.Properties[name]; !ok {
			fields[fieldPath(append(refused.JSONPointer(), name))] = fieldUnknown
		}
	}
}

func fieldText(name string, refused *openapi3.SchemaError) string {
	switch {
	case refused.SchemaField == "required", refused.Value == "":
		return fieldRequired
	case refused.SchemaField == "maxLength" && texts.Has("field."+name+".too_long"):
		return "field." + name + ".too_long"
	case refused.SchemaField == "maxLength":
		return fieldTooLong
	case name == "msisdn" && !strings.Contains(refused.Schema.Pattern, number.Prefix): // a number of any operator
		return "field.mobile"
	case texts.Has("field." + name):
		return "field." + name
	default:
		return FieldInvalid
	}
}

func parameterText(parameter *openapi3.Parameter, err error) string {
	var refused *openapi3.SchemaError
	switch {
	case errors.As(err, &refused):
		return fieldText(parameter.Name, refused)
	case errors.Is(err, openapi3filter.ErrInvalidRequired):
		return fieldRequired
	default:
		return FieldInvalid
	}
}

func last(pointer []string) string {
	if len(pointer) == 0 {
		return ""
	}
	return pointer[len(pointer)-1]
}

// unprintable refuses texts that no page can show and no database stores: control characters, and marks that change
// the text direction.
func unprintable(value any, path string, fields map[string]string) {
	switch typed := value.(type) {
	case string:
		if !Printable(typed) {
			fields[path] = FieldInvalid
		}
	case map[string]any:
		for name, member := range typed {
			unprintable(member, join(path, name), fields)
		}
	case []any:
		for _, member := range typed {
			unprintable(member, path, fields)
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Printable tells whether a text can be shown and stored as typed.
func Printable(text string) bool {
	for _, r := range text {
		if r == utf8.RuneError || unicode.IsControl(r) && r != '\n' && r != '\t' || turnsText(r) {
			return false
		}
	}
	return true
}

// turnsText matches overrides, embeddings and isolates. The plain left-to-right and right-to-left marks are part of
// typed Arabic.
func turnsText(r rune) bool { return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' }

// Bounds of an answer about fields: it repeats only as much as a form can show.
const (
	maxFields   = 50
	maxPathSize = 100
)

// shownFields picks the paths for the answer, fields of the contract first.
func shownFields(fields map[string]string) []string {
	paths := slices.SortedFunc(maps.Keys(fields), func(a, b string) int {
		if unknown := fields[a] == fieldUnknown; unknown != (fields[b] == fieldUnknown) {
			return map[bool]int{true: 1, false: -1}[unknown]
		}
		return strings.Compare(a, b)
	})
	return paths[:min(len(paths), maxFields)]
}

func clipped(path string) string {
	if len(path) <= maxPathSize {
		return path
	}
	return strings.ToValidUTF8(path[:maxPathSize], "") + "…"
}
