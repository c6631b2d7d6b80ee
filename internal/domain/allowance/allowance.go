// Package allowance holds the rules on buckets: which of them usage is taken from, and when the customer is told about one.
package allowance

import (
	"cmp"
	"slices"
	"time"
)

// Type is a kind of usage, and the purpose of a bucket.
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

// Unit is the measure of an amount.
type Unit string

// Units.
const (
	Megabyte Unit = "MB"
	Minute   Unit = "minute"
	SMS      Unit = "sms"
)

// types has one row for each type: its unit, and the types of the buckets that it is taken from, in order.
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

// Types lists the types.
func Types() (all []Type) {
	for _, row := range types {
		all = append(all, row.name)
	}
	return all
}

// UnitOf returns the unit of a type, and false for an unknown type.
func UnitOf(t Type) (unit Unit, known bool) {
	for _, row := range types {
		if row.name == t {
			return row.unit, true
		}
	}
	return "", false
}

// SourcesOf returns the types of the buckets that a type is taken from, in order.
func SourcesOf(t Type) []Type {
	for _, row := range types {
		if row.name == t {
			return row.sources
		}
	}
	return nil
}

// Family names the types that share buckets: usage of one type changes the rest of the others. An unknown type is its own family.
func Family(t Type) Type {
	sources := SourcesOf(t)
	if len(sources) == 0 {
		return t
	}
	return sources[len(sources)-1]
}

// Members lists the types of a family.
func Members(family Type) (members []Type) {
	for _, row := range types {
		if Family(row.name) == family {
			members = append(members, row.name)
		}
	}
	return members
}

// Bucket is an amount of one type that is valid for a time.
type Bucket struct {
	ID     string
	Type   Type
	Total  *int64 // in its type's unit; nil is unlimited
	Used   int64
	From   time.Time
	Until  *time.Time // the first moment after its validity; nil has no end
	Bought bool       // added to the plan
	Told   Level      // the highest level that the customer was told about
}

// InForce tells whether a bucket is valid at a moment.
func (b Bucket) InForce(at time.Time) bool {
	return !at.Before(b.From) && (b.Until == nil || at.Before(*b.Until))
}

// Compare orders buckets of one type by their use: the bucket that ends first is used first. With the same end, the plan's bucket
// comes before a bought one, then the oldest.
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

// Cover returns how much of the wanted amount the bucket can still cover; an unlimited bucket covers all.
func (b Bucket) Cover(used, wanted int64) int64 {
	if b.Total == nil {
		return wanted
	}
	return max(0, min(wanted, *b.Total-used))
}

// Order groups buckets by type, each list in the order of use.
func Order(buckets []Bucket) map[Type][]Bucket {
	ordered := map[Type][]Bucket{}
	for _, b := range slices.SortedFunc(slices.Values(buckets), Compare) {
		ordered[b.Type] = append(ordered[b.Type], b)
	}
	return ordered
}
