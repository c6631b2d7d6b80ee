// Package configfile reads configuration files in YAML or JSON, and reports each mistake by line and key.
package configfile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Problem is one mistake in a file and its place. Key is a path like routes[2].path; Earlier is the key of another place that the
// text mentions.
type Problem struct {
	Line    int
	Key     string
	Text    string
	Earlier string
}

func (p Problem) Error() string {
	if p.Key == "" {
		return fmt.Sprintf("line %d: %s", p.Line, p.Text)
	}
	return fmt.Sprintf("line %d: %s: %s", p.Line, p.Key, p.Text)
}

// Read fills a struct from a file with one document. Problems are values of another kind, unknown keys and repeated keys; the
// rest is read all the same. An error means that nothing could be read.
func Read(file string, into any) ([]Problem, error) {
	decoder := yaml.NewDecoder(strings.NewReader(file))
	decoder.KnownFields(true)
	err := decoder.Decode(into)
	var mistyped *yaml.TypeError
	switch {
	case errors.Is(err, io.EOF):
		return nil, errors.New("the file is empty")
	case errors.As(err, &mistyped):
	case err != nil:
		return nil, err
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document in the file")
	}
	if mistyped == nil {
		return nil, nil
	}
	return problemsOf(file, mistyped.Errors)
}

// Locate joins all problems into one error, each with its line, in the order of the file.
func Locate(file string, problems []Problem) error {
	written, err := linesOf(file)
	if err != nil {
		return err
	}
	for i, p := range problems {
		if p.Key != "" {
			problems[i].Line = written.of(p.Key)
		}
		if p.Earlier != "" {
			problems[i].Text = fmt.Sprintf("%s, first in line %d", p.Text, written.of(p.Earlier))
		}
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Key, b.Key))
	})
	errs := make([]error, len(problems))
	for i, p := range problems {
		errs[i] = p
	}
	return errors.Join(errs...)
}

// lines holds the line of each key of a file: routes[2].path.
type lines map[string]int

func linesOf(file string) (lines, error) {
	found := lines{}
	err := walk(file, func(key string, name, value *yaml.Node) {
		found[key] = value.Line
		if name != nil {
			found[key] = name.Line
		}
	})
	return found, err
}

// of returns the line of a key, or of its nearest parent when the key is missing.
func (l lines) of(key string) int {
	for key != "" {
		if line, written := l[key]; written {
			return line
		}
		key = key[:max(strings.LastIndexAny(key, ".["), 0)]
	}
	return l[""]
}

// walk visits each value of a file under its key; name is the node with the key's name.
func walk(file string, visit func(key string, name, value *yaml.Node)) error {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(file), &document); err != nil {
		return err
	}
	visitAll("", nil, document.Content[0], visit)
	return nil
}

func visitAll(key string, name, value *yaml.Node, visit func(key string, name, value *yaml.Node)) {
	visit(key, name, value)
	switch value.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(value.Content); i += 2 {
			child := value.Content[i].Value
			if key != "" {
				child = key + "." + child
			}
			visitAll(child, value.Content[i], value.Content[i+1], visit)
		}
	case yaml.SequenceNode:
		for i, item := range value.Content {
			visitAll(fmt.Sprintf("%s[%d]", key, i), nil, item, visit)
		}
	default: // the others have no parts
	}
}
