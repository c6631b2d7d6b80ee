package site

import (
	"fmt"

	"selfcare/internal/domain/configfile"
)

// Parse reads a content file, YAML or JSON. The error lists every mistake with its line, one sentence each.
func Parse(file string) (Site, error) {
	var read Site
	problems, err := configfile.Read(file, &read)
	if err != nil {
		return Site{}, fmt.Errorf("read the content: %w", err)
	}
	if len(problems) == 0 {
		problems = read.examine()
	}
	if len(problems) == 0 {
		return read, nil
	}
	return Site{}, configfile.Locate(file, problems)
}
