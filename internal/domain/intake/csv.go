package intake

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"selfcare/internal/domain/written"
)

// table is a CSV file whose first line names its columns.
type table struct {
	file    *csv.Reader
	at      []int // which column of the kind each field is
	heading int   // fields of the heading
	texts   []string
}

// mark is what some programs put in front of UTF-8 text.
var mark = []byte("\xef\xbb\xbf")

func openCSV(kind Kind, file io.Reader) (*table, error) {
	buffered := bufio.NewReaderSize(file, 1<<16)
	if first, err := buffered.Peek(len(mark)); err == nil && bytes.Equal(first, mark) {
		_, _ = buffered.Discard(len(mark))
	}
	reader := csv.NewReader(buffered)
	reader.FieldsPerRecord, reader.ReuseRecord = -1, true
	heading, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty")
	}
	if err != nil {
		return nil, err
	}
	at, err := kind.headed(heading)
	return &table{file: reader, at: at, heading: len(heading), texts: make([]string, len(kind.Columns))}, err
}

// headed says which column each name of a heading is.
func (k Kind) headed(heading []string) (at []int, err error) {
	var problems Problems
	seen := map[string]bool{}
	for _, name := range heading {
		name = strings.TrimSpace(name)
		position := k.position(name)
		switch {
		case position < 0:
			problems.Add(1, name, "is no column of "+k.Name+": "+strings.Join(k.Names(), ", "))
		case seen[name]:
			problems.Add(1, name, "is there twice")
		}
		seen[name] = true
		at = append(at, position)
	}
	for _, column := range k.Columns {
		if !column.Optional && !seen[column.Name] {
			problems.Add(1, column.Name, "is missing in the heading")
		}
	}
	return at, problems.Err()
}

func (t *table) next() (line int, texts []string, err error) {
	fields, err := t.file.Read()
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return 0, nil, written.Problem{Line: wrong.Line, Text: wrong.Err.Error()}
	}
	if err != nil {
		return 0, nil, err
	}
	line, _ = t.file.FieldPos(0)
	if len(fields) != t.heading {
		return 0, nil, written.Problem{Line: line, Text: fmt.Sprintf("has %d fields, the heading %d", len(fields), t.heading)}
	}
	for i, field := range fields {
		t.texts[t.at[i]] = strings.TrimSpace(field)
	}
	return line, t.texts, nil
}
