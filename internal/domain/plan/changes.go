package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"selfcare/internal/domain/configfile"
)

// Difference is the change of one part of a catalogue. Changed names the changed fields: "hawakom-90 (price, items)".
type Difference struct {
	Added     []string
	Changed   []string
	Gone      []string // plans leave the shop, but stay with their lines
	Unchanged int
}

// Changes are the effects of an import on a catalogue.
type Changes struct {
	Plans      Difference
	Categories Difference
	Rates      Difference
}

// None tells whether nothing changes.
func (c Changes) None() bool {
	return c.Plans.none() && c.Categories.none() && c.Rates.none()
}

func (d Difference) none() bool {
	return len(d.Added)+len(d.Changed)+len(d.Gone) == 0
}

// Compare returns the changes from the stored catalogue to the wanted one. The stored catalogue also has plans that have left the
// shop: they and their categories stay. A forbidden change is a problem at its place in the file.
func Compare(stored, wanted List) (Changes, []configfile.Problem) {
	var c Changes
	c.Plans = difference(stored.Plans, wanted.Plans, func(p Plan) string { return p.ID }, func(p Plan) bool { return p.OnSale })
	needed := categoriesOf(stored.Plans, wanted.Plans)
	c.Categories = difference(stored.Categories, wanted.Categories, func(c Category) string { return c.Key },
		func(c Category) bool { return !slices.Contains(needed, c.Key) })
	c.Rates = difference(stored.Rates, wanted.Rates, func(r Rate) string { return strings.TrimSpace(r.Key + " " + r.PlanID) },
		func(Rate) bool { return true })
	return c, findForbidden(stored.Plans, wanted.Plans)
}

// difference compares two lists; goes tells whether the absence of an entry is a change.
func difference[T any](stored, wanted []T, name func(T) string, goes func(T) bool) (d Difference) {
	before := map[string]T{}
	for _, one := range stored {
		before[name(one)] = one
	}
	for _, one := range wanted {
		old, known := before[name(one)]
		delete(before, name(one))
		fields := otherFields(old, one)
		switch {
		case !known:
			d.Added = append(d.Added, name(one))
		case len(fields) > 0:
			d.Changed = append(d.Changed, fmt.Sprintf("%s (%s)", name(one), strings.Join(fields, ", ")))
		default:
			d.Unchanged++
		}
	}
	for _, one := range stored {
		if _, left := before[name(one)]; left && goes(one) {
			d.Gone = append(d.Gone, name(one))
		}
	}
	return d
}

// otherFields lists the fields in which two values differ.
func otherFields[T any](a, b T) (names []string) {
	left, right := reflect.ValueOf(a), reflect.ValueOf(b)
	for _, field := range reflect.VisibleFields(left.Type()) {
		one, other := left.FieldByIndex(field.Index), right.FieldByIndex(field.Index)
		none := field.Type.Kind() == reflect.Slice && one.Len() == 0 && other.Len() == 0
		if !none && !reflect.DeepEqual(one.Interface(), other.Interface()) {
			names = append(names, strings.ToLower(field.Name[:1])+field.Name[1:])
		}
	}
	return names
}

// categoriesOf lists the categories of plans that leave the shop, or left it before.
func categoriesOf(stored, wanted []Plan) (keys []string) {
	for _, p := range stored {
		if !slices.ContainsFunc(wanted, func(w Plan) bool { return w.ID == p.ID }) {
			keys = append(keys, p.Category)
		}
	}
	return keys
}

// findForbidden refuses changes that the lines of a plan do not allow: kind and subscription type stay, and an external id belongs
// to one plan, on sale or not.
func findForbidden(stored, wanted []Plan) (problems []configfile.Problem) {
	for i, w := range wanted {
		where := fmt.Sprintf("plans[%d]", i)
		for _, s := range stored {
			if s.ID == w.ID && s.Kind != w.Kind {
				problems = append(problems, configfile.Problem{Key: where + ".kind", Text: "stays " + s.Kind + ": use a new id for the other plan"})
			}
			if s.ID == w.ID && s.SubscriptionType != w.SubscriptionType {
				problems = append(problems, configfile.Problem{Key: where + ".subscription", Text: "stays " + s.SubscriptionType + ": use a new id for the other plan"})
			}
			if s.ExternalID == w.ExternalID && s.ID != w.ID && !slices.ContainsFunc(wanted, func(o Plan) bool { return o.ID == s.ID }) {
				problems = append(problems, configfile.Problem{Key: where + ".externalId", Text: "is that of " + s.ID + ", which is no longer on sale"})
			}
		}
	}
	return problems
}
