// Package allowance holds the rules on what a line may use: which bucket gives what of an event, and when its customer is told.
package allowance

import (
	"cmp"
	"slices"
	"time"
)

// Type is what a bucket is for, and what is used.
type Type string

// Types of buckets that usage is taken from.
const (
	LocalMinutes   Type = "local_min"
	Data           Type = "data"
	SocialMedia    Type = "social_media"
	Messages       Type = "sms"
	WiFi           Type = "wifi_data"
	RoamingData    Type = "roaming_data"
	AbroadMinutes  Type = "int_min" // calls to other countries
	RoamingMinutes Type = "roaming_min"
)

// Unit is what amounts of a type are counted in.
type Unit string

// Units.
const (
	Megabyte Unit = "MB"
	Minute   Unit = "minute"
	SMS      Unit = "sms"
)

// types has a row for each: its unit, and the types whose buckets it is taken from, in this order.
var types = []struct {
	name    Type
	unit    Unit
	sources []Type
}{
	{LocalMinutes, Minute, []Type{LocalMinutes}},
	{Data, Megabyte, []Type{Data}},
	{SocialMedia, Megabyte, []Type{SocialMedia, Data}},
	{Messages, SMS, []Type{Messages}},
	{WiFi, Megabyte, []Type{WiFi, Data}},
	{RoamingData, Megabyte, []Type{RoamingData}},
	{AbroadMinutes, Minute, []Type{AbroadMinutes}},
	{RoamingMinutes, Minute, []Type{RoamingMinutes}},
}

// UnitOf is the unit of a type; one that nobody can use is not known.
func UnitOf(t Type) (unit Unit, known bool) {
	for _, row := range types {
		if row.name == t {
			return row.unit, true
		}
	}
	return "", false
}

// sourcesOf are the types whose buckets give, in their order.
func sourcesOf(t Type) []Type {
	for _, row := range types {
		if row.name == t {
			return row.sources
		}
	}
	return nil
}

// Family names the types that share buckets with a type: what is used of one changes what is left for the others. A type that
// nobody can use is a family of its own.
func Family(t Type) Type {
	sources := sourcesOf(t)
	if len(sources) == 0 {
		return t
	}
	return sources[len(sources)-1]
}

// Members are the types of a family.
func Members(family Type) (members []Type) {
	for _, row := range types {
		if Family(row.name) == family {
			members = append(members, row.name)
		}
	}
	return members
}

// Bucket is an amount of one type with a time in which it counts.
type Bucket struct {
	ID     string
	Type   Type
	Total  *int64 // in its type's unit; nil is unlimited
	Used   int64
	From   time.Time
	Until  *time.Time // the first moment it does not count any more; nil has no end
	Bought bool       // not of a plan
	Told   Level      // the highest level its customer was told about
}

// InForce tells whether a bucket counts at a moment.
func (b Bucket) InForce(at time.Time) bool {
	return !at.Before(b.From) && (b.Until == nil || at.Before(*b.Until))
}

// Compare puts buckets of one type into the order of their use: what would be lost first is used first. Of those that end together
// the plan's comes before a bought one, then the oldest.
func Compare(a, b Bucket) int {
	return cmp.Or(compareEnds(a.Until, b.Until), compareBought(a.Bought, b.Bought), a.From.Compare(b.From), cmp.Compare(a.ID, b.ID))
}

func compareEnds(a, b *time.Time) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	default:
		return a.Compare(*b)
	}
}

func compareBought(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// inOrder are buckets by type, each list in the order of use.
func inOrder(buckets []Bucket) map[Type][]Bucket {
	ordered := map[Type][]Bucket{}
	for _, b := range slices.SortedFunc(slices.Values(buckets), Compare) {
		ordered[b.Type] = append(ordered[b.Type], b)
	}
	return ordered
}
