package coverage

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	runnerGo  = "go"
	runnerWeb = "web"
	runnerE2E = "e2e"
	module    = "selfcare/"
)

// test names a test in the same words whoever ran it.
type test struct{ runner, place, name string }

type outcome int

const (
	unknown outcome = iota
	skipped
	passed
	failed
)

// Outcomes is what became of each test of a run. A test that ran several times, for a visitor each or also with the
// race detector, has failed if it failed once.
type Outcomes map[test]outcome

type report struct {
	Cases []testCase `xml:"testsuite>testcase"`
}

type testCase struct {
	Place   string    `xml:"classname,attr"`
	Name    string    `xml:"name,attr"`
	Failure *struct{} `xml:"failure"`
	Error   *struct{} `xml:"error"`
	Skipped *struct{} `xml:"skipped"`
}

// ReadReports reads what the runners wrote. Without a C compiler there is no race.xml and no one.xml: their tests are then in go.xml.
func ReadReports(folder string) (Outcomes, error) {
	all := Outcomes{}
	for _, from := range []struct{ file, runner string }{
		{"go.xml", runnerGo}, {"race.xml", runnerGo}, {"one.xml", runnerGo}, {"web.xml", runnerWeb}, {"e2e.xml", runnerE2E},
	} {
		text, err := os.ReadFile(filepath.Join(folder, from.file))
		if (from.file == "race.xml" || from.file == "one.xml") && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read a report, which `make test` writes: %w", err)
		}
		if err := all.take(from.runner, text); err != nil {
			return nil, fmt.Errorf("read %s: %w", from.file, err)
		}
	}
	return all, nil
}

func (o Outcomes) take(runner string, text []byte) error {
	var read report
	if err := xml.Unmarshal(text, &read); err != nil {
		return err
	}
	for _, c := range read.Cases {
		key := test{runner, strings.TrimPrefix(c.Place, module), c.Name}
		if runner == runnerE2E { // before its title a journey may say who goes on it
			words := strings.Split(c.Name, " › ")
			key.name = words[len(words)-1]
		}
		o[key] = max(o[key], c.outcome())
	}
	return nil
}

func (c testCase) outcome() outcome {
	switch {
	case c.Failure != nil || c.Error != nil:
		return failed
	case c.Skipped != nil:
		return skipped
	default:
		return passed
	}
}
