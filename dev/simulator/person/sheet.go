package person

import (
	"slices"
	"strings"

	"selfcare/dev/simulator/engine"
)

// Sheet lists made-up people by the outcome that their ID numbers choose.
func Sheet(outcomes map[int]string) *engine.Sheet {
	t := &engine.Sheet{Head: []string{"Citizen", "Resident", "Outcome"}}
	for digits, outcome := range outcomes {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{ID(1, digits), ID(2, digits), outcome}})
	}
	slices.SortFunc(t.Rows, func(a, b engine.Row) int { return strings.Compare(a.Cells[0], b.Cells[0]) })
	return t
}
