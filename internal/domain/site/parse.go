package site

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Problem is one thing that cannot be meant, and where it is written.
type Problem struct {
	Line int
	Key  string
	Text string
}

func (p Problem) Error() string { return fmt.Sprintf("line %d: %s: %s", p.Line, p.Key, p.Text) }

// Parse reads a file of content, YAML or JSON. The error names every line that cannot be meant, one sentence each.
func Parse(file string) (Site, error) {
	var read Site
	decoder := yaml.NewDecoder(strings.NewReader(file))
	decoder.KnownFields(true)
	if err := decoder.Decode(&read); errors.Is(err, io.EOF) {
		return Site{}, errors.New("read the content: the file is empty")
	} else if err != nil {
		return Site{}, fmt.Errorf("read the content: %w", err)
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return Site{}, errors.New("read the content: more than one document in the file")
	}
	problems := read.examine()
	if len(problems) == 0 {
		return read, nil
	}
	return Site{}, Locate(file, problems)
}

// Locate makes one error of all problems, each with its line, in the order of the file.
func Locate(file string, problems []Problem) error {
	written, err := linesOf(file)
	if err != nil {
		return err
	}
	for i, p := range problems {
		problems[i].Line = written.of(p.Key)
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

// lines of a file, by the key written there: routes[2].path.
type lines map[string]int

func linesOf(file string) (lines, error) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(file), &document); err != nil {
		return nil, fmt.Errorf("read the content: %w", err)
	}
	found := lines{}
	found.walk("", document.Content[0])
	return found, nil
}

func (l lines) walk(key string, node *yaml.Node) {
	l[key] = node.Line
	switch node.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			child := node.Content[i].Value
			if key != "" {
				child = key + "." + child
			}
			l.walk(child, node.Content[i+1])
			l[child] = node.Content[i].Line
		}
	case yaml.SequenceNode:
		for i, item := range node.Content {
			l.walk(fmt.Sprintf("%s[%d]", key, i), item)
		}
	default: // the others have no parts
	}
}

// of is the line of a key, or of the nearest one around it where it is missing.
func (l lines) of(key string) int {
	for key != "" {
		if line, written := l[key]; written {
			return line
		}
		key = key[:max(strings.LastIndexAny(key, ".["), 0)]
	}
	return l[""]
}
