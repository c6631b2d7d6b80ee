package engine

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
)

// Most records of a list: in the control API, and on a page of the console.
const (
	Listed = 1000
	Shown  = 50
)

// Panel is a system's own part of the control API and the console, besides its knobs and scenarios.
type Panel struct {
	About string // the purpose of the system, in a sentence
	// Records are the latest, Magic the inputs that choose an outcome; nil if there are none.
	Records func(tx *Tx) *Sheet
	Magic   *Sheet
	Form    *Form // a further action for people; nil if there is none
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

// Field is an input of a form. Its name ends in ":number" for a number, in ":flag" for a check box.
type Field struct {
	Name    string
	Label   string
	Value   string
	Options []string // the choices
}

// Flag tells whether the field is a check box.
func (f Field) Flag() bool { return strings.HasSuffix(f.Name, ":flag") }

// Row is one record.
type Row struct {
	Cells   []string
	Path    string
	Actions []string
}

// Refusals of commands: the record is missing, or past that state.
var (
	ErrUnknown = errors.New("unknown")
	ErrOver    = errors.New("over")
	ErrBody    = errors.New("body is not the JSON expected")
)

// refusal has its own words and wraps one of these.
type refusal struct {
	text string
	kind error
}

func (r refusal) Error() string { return r.text }
func (r refusal) Unwrap() error { return r.kind }

// Unknown is an ErrUnknown with a text.
func Unknown(text string) error { return refusal{text, ErrUnknown} }

// Over is an ErrOver with a text.
func Over(text string) error { return refusal{text, ErrOver} }

// Decode reads the body of a command.
func Decode(body []byte, into any) error {
	if err := json.Unmarshal(body, into); err != nil {
		return ErrBody
	}
	return nil
}

// Items wraps a list as the API writes it.
func Items[T any](list []T) map[string][]T { return map[string][]T{"items": list} }

// Item is a list of the requested record, or an empty list.
func Item[T any](one T, known bool) map[string][]T {
	if !known {
		return Items([]T{})
	}
	return Items([]T{one})
}
