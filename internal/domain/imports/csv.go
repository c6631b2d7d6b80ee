package imports

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/typed"
)

// table is a CSV file whose first line names its columns.
type table struct {
	file    *csv.Reader
	at      []int // the column of the kind for each field
	heading int   // number of fields in the heading
	texts   []string
}

// separators are the column separators that spreadsheets write, the most frequent first.
const separators = ",;\t"

func openCSV(kind Kind, file io.Reader) (*table, error) {
	buffered := bufio.NewReaderSize(typed.File(file), 1<<16)
	reader := csv.NewReader(buffered)
	reader.FieldsPerRecord, reader.ReuseRecord, reader.Comma = -1, true, separatorOf(buffered)
	heading, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty")
	}
	if err != nil {
		return nil, err
	}
	at, err := kind.columnsOf(heading)
	return &table{file: reader, at: at, heading: len(heading), texts: make([]string, len(kind.Columns))}, err
}

// separatorOf returns the first separator in a heading, because no column name contains one. A heading with one column has none.
func separatorOf(file *bufio.Reader) rune {
	start, _ := file.Peek(1 << 12) // a shorter file is an error, and whole
	heading, _, _ := strings.Cut(string(start), "\n")
	if at := strings.IndexAny(heading, separators); at >= 0 {
		return rune(heading[at])
	}
	return ','
}

// noColumn stands for a column without a name, which must be empty.
const noColumn = -1

// nameOf normalises the name of a column as it was typed: in capitals, with a blank for _.
func nameOf(heading string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(typed.Cell(heading)))
}

// columnsOf returns the column of each name in a heading.
func (k Kind) columnsOf(heading []string) (at []int, err error) {
	var problems Problems
	seen := map[string]bool{}
	for _, text := range heading {
		name := nameOf(text)
		position := k.position(name)
		switch {
		case name == "":
			position = noColumn
		case position < 0:
			problems.Add(1, name, "is not a column of "+k.Name+": "+strings.Join(k.Names(), ", "))
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
	for err == nil && !slices.ContainsFunc(fields, isFilled) { // spreadsheets write lines of commas below a list
		fields, err = t.file.Read()
	}
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return 0, nil, configfile.Problem{Line: wrong.Line, Text: wrong.Err.Error()}
	}
	if err != nil {
		return 0, nil, err
	}
	line, _ = t.file.FieldPos(0)
	for len(fields) > t.heading && !isFilled(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	if len(fields) != t.heading {
		return 0, nil, configfile.Problem{Line: line, Text: fmt.Sprintf("has %d fields, the heading %d", len(fields), t.heading)}
	}
	for i, field := range fields {
		switch {
		case t.at[i] != noColumn:
			t.texts[t.at[i]] = strings.TrimFunc(field, isBlank)
		case isFilled(field):
			return 0, nil, configfile.Problem{Line: line, Text: fmt.Sprintf("has a value in column %d, which has no name", i+1)}
		}
	}
	return line, t.texts, nil
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

func isFilled(field string) bool {
	return strings.ContainsFunc(field, func(r rune) bool { return !isBlank(r) })
}
