package site

import (
	"fmt"

	"selfcare/internal/domain/written"
)

// Parse reads a file of content, YAML or JSON. The error names every line that cannot be meant, one sentence each.
func Parse(file string) (Site, error) {
	var read Site
	problems, err := written.Read(file, &read)
	if err != nil {
		return Site{}, fmt.Errorf("read the content: %w", err)
	}
	if len(problems) == 0 {
		problems = read.examine()
	}
	if len(problems) == 0 {
		return read, nil
	}
	return Site{}, written.Locate(file, problems)
}
