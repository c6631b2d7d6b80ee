package imports

import (
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/typed"
)

// mostYAML is the greatest size of a YAML file, which is read as a whole; a longer list should be CSV.
const mostYAML = 8 << 20

// sequence reads a YAML file: a list of mappings whose keys are columns.
type sequence struct {
	kind Kind
	left []*yaml.Node
}

func openYAML(kind Kind, file io.Reader) (*sequence, error) {
	text, err := io.ReadAll(io.LimitReader(typed.File(file), mostYAML+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostYAML {
		return nil, errors.New("is too long for YAML: use CSV")
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	if len(document.Content) != 1 || document.Content[0].Kind != yaml.SequenceNode {
		return nil, errors.New("must be a list: lines that begin with -")
	}
	return &sequence{kind, document.Content[0].Content}, nil
}

func (s *sequence) next() (line int, texts []string, err error) {
	if len(s.left) == 0 {
		return 0, nil, io.EOF
	}
	item := s.left[0]
	s.left = s.left[1:]
	if item.Kind != yaml.MappingNode {
		return 0, nil, configfile.Problem{Line: item.Line, Text: "must have columns: " + strings.Join(s.kind.Names(), ", ")}
	}
	texts, err = s.texts(item)
	return item.Line, texts, err
}

func (s *sequence) texts(item *yaml.Node) ([]string, error) {
	texts, seen := make([]string, len(s.kind.Columns)), map[string]bool{}
	for i := 0; i+1 < len(item.Content); i += 2 {
		name, value := item.Content[i], item.Content[i+1]
		position := s.kind.position(name.Value)
		text, plain := plainText(value)
		switch {
		case position < 0:
			return nil, configfile.Problem{Line: name.Line, Key: name.Value, Text: "is not a column of " + s.kind.Name + ": " + strings.Join(s.kind.Names(), ", ")}
		case seen[name.Value]:
			return nil, configfile.Problem{Line: name.Line, Key: name.Value, Text: "is there twice"}
		case !plain:
			return nil, configfile.Problem{Line: value.Line, Key: name.Value, Text: "must be a text or a list of texts"}
		}
		texts[position], seen[name.Value] = text, true
	}
	return texts, nil
}

// plainText returns the text of a value, or of a list of values with spaces between.
func plainText(value *yaml.Node) (text string, plain bool) {
	switch {
	case value.Tag == "!!null":
		return "", true
	case value.Kind == yaml.ScalarNode:
		return strings.TrimSpace(value.Value), true
	case value.Kind != yaml.SequenceNode:
		return "", false
	}
	var parts []string
	for _, item := range value.Content {
		if item.Kind != yaml.ScalarNode {
			return "", false
		}
		parts = append(parts, item.Value)
	}
	return strings.Join(parts, " "), true
}
