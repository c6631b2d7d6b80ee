package requests

import (
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// hostile values try to break a parser, a query, a page or a limit.
var hostile = []any{
	nil, true, -1, 1e300, 0.5, int64(9_007_199_254_740_993),
	[]any{},
	map[string]any{},
	map[string]any{"__proto__": map[string]any{"admin": true}},
	"", " ", "\x00", "\r\nSet-Cookie: a=b", "\u202eevil", "\u200b", "\ufffd", "\U0010ffff", "٠٥٧١٢٣٤٥٦٧",
	"'; DROP TABLE orders; --", "' OR '1'='1", `<script>alert(1)</script>`, "javascript:alert(1)", "${jndi:ldap://x}",
	"../../etc/passwd", "%00%0d%0a", "%s%s%n", "1e999", "2026-02-30", "0000-00-00", "9999-12-31", "-1", "9223372036854775808",
	strings.Repeat("a", 5_000), strings.Repeat("٣", 3_000), strings.Repeat("[", 9_000),
}

// hostileTexts fit into an address.
var hostileTexts = func() (texts []string) {
	for _, value := range hostile {
		if text, is := value.(string); is {
			texts = append(texts, text[:min(len(text), 1000)])
		}
	}
	return texts
}()

func nested(depth int) any {
	var value any = "x"
	for range depth {
		value = map[string]any{"a": value}
	}
	return value
}

func (m *Maker) spoilParameter(d *draft) {
	p := pick(m, m.parameters).Value
	good := text(m.value(p.Schema.Value, p.Name))
	c := pick(m, m.parameterChanges(m.whole(p.Schema.Value), good))
	to, _ := c.to.(string)
	if p.In == openapi3.ParameterInPath && (to == "" || strings.HasPrefix(to, ".")) {
		return // another address
	}
	d.what = c.what + " " + p.In + " " + p.Name
	d.set(p, to)
	if c.do != nil {
		delete(d.header, p.Name)
	}
}

// parameterChanges leave the judgement to a validator: numbers are only texts here.
func (m *Maker) parameterChanges(s *openapi3.Schema, good string) []change {
	all := []change{{what: "hostile", to: pick(m, hostileTexts)}, {what: "another sign", to: good + pick(m, []string{"\n", "\x00", "§", " ", "'", "٣"})}, {what: "empty", to: ""}}
	if s.Type.Is("string") {
		for _, c := range m.otherTexts(s, good) {
			if _, is := c.to.(string); is {
				all = append(all, c)
			}
		}
		return all
	}
	for _, c := range otherNumbers(s) {
		all = append(all, change{what: c.what, to: text(c.to)})
	}
	return append(all, change{what: "another type", to: "seven"})
}

// spoilAddress changes parts of an address outside its parameters.
func (m *Maker) spoilAddress(d *draft) {
	switch m.rand.IntN(6) {
	case 5:
		d.what = "a credential that is none"
		d.header.Set(pick(m, credentials), pick(m, []string{"Bearer", "Bearer ' OR 1=1 --", "Basic ====", "Basic Og==", "t=1,v1=", "\xff", strings.Repeat("A", 43), strings.Repeat("A", 2000)}))
	case 0:
		d.what, d.broken = "unknown query", true
		d.query = append(d.query, pair{"surplus", pick(m, hostileTexts)})
	case 1:
		if len(d.query) == 0 {
			d.what, d.broken, d.query = "unknown query twice", true, []pair{{"surplus", "1"}, {"surplus", "2"}}
			return
		}
		d.what, d.broken = "query twice", true
		d.query = append(d.query, d.query[0])
	case 2:
		d.what, d.broken = "unknown version", true
		d.header.Set("X-Api-Version", pick(m, []string{"v0", "2", "v99", "v2,v3"}))
	case 3:
		d.what = "languages"
		d.header.Set("Accept-Language", pick(m, []string{"*", "ar;q=9", "en;q=0,ar;q=0", "xx-yy-zz", strings.Repeat("en,", 500), "٣", ";;;q=q"}))
	default:
		d.what = "addresses of proxies"
		d.header.Set("X-Forwarded-For", pick(m, []string{"unknown", "1.2.3.4, ::1", "[::1]:80", strings.Repeat("1.1.1.1,", 200), "' OR 1=1"}))
	}
}
