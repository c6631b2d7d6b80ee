package requests

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// spoil makes one change to a good request.
func (m *Maker) spoil(d *draft) {
	switch {
	case d.hasOne && m.rand.IntN(5) > 0:
		m.spoilBody(d)
	case len(m.parameters) > 0 && m.rand.IntN(3) > 0:
		m.spoilParameter(d)
	default:
		m.spoilAddress(d)
	}
}

// spoilBody replaces or changes the body.
func (m *Maker) spoilBody(d *draft) {
	body := encoded(d.body)
	switch m.rand.IntN(12) {
	case 0:
		d.what, d.broken = "another content type", true
		d.header.Set("Content-Type", pick(m, []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml", "application/json; charset"}))
	case 1:
		d.what, d.broken, d.raw = "cut off", true, body[:len(body)-1]
	case 2:
		d.what, d.broken, d.raw = "twice", true, append(slices.Clone(body), body...)
	case 3:
		d.what, d.broken, d.raw = "no object", true, []byte(pick(m, []string{"[]", "7", `"text"`, "null", "true", "{", "\xff", strings.Repeat("[", 10_000)}))
	case 4:
		d.what, d.broken, d.raw = "broken UTF-8", true, append(body[:len(body)-1], []byte(",\"\xff\xfe\":1}")...)
	default:
		m.spoilMember(d)
	}
}

func (m *Maker) spoilMember(d *draft) {
	places := m.places(d.body, m.bodySchema(), "", func(other any) { d.body = other })
	at := pick(m, places)
	changes := m.changes(at.schema, at.value)
	if at.remove != nil {
		changes = append(changes, change{what: "missing", broken: at.required, do: at.remove})
	}
	if at.add != nil {
		closed := at.schema.AdditionalProperties.Has != nil && !*at.schema.AdditionalProperties.Has
		changes = append(changes, change{what: "one more", broken: closed, do: at.add})
	}
	c := pick(m, changes)
	d.what, d.broken = c.what+" "+at.name, c.broken
	if c.do != nil {
		c.do()
		return
	}
	at.set(c.to)
}

// place is a place in a body.
type place struct {
	name        string
	schema      *openapi3.Schema
	value       any
	required    bool
	set         func(any)
	remove, add func() // remove a member of an object; add one to an object
}

func (m *Maker) places(value any, s *openapi3.Schema, name string, set func(any)) []place {
	s = m.whole(s)
	here := place{name: name, schema: s, value: value, set: set}
	object, is := value.(map[string]any)
	if !is {
		if list, is := value.([]any); is && len(list) > 0 {
			return append([]place{here}, m.places(list[0], s.Items.Value, name, func(other any) { list[0] = other })...)
		}
		return []place{here}
	}
	here.add = func() { object["surplus"] = pick(m, hostile) }
	all := []place{here}
	for _, member := range slices.Sorted(maps.Keys(object)) {
		if s.Properties[member] == nil {
			continue
		}
		below := m.places(object[member], s.Properties[member].Value, strings.TrimPrefix(name+"."+member, "."), func(other any) { object[member] = other })
		below[0].remove, below[0].required = func() { delete(object, member) }, slices.Contains(s.Required, member)
		all = append(all, below...)
	}
	return all
}

// change replaces the value of a place.
type change struct {
	what   string
	broken bool
	to     any
	do     func()
}

func (m *Maker) changes(s *openapi3.Schema, value any) []change {
	all := []change{
		{what: "null", broken: !s.Nullable, to: nil},
		{what: "hostile", to: pick(m, hostile)},
		{what: "deep", broken: true, to: nested(200)},
	}
	switch {
	case s.Type.Is("string"):
		return append(all, m.otherTexts(s, value)...)
	case s.Type.Is("integer"), s.Type.Is("number"):
		return append(all, otherNumbers(s)...)
	case s.Type.Is("boolean"):
		return append(all, change{what: "another type", broken: true, to: "true"}, change{what: "another type", broken: true, to: 1})
	case s.Type.Is("array"):
		return append(all, change{what: "another type", broken: true, to: map[string]any{}}, longer(s, value))
	default:
		return append(all, change{what: "another type", broken: true, to: []any{}}, change{what: "another type", broken: true, to: "{}"})
	}
}

func (m *Maker) otherTexts(s *openapi3.Schema, value any) []change {
	good, _ := value.(string)
	all := []change{
		{what: "another type", broken: true, to: 7},
		{what: "another type", broken: true, to: []any{good}},
		{what: "another sign", to: good + pick(m, []string{"\n", "\x00", "§", " ", "'", "\u202e", "٣"})},
		{what: "empty", broken: s.MinLength > 0, to: ""},
	}
	if len(s.Enum) > 0 {
		all = append(all, change{what: "outside the list", broken: true, to: good + "x"}, change{what: "outside the list", broken: true, to: strings.ToUpper(good) + "_"})
	}
	if s.MinLength > 0 {
		all = append(all, change{what: "too short", broken: true, to: cut(good, int(s.MinLength)-1)}, change{what: "as short as may be", to: cut(good, int(s.MinLength))})
	}
	if s.MaxLength != nil {
		most := int(*s.MaxLength)
		all = append(all, change{what: "too long", broken: true, to: stretched(good, most+1)}, change{what: "as long as may be", to: stretched(good, most)})
	}
	return all
}

func otherNumbers(s *openapi3.Schema) []change {
	all := []change{
		{what: "another type", broken: true, to: "7"},
		{what: "beyond all", to: pickable(math.MaxInt64)},
		{what: "beyond all", to: 1e300},
		{what: "a fraction", broken: s.Type.Is("integer"), to: 0.5},
	}
	if s.Min != nil {
		all = append(all, change{what: "too small", broken: true, to: *s.Min - 1}, change{what: "as small as may be", to: *s.Min})
	}
	if s.Max != nil {
		all = append(all, change{what: "too large", broken: true, to: *s.Max + 1}, change{what: "as large as may be", to: *s.Max})
	}
	return all
}

// pickable keeps an integer exact on its way into JSON.
func pickable(n int64) any { return n }

func longer(s *openapi3.Schema, value any) change {
	list, _ := value.([]any)
	if s.MaxItems == nil || len(list) == 0 {
		return change{what: "none", broken: s.MinItems > 0, to: []any{}}
	}
	for uint64(len(list)) <= *s.MaxItems {
		list = append(list, list[0])
	}
	return change{what: "one too many", broken: true, to: list}
}

func cut(text string, length int) string {
	runes := []rune(text)
	return string(runes[:min(length, len(runes))])
}

func stretched(text string, length int) string {
	runes := []rune(text)
	if len(runes) == 0 {
		runes = []rune("a")
	}
	for len(runes) < length {
		runes = append(runes, runes[len(runes)-1])
	}
	return string(runes[:length])
}
