// Package coverage says what of the specification is proven by tests. The specification is docs/spec.yaml, a fact per
// entry with the tests that prove it; an entry counts when all of them ran and passed.
package coverage

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Entry is one fact of the specification that a tester could check.
type Entry struct {
	ID   string
	Says string
	// Request is what produces a message: method and path.
	Request string
	// Page is what of a screen was seen.
	Page     *Page
	Evidence `yaml:",inline"`
}

// Page is the three states of a screen: the data of the API, none of it, and no answer.
type Page struct{ Data, Empty, Error Evidence }

// Evidence is what proves something, or why nothing can.
type Evidence struct {
	Proof []Proof
	NA    string
}

// Proof names one test as the report of its runner does.
type Proof struct {
	Go  string // package, space, test
	Web string // file under web, " > ", title
	E2E string // file under web/e2e, " > ", title
}

// Read reads the specification and says all that is wrong with it.
func Read(path string) ([]Entry, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the specification: %w", err)
	}
	entries, err := parse(file)
	return entries, errors.Join(err, file.Close())
}

func parse(file io.Reader) ([]Entry, error) {
	var entries []Entry
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	if err := decoder.Decode(&entries); err != nil {
		return nil, fmt.Errorf("read the specification: %w", err)
	}
	return entries, validate(entries)
}

// isMessage: an entry of chapter 8 without a further part in its id is one that customers read.
func (e Entry) isMessage() bool {
	return strings.HasPrefix(e.ID, "8.") && strings.Count(e.ID, ".") == 1
}

func (e Entry) isScreen() bool { return strings.HasPrefix(e.ID, "2.screen.") }

// chapter is the number an id begins with; rows of the product's list have none.
func (e Entry) chapter() string {
	number, _, found := strings.Cut(e.ID, ".")
	if !found {
		return rows
	}
	return number
}

// parts are the states of a page by name.
func (p *Page) parts() []part {
	if p == nil {
		p = &Page{}
	}
	return []part{{"data", p.Data}, {"empty", p.Empty}, {"error", p.Error}}
}

type part struct {
	name string
	Evidence
}

func (p Proof) String() string {
	switch {
	case p.Go != "":
		return "go: " + p.Go
	case p.Web != "":
		return "web: " + p.Web
	default:
		return "e2e: " + p.E2E
	}
}
