// Package ways tells which statements of the workflows no recorded history runs when it is replayed.
package ways

import (
	"bufio"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// Workflows is where the statements stand; what tests are made of is no part of it.
const (
	Workflows = "workflows/"
	fakes     = "workflows/internal/workflowtest/"
	module    = "selfcare/"
)

// block is a piece of code that runs as a whole, as the compiler counts it.
type block struct {
	file     string // from the root of the repository
	from, to token.Position
}

// Unrecorded names the statements that no replay has run, each with the place to look at, and the exceptions that are none.
// What only hands an error on, only logs or only refuses before there is any history is left out.
func Unrecorded(profile string, exceptions map[string]string) (problems []string, err error) {
	unseen, err := neverRun(profile)
	if err != nil {
		return nil, err
	}
	sources, used := sources{}, map[string]bool{}
	for _, one := range unseen {
		source, err := sources.of(one.file)
		if err != nil {
			return nil, err
		}
		found := source.at(one)
		if found.excused {
			continue
		}
		used[found.name] = true
		if exceptions[found.name] == "" {
			problems = append(problems, fmt.Sprintf("%s:%d: on no recorded way: %q", one.file, one.from.Line, found.name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(exceptions)) {
		if !used[name] {
			problems = append(problems, fmt.Sprintf("%q is no exception: it is recorded, or gone", name))
		}
	}
	return problems, nil
}

// neverRun reads a profile of `go test`, which has a line for each block and each package that was tested.
func neverRun(profile string) ([]block, error) {
	text, err := os.ReadFile(profile)
	if err != nil {
		return nil, err
	}
	ran := map[block]bool{}
	lines := bufio.NewScanner(strings.NewReader(string(text)))
	for lines.Scan() {
		name, rest, found := strings.Cut(strings.TrimPrefix(lines.Text(), module), ":")
		if !found || !strings.HasPrefix(name, Workflows) || strings.HasPrefix(name, fakes) {
			continue
		}
		one, statements, count := block{file: name}, 0, 0
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d",
			&one.from.Line, &one.from.Column, &one.to.Line, &one.to.Column, &statements, &count); err != nil {
			return nil, fmt.Errorf("%s: %w", lines.Text(), err)
		}
		if statements > 0 {
			ran[one] = ran[one] || count > 0
		}
	}
	if len(ran) == 0 {
		return nil, fmt.Errorf("%s counts nothing of %s", profile, Workflows)
	}
	maps.DeleteFunc(ran, func(_ block, seen bool) bool { return seen })
	return slices.SortedFunc(maps.Keys(ran), inOrder), nil
}

func inOrder(a, b block) int {
	if a.file != b.file {
		return strings.Compare(a.file, b.file)
	}
	return (a.from.Line-b.from.Line)*1000 + a.from.Column - b.from.Column
}

// place is where an exception says it is: file without its ending, function, first line.
func place(file, function, line string) string {
	return strings.TrimSuffix(strings.TrimPrefix(path.Clean(file), Workflows), ".go") + " · " + function + " · " + line
}
