package examples

import (
	"maps"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// formats has a sample for each format that the contract names.
var formats = map[string]string{
	"byte": "c2FtcGxl", "date": "2026-01-31", "date-time": "2026-01-31T09:00:00Z", "email": "sara@example.com", "uri-reference": "/en/",
}

// sample makes a value that a schema allows, with all members of objects. Outer has the schemas around it.
func sample(s *openapi3.Schema, outer ...*openapi3.Schema) any {
	switch {
	case s.Example != nil:
		return s.Example
	case s.Default != nil:
		return s.Default
	case len(s.Enum) > 0:
		return s.Enum[0]
	case len(s.AllOf) > 0 || s.Type.Is(openapi3.TypeObject):
		return sampleObject(s, outer)
	case s.Type.Is(openapi3.TypeArray) && slices.Contains(outer, s.Items.Value):
		return []any{} // a recursive schema would never end
	case s.Type.Is(openapi3.TypeArray):
		return slices.Repeat([]any{sample(s.Items.Value, outer...)}, int(max(1, s.MinItems)))
	case s.Type.Is(openapi3.TypeBoolean):
		return true
	case s.Type.Is(openapi3.TypeInteger), s.Type.Is(openapi3.TypeNumber):
		return sampleNumber(s)
	default:
		return sampleText(s)
	}
}

// sampleObject joins the members of all parts of a schema. If a part is no object, its sample is the value.
func sampleObject(s *openapi3.Schema, outer []*openapi3.Schema) any {
	members := map[string]any{}
	outer = append(slices.Clone(outer), s)
	for _, part := range s.AllOf {
		value := sample(part.Value, outer...)
		object, isObject := value.(map[string]any)
		if !isObject {
			return value
		}
		maps.Copy(members, object)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if s.MaxProps == nil || len(members) < int(*s.MaxProps) {
			members[name] = sample(s.Properties[name].Value, outer...)
		}
	}
	if more := s.AdditionalProperties.Schema; more != nil && len(members) == 0 {
		members["name"] = sample(more.Value, outer...)
	}
	return members
}

func sampleNumber(s *openapi3.Schema) float64 {
	switch {
	case s.Min != nil:
		return *s.Min
	case s.Max != nil:
		return min(1, *s.Max)
	default:
		return 1
	}
}

func sampleText(s *openapi3.Schema) string {
	if text, known := formats[s.Format]; known {
		return text
	}
	least := int(s.MinLength)
	if strings.HasPrefix(s.Pattern, "^") { // the word below matches every other pattern of the contract
		if pattern, err := syntax.Parse(s.Pattern, syntax.Perl); err == nil {
			return match(pattern, least)
		}
	}
	text := "text" + strings.Repeat("s", max(0, least-len("text")))
	if s.MaxLength != nil && len(text) > int(*s.MaxLength) {
		return text[:*s.MaxLength]
	}
	return text
}

// match returns a text that a pattern allows. A part that may repeat without an end repeats as often as the text needs.
func match(pattern *syntax.Regexp, least int) string {
	var text strings.Builder
	switch pattern.Op {
	case syntax.OpLiteral:
		text.WriteString(string(pattern.Rune))
	case syntax.OpCharClass:
		text.WriteRune(pattern.Rune[len(pattern.Rune)-2]) // the first of the last range
	case syntax.OpPlus:
		text.WriteString(strings.Repeat(match(pattern.Sub[0], 0), max(1, least)))
	case syntax.OpRepeat:
		text.WriteString(strings.Repeat(match(pattern.Sub[0], 0), max(1, pattern.Min)))
	case syntax.OpAlternate:
		text.WriteString(match(pattern.Sub[0], least))
	case syntax.OpConcat, syntax.OpCapture:
		for _, part := range pattern.Sub {
			text.WriteString(match(part, least))
		}
	default: // an anchor, or a part that may be left out
	}
	return text.String()
}
