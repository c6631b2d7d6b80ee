package allowance

import "regexp"

// Kind is a group of usage types as customers see it, each with its own key (specification §2).
type Kind string

// Kinds of usage.
const (
	Calls    Kind = "calls"
	DataUsed Kind = "data"
	SMSSent  Kind = "sms"
)

// KindOf returns the kind of a unit.
func KindOf(unit Unit) Kind {
	switch unit {
	case Minute:
		return Calls
	case Megabyte:
		return DataUsed
	default:
		return SMSSent
	}
}

// UnitOfKind returns the unit of a kind.
func UnitOfKind(kind Kind) Unit {
	switch kind {
	case Calls:
		return Minute
	case DataUsed:
		return Megabyte
	default:
		return SMS
	}
}

// Place is the place of usage, or the destination of a call.
type Place string

// Places.
const (
	AtHome  Place = "local"
	Abroad  Place = "international" // from Saudi Arabia to another country
	Roaming Place = "roaming"       // in another country
)

// PlaceOf returns the place of a type.
func PlaceOf(t Type) Place {
	switch t {
	case AbroadMinutes:
		return Abroad
	case RoamingData, RoamingMinutes:
		return Roaming
	default:
		return AtHome
	}
}

// TypesOf lists the types of a kind, limited to one place where the caller names it.
func TypesOf(kind Kind, place Place) (found []string) {
	for _, row := range types {
		if KindOf(row.unit) == kind && (place == "" || PlaceOf(row.name) == place) {
			found = append(found, string(row.name))
		}
	}
	return found
}

// callable matches a number as the network reports it: with its country code, as dialled, or a short code.
var callable = regexp.MustCompile(`^\+?[0-9]{3,20}$`)

// PartyOf returns the number that was called or texted, and nothing for a malformed number: the usage counts all the same.
func PartyOf(e Event) string {
	if KindOf(e.Unit) == DataUsed || !callable.MatchString(e.Party) {
		return ""
	}
	return e.Party
}
