package allowance

import "regexp"

// Kind is what customers see usage as, each with a key of its own (specification §2).
type Kind string

// Kinds of usage.
const (
	Calls    Kind = "calls"
	DataUsed Kind = "data"
	SMSSent  Kind = "sms"
)

// KindOf is what usage in a unit is shown as.
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

// UnitOfKind is what a kind is counted in.
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

// Place is where something was used, or where to.
type Place string

// Places.
const (
	AtHome  Place = "local"
	Abroad  Place = "international" // from here to another country
	Roaming Place = "roaming"       // in another country
)

// PlaceOf is the place of a type.
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

// TypesOf are the types of a kind, those of one place where one is named.
func TypesOf(kind Kind, place Place) (found []string) {
	for _, row := range types {
		if KindOf(row.unit) == kind && (place == "" || PlaceOf(row.name) == place) {
			found = append(found, string(row.name))
		}
	}
	return found
}

// callable is a number as the network names one: with its country, as it was dialled, or a short one.
var callable = regexp.MustCompile(`^\+?[0-9]{3,20}$`)

// PartyOf is the number a call or message went to. Anything that is none is left out: what was used counts all the same.
func PartyOf(e Event) string {
	if KindOf(e.Unit) == DataUsed || !callable.MatchString(e.Party) {
		return ""
	}
	return e.Party
}
