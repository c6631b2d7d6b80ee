package requests

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"
)

// value makes a value for a schema; known values come first.
func (m *Maker) value(s *openapi3.Schema, name string) any {
	if known := m.known(m.id, name); len(known) > 0 && m.rand.IntN(4) > 0 {
		return pick(m, known)
	}
	return m.madeUp(s, name)
}

func (m *Maker) madeUp(s *openapi3.Schema, name string) any {
	s = m.whole(s)
	switch {
	case len(s.Enum) > 0:
		return pick(m, s.Enum)
	case s.Type.Is("boolean"):
		return m.rand.IntN(2) == 0
	case s.Type.Is("integer"):
		return m.integer(s)
	case s.Type.Is("number"):
		low, high := bounds(s, -1000, 1000)
		return low + m.rand.Float64()*(high-low)
	case s.Type.Is("string"):
		return m.text(s)
	case s.Type.Is("array"):
		return m.list(s, name)
	default:
		return m.object(s)
	}
}

// whole merges a schema with its parts. It takes one of the alternatives.
func (m *Maker) whole(s *openapi3.Schema) *openapi3.Schema {
	for _, several := range []openapi3.SchemaRefs{s.OneOf, s.AnyOf} {
		if len(several) > 0 {
			return m.whole(pick(m, several).Value)
		}
	}
	if len(s.AllOf) == 0 {
		return s
	}
	merged := *s
	merged.AllOf, merged.Properties = nil, maps.Clone(s.Properties)
	if merged.Properties == nil {
		merged.Properties = openapi3.Schemas{}
	}
	for _, ref := range s.AllOf {
		part := m.whole(ref.Value)
		if len(s.AllOf) == 1 && len(s.Properties) == 0 {
			return part
		}
		maps.Copy(merged.Properties, part.Properties)
		merged.Required = append(slices.Clone(merged.Required), part.Required...)
	}
	return &merged
}

func (m *Maker) integer(s *openapi3.Schema) any {
	low, high := bounds(s, -5, 100_000)
	switch m.rand.IntN(4) {
	case 0:
		return int64(low)
	case 1:
		return int64(high)
	default:
		return int64(low) + m.rand.Int64N(int64(high-low)+1)
	}
}

// bounds returns those of a number; a missing bound is a thousand away.
func bounds(s *openapi3.Schema, low, high float64) (float64, float64) {
	if s.Min != nil {
		low, high = *s.Min, *s.Min+1000
	}
	if s.Max != nil {
		high = *s.Max
		low = min(low, high)
	}
	return low, high
}

// text makes one by format and pattern, of a fitting length.
func (m *Maker) text(s *openapi3.Schema) string {
	low, high := int(s.MinLength), 40
	if s.MaxLength != nil {
		high = int(*s.MaxLength)
	}
	switch s.Format {
	case "date-time":
		return time.Unix(1_700_000_000+m.rand.Int64N(100_000_000), 0).UTC().Format(time.RFC3339)
	case "date":
		return time.Unix(m.rand.Int64N(2_000_000_000), 0).UTC().Format(time.DateOnly)
	}
	pattern := s.Pattern
	if pattern == "" || pattern == `\S` {
		pattern = `^[A-Za-z0-9\p{Arabic} .,'-]+$`
	}
	for range 20 {
		made := m.matching(pattern)
		for utf8.RuneCountInString(made) < low && s.Pattern == "" {
			made += "a"
		}
		if n := utf8.RuneCountInString(made); n >= low && n <= high {
			return made
		}
	}
	return strings.Repeat("a", max(low, 1)) // right in length, perhaps not in pattern
}

func (m *Maker) matching(pattern string) string {
	if m.texts[pattern] == nil {
		m.texts[pattern] = rapid.StringMatching(pattern)
	}
	return m.texts[pattern].Example(m.rand.IntN(1 << 30))
}

func (m *Maker) list(s *openapi3.Schema, name string) any {
	items := int(s.MinItems) + m.rand.IntN(3)
	if s.MaxItems != nil {
		items = min(items, int(*s.MaxItems))
	}
	all := []any{}
	for range items {
		all = append(all, m.value(s.Items.Value, name))
	}
	return all
}

func (m *Maker) object(s *openapi3.Schema) any {
	made := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		member := s.Properties[name].Value
		if !member.ReadOnly && (slices.Contains(s.Required, name) || m.rand.IntN(2) == 0) {
			made[name] = m.value(member, name)
		}
	}
	return made
}

func pick[T any](m *Maker, from []T) T { return from[m.rand.IntN(len(from))] }

// text writes a parameter.
func text(value any) string {
	if written, is := value.(string); is {
		return written
	}
	return fmt.Sprint(value)
}

// encoded returns a value as JSON, also without a Go type.
func encoded(value any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("a made-up body: %v", err)) // NaN and the like, which this package never makes
	}
	return body
}
