// Package imports reads the lists that an operator loads: numbers, SIM cards, cities and the like. It reports the mistakes of
// each line; the store checks references to other tables when it writes the list.
package imports

import (
	"maps"
	"slices"
)

// Kind describes one kind of list.
type Kind struct {
	Name    string
	Key     string // the column that identifies a line
	Columns []Column
	// Row checks a rule over several columns; nil without one.
	Row func(r Row) error
	// Whole tells whether a list may also be complete, so that the import removes everything else.
	Whole bool
}

// Column is one column of a list. Read returns the value for the database.
type Column struct {
	Name     string
	Read     func(text string) (any, error)
	Optional bool
	Empty    any // the value of an empty optional column
	// From derives the value of an empty column from the rest of the row; it wins over Empty.
	From func(r Row) any
}

// Row is a line of a list: the value of each column by its name.
type Row map[string]any

// Kinds holds all kinds by their names.
var Kinds = byName(numberClasses, numbers, simCards, cities, branches, stores, operators, holidays, promoCodes,
	serviceCategories, services, countries, roamingOperators, gameBrands, games, bundles, bundleCountries, offers, bundleSteps,
	devices, dataPacks)

func byName(kinds ...Kind) map[string]Kind {
	all := map[string]Kind{}
	for _, k := range kinds {
		all[k.Name] = k
	}
	return all
}

// Names lists the kinds in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(Kinds)) }

// Names lists the columns in order.
func (k Kind) Names() []string {
	names := make([]string, len(k.Columns))
	for i, c := range k.Columns {
		names[i] = c.Name
	}
	return names
}

func (k Kind) position(column string) int {
	return slices.IndexFunc(k.Columns, func(c Column) bool { return c.Name == column })
}
