package coverage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Files are where things are.
type Files struct{ Spec, Reports, Document string }

// Update writes the document of this run. More missing than the present one says is refused: whoever takes a wrong
// proof away raises the number in it by hand, for others to see.
func Update(files Files) error {
	run, err := files.run()
	if err != nil {
		return err
	}
	return os.WriteFile(files.Document, []byte(run), 0o644)
}

// Check fails where the document is not the one of this run.
func Check(files Files) error {
	run, err := files.run()
	if err != nil {
		return err
	}
	committed, err := os.ReadFile(files.Document)
	if err != nil {
		return fmt.Errorf("read the document, which `make coverage` writes: %w", err)
	}
	if string(committed) != run {
		return fmt.Errorf("%s is not what this run says: run `make coverage` and commit it", files.Document)
	}
	return nil
}

// run is the document of this run, unless more is missing in it than in the present one.
func (f Files) run() (string, error) {
	entries, err := Read(f.Spec)
	if err != nil {
		return "", err
	}
	outcomes, err := ReadReports(f.Reports)
	if err != nil {
		return "", err
	}
	verdicts, err := Judge(entries, outcomes)
	if err != nil {
		return "", err
	}
	former, err := os.ReadFile(f.Document)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the former document: %w", err)
	}
	return Write(verdicts), mayFollow(string(former), verdicts)
}

// mayFollow lets what is missing only fall, and nothing leave the list.
func mayFollow(former string, verdicts []Verdict) error {
	at := strings.Index(former, totals[:strings.Index(totals, "%")])
	if at < 0 {
		return nil
	}
	var missing, entries int
	if _, err := fmt.Sscanf(former[at:], totals, &missing, &entries); err != nil {
		return fmt.Errorf("read the numbers of the former document: %w", err)
	}
	now := countOf(verdicts)
	if now.missing > missing {
		return fmt.Errorf("%d entries are missing, %d were before. New are: %s", now.missing, missing, strings.Join(lost(former, verdicts), ", "))
	}
	if now.entries < entries {
		return fmt.Errorf("there are %d entries, %d were before: the list stays", now.entries, entries)
	}
	return nil
}

// lost names what is missing now and was not before.
func lost(former string, verdicts []Verdict) (ids []string) {
	for _, v := range verdicts {
		if len(v.Lacks) > 0 && !strings.Contains(former, "`"+v.ID+"`") {
			ids = append(ids, v.ID)
		}
	}
	return ids
}
