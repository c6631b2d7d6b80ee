package imports

import (
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/imports"
)

// The names of columns come from the table of kinds, never from a list.

func idents(names []string) bun.Safe { return bun.Safe(strings.Join(names, ", ")) }

func prefixed(table string, names []string) bun.Safe {
	return bun.Safe(table + "." + strings.Join(names, ", "+table+"."))
}

func assignments(names []string) bun.Safe {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = name + " = EXCLUDED." + name
	}
	return bun.Safe(strings.Join(all, ", "))
}

// others are the columns other than the key.
func others(kind imports.Kind) []string {
	return slices.DeleteFunc(kind.Names(), func(name string) bool { return name == kind.Key })
}

// joined is the join with the row of a line, if a condition needs it.
func joined(kind imports.Kind, into table, c condition) bun.Safe {
	if c.there == "" {
		return ""
	}
	return bun.Safe("JOIN " + into.name + " AS t ON t." + kind.Key + " = s." + kind.Key)
}

func (c condition) condition() string {
	if c.there == "" {
		return c.where
	}
	return c.there + " AND " + c.where
}

// detailed is SQL for the detail of a line.
func (c condition) detailed() string {
	if c.detail == "" {
		return "''"
	}
	return c.detail
}
