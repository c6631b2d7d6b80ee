package configfile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// What the decoder says of a value of another kind and of a key it does not know, with its line. A value may
// go over several lines, which it quotes as they are.
var (
	otherKind  = regexp.MustCompile("(?s)^line (\\d+): cannot unmarshal (!!\\w+)(?: `(.*)`)? into (.+)$")
	unknownKey = regexp.MustCompile(`(?s)^line (\d+): field (.+) not found in type `)
	otherwise  = regexp.MustCompile(`(?s)^line (\d+): (.+)$`)
)

// problemsOf puts what the decoder says into the words of the file: it knows types of ours, and no keys.
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

// problemOf is a problem without its key, and how to know the place it is at.
func problemOf(said string) (p Problem, isAt func(name, value *yaml.Node) bool) {
	if found := otherKind.FindStringSubmatch(said); found != nil {
		p = Problem{Line: number(found[1]), Text: "must be " + kindOf(found[4])}
		return p, func(_, value *yaml.Node) bool {
			return value.Line == p.Line && value.ShortTag() == found[2] && short(value) == found[3]
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

// short is a value as the decoder quotes it.
func short(value *yaml.Node) string {
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
