package usage

import (
	"regexp"

	"selfcare/internal/domain/allowance"
)

// Kind is a group of usage types as customers see it, each with its own key (specification §2).
type Kind string

// Kinds of usage.
const (
	Calls    Kind = "calls"
	DataUsed Kind = "data"
	SMSSent  Kind = "sms"
)

// KindOf returns the kind of a unit.
func KindOf(unit allowance.Unit) Kind {
	switch unit {
	case allowance.Minute:
		return Calls
	case allowance.Megabyte:
		return DataUsed
	default:
		return SMSSent
	}
}

// UnitOfKind returns the unit of a kind.
func UnitOfKind(kind Kind) allowance.Unit {
	switch kind {
	case Calls:
		return allowance.Minute
	case DataUsed:
		return allowance.Megabyte
	default:
		return allowance.SMS
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
func PlaceOf(t allowance.Type) Place {
	switch t {
	case allowance.AbroadMinutes:
		return Abroad
	case allowance.RoamingData, allowance.RoamingMinutes:
		return Roaming
	default:
		return AtHome
	}
}

// TypesOf lists the types of a kind, limited to one place where the caller names it.
func TypesOf(kind Kind, place Place) (found []string) {
	for _, t := range allowance.Types() {
		if unit, _ := allowance.UnitOf(t); KindOf(unit) == kind && (place == "" || PlaceOf(t) == place) {
			found = append(found, string(t))
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
