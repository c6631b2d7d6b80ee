package engine

import (
	"encoding/json"
	"fmt"
	"regexp"
)

var pathValue = regexp.MustCompile(`\{(\w+)\}`)

// fields flattens the values that scenarios match: path values, query, and the body's fields ("address.area").
func (c *Call) fields() map[string]string {
	fields := map[string]string{}
	for _, name := range pathValue.FindAllStringSubmatch(c.Request.Pattern, -1) {
		fields[name[1]] = c.Request.PathValue(name[1])
	}
	for name := range c.Request.URL.Query() {
		fields[name] = c.Request.URL.Query().Get(name)
	}
	var body map[string]any
	if json.Unmarshal(c.body, &body) == nil { // not an object: nothing to match on
		flatten(fields, "", body)
	}
	return fields
}

func flatten(into map[string]string, prefix string, object map[string]any) {
	for name, value := range object {
		switch v := value.(type) {
		case map[string]any:
			flatten(into, prefix+name+".", v)
		case float64:
			into[prefix+name] = fmt.Sprintf("%.10g", v)
		default:
			into[prefix+name] = fmt.Sprint(v)
		}
	}
}
