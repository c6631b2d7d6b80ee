package engine

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
)

// Most records that a list has: of the control API, and of a page of the console.
const (
	Listed = 1000
	Shown  = 50
)

// Panel is what the control API and the console have of one system besides its knobs and scenarios.
type Panel struct {
	About string // what the system stands for, in a sentence
	// Records are the latest, Magic the inputs that choose an outcome; nil where there are none.
	Records func(tx *Tx) *Sheet
	Magic   *Sheet
	Form    *Form // what else a person can have the system do; nil where there is nothing
	// Reads answer GET /control/<system>/<name>.
	Reads map[string]func(tx *Tx, query url.Values) any
	// Commands do POST /control/<system>/<name>/{id}/<verb>, by "<name>/{id}/<verb>".
	Commands map[string]func(tx *Tx, id string, body []byte) error
}

// Sheet is a list of records, each with buttons that send a status to its path.
type Sheet struct {
	Title string
	Head  []string
	Rows  []Row
}

// Form is sent to a command.
type Form struct {
	Title  string
	Path   string
	Button string
	Fields []Field
}

// Field is an input of a form. Its name ends in ":number" where a number is expected, in ":flag" for a box to tick.
type Field struct {
	Name    string
	Label   string
	Value   string
	Options []string // to choose from
}

// Flag tells whether the field is a box to tick.
func (f Field) Flag() bool { return strings.HasSuffix(f.Name, ":flag") }

// Row is one record.
type Row struct {
	Cells   []string
	Path    string
	Actions []string
}

// Refusals of commands: the record is not there, or it is past that.
var (
	ErrUnknown = errors.New("unknown")
	ErrOver    = errors.New("over")
	ErrBody    = errors.New("body is not the JSON expected")
)

// refusal says in its own words that it is one of these.
type refusal struct {
	text string
	kind error
}

func (r refusal) Error() string { return r.text }
func (r refusal) Unwrap() error { return r.kind }

// Unknown is an ErrUnknown in words.
func Unknown(text string) error { return refusal{text, ErrUnknown} }

// Over is an ErrOver in words.
func Over(text string) error { return refusal{text, ErrOver} }

// Decode reads the body of a command.
func Decode(body []byte, into any) error {
	if err := json.Unmarshal(body, into); err != nil {
		return ErrBody
	}
	return nil
}

// Items is how lists are written.
func Items[T any](list []T) map[string][]T { return map[string][]T{"items": list} }

// Item is a list of the one record asked for, or of none.
func Item[T any](one T, known bool) map[string][]T {
	if !known {
		return Items([]T{})
	}
	return Items([]T{one})
}
