// Package imports reads the lists that an operator brings in: numbers, SIM cards, cities and the like. It says of each line what in
// it cannot be meant; what the database alone knows is looked at where the list is written.
package imports

import (
	"maps"
	"slices"
)

// Kind is what is brought in: a row of the table of kinds.
type Kind struct {
	Name    string
	Key     string // the column that names what a line is about
	Columns []Column
	// Row looks at what no column alone can say; nil where there is no such rule.
	Row func(r Row) error
	// Whole tells whether a list may also be all there is, so that what is not in it goes.
	Whole bool
}

// Column is one column of a list. What Read makes of a text is what the database gets.
type Column struct {
	Name     string
	Read     func(text string) (any, error)
	Optional bool
	Empty    any // what counts where an optional column says nothing
	// From makes what is not said from the rest of the row; it wins over Empty.
	From func(r Row) any
}

// Row is a line of a list: the value of each column by its name.
type Row map[string]any

// Kinds are all kinds by their names, a row each.
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

// Names are the kinds in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(Kinds)) }

// Names are the columns in the order of the table of kinds.
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
