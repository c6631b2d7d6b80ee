package imports

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"selfcare/internal/domain/configfile"
)

// MostProblems is how many problems of one list are reported; the rest is only counted.
const MostProblems = 100

// Problems holds the first problems of a list, and their number.
type Problems struct {
	First []configfile.Problem
	Count int
}

// Add records a problem.
func (p *Problems) Add(line int, key, text string) {
	if p.Count++; len(p.First) < MostProblems {
		p.First = append(p.First, configfile.Problem{Line: line, Key: key, Text: text})
	}
}

// Err joins the problems in the order of the file; nil without any.
func (p *Problems) Err() error {
	if p.Count == 0 {
		return nil
	}
	first := slices.Clone(p.First)
	slices.SortStableFunc(first, func(a, b configfile.Problem) int { return a.Line - b.Line })
	errs := make([]error, 0, len(first)+1)
	for _, problem := range first {
		errs = append(errs, problem)
	}
	if more := p.Count - len(first); more > 0 {
		errs = append(errs, fmt.Errorf("and %d more", more))
	}
	return errors.Join(errs...)
}

// source returns one line after another: the text of each column of the kind, "" for a column that the file does not have.
type source interface {
	// next returns io.EOF after the last line. A configfile.Problem is about one line: the lines after it can be read.
	next() (line int, texts []string, err error)
}

// Reader reads a list line by line, so that a long list needs no more memory than a short one. It skips lines with mistakes.
type Reader struct {
	Problems Problems
	Read     int // lines so far
	// Progress is called after every thousandth line; it may be nil.
	Progress func(read int)
	kind     Kind
	source   source
	values   []any
	err      error
}

// Open reads the heading of a list. The ending of the name decides between CSV and YAML.
func Open(kind Kind, name string, file io.Reader) (*Reader, error) {
	var err error
	r := &Reader{kind: kind}
	switch filepath.Ext(name) {
	case ".csv":
		r.source, err = openCSV(kind, file)
	case ".yaml", ".yml":
		r.source, err = openYAML(kind, file)
	default:
		err = errors.New("must be a file whose name ends in .csv or .yaml")
	}
	return r, err
}

// Next advances to the next correct line.
func (r *Reader) Next() bool {
	for {
		line, texts, err := r.source.next()
		var problem configfile.Problem
		switch {
		case errors.Is(err, io.EOF):
			return false
		case errors.As(err, &problem):
			r.Problems.Add(problem.Line, problem.Key, problem.Text)
		case err != nil:
			r.err = err
			return false
		case r.accept(line, texts):
			return true
		}
	}
}

// Values returns the line number and the values of its columns, in the order of the kind.
func (r *Reader) Values() ([]any, error) { return r.values, nil }

// Err returns why a list could not be read to its end; mistakes in lines are no such error.
func (r *Reader) Err() error { return r.err }

const progressEach = 1000

func (r *Reader) accept(line int, texts []string) bool {
	if r.Read++; r.Progress != nil && r.Read%progressEach == 0 {
		r.Progress(r.Read)
	}
	row, known := Row{}, r.Problems.Count
	for i, column := range r.kind.Columns {
		value, err := column.value(texts[i])
		if err != nil {
			r.Problems.Add(line, column.Name, err.Error())
		}
		row[column.Name] = value
	}
	if r.Problems.Count > known {
		return false
	}
	return r.complete(line, row, texts)
}

// complete fills empty columns and checks the row as a whole.
func (r *Reader) complete(line int, row Row, texts []string) bool {
	r.values = append(make([]any, 0, len(r.kind.Columns)+1), int64(line))
	for i, column := range r.kind.Columns {
		if column.From != nil && texts[i] == "" {
			row[column.Name] = column.From(row)
		}
		r.values = append(r.values, row[column.Name])
	}
	if r.kind.Row == nil {
		return true
	}
	err := r.kind.Row(row)
	if err != nil {
		r.Problems.Add(line, "", err.Error())
	}
	return err == nil
}

func (c Column) value(text string) (any, error) {
	switch {
	case text == "" && c.Optional:
		return c.Empty, nil
	case text == "":
		return nil, errors.New("is missing")
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return nil, errors.New("is not UTF-8 text")
	default:
		return c.Read(text)
	}
}
