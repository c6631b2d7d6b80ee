package configfile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Messages of the decoder about a value of another kind and about an unknown key, with the line. The decoder quotes a value as it
// is, so it may span several lines.
var (
	otherKind  = regexp.MustCompile("(?s)^line (\\d+): cannot unmarshal (!!\\w+)(?: `(.*)`)? into (.+)$")
	unknownKey = regexp.MustCompile(`(?s)^line (\d+): field (.+) not found in type `)
	otherwise  = regexp.MustCompile(`(?s)^line (\d+): (.+)$`)
)

// problemsOf rewrites messages of the decoder in terms of the file: the decoder names Go types and no keys.
func problemsOf(file string, said []string) ([]Problem, error) {
	problems := make([]Problem, len(said))
	for i, text := range said {
		problem, isAt := problemOf(text)
		err := walk(file, func(key string, name, value *yaml.Node) {
			if problem.Key == "" && isAt(name, value) {
				problem.Key = key
			}
		})
		if err != nil {
			return nil, err
		}
		problems[i] = problem
	}
	return problems, nil
}

// problemOf returns a problem without its key, and a test that finds its place in the file.
func problemOf(said string) (p Problem, isAt func(name, value *yaml.Node) bool) {
	if found := otherKind.FindStringSubmatch(said); found != nil {
		p = Problem{Line: number(found[1]), Text: "must be " + kindOf(found[4])}
		return p, func(_, value *yaml.Node) bool {
			return value.Line == p.Line && value.ShortTag() == found[2] && quotedValue(value) == found[3]
		}
	}
	if found := unknownKey.FindStringSubmatch(said); found != nil {
		p = Problem{Line: number(found[1]), Text: "is not known here"}
		return p, func(name, _ *yaml.Node) bool {
			return name != nil && name.Line == p.Line && name.Value == found[2]
		}
	}
	nowhere := func(_, _ *yaml.Node) bool { return false }
	if found := otherwise.FindStringSubmatch(said); found != nil {
		return Problem{Line: number(found[1]), Text: found[2]}, nowhere
	}
	return Problem{Text: said}, nowhere
}

// quotedValue returns a value as the decoder quotes it.
func quotedValue(value *yaml.Node) string {
	switch {
	case value.Kind != yaml.ScalarNode:
		return ""
	case len(value.Value) > 10:
		return value.Value[:7] + "..."
	default:
		return value.Value
	}
}

func kindOf(goType string) string {
	switch {
	case strings.HasPrefix(goType, "[]"):
		return "a list"
	case strings.HasPrefix(goType, "int"):
		return "a whole number"
	case goType == "bool", goType == "*bool":
		return "true or false"
	case goType == "string":
		return "a text"
	default:
		return "a mapping of keys"
	}
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic(fmt.Sprintf("%s has matched as digits", digits))
	}
	return n
}
