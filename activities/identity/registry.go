package identity

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/registry"
)

// Registry calls the person registry.
type Registry struct{ gateway registry.Gateway }

// NewRegistry takes the registry's port.
func NewRegistry(g registry.Gateway) *Registry { return &Registry{gateway: g} }

// LookUpPerson asks who holds an ID. It refuses an ID and a birth date that do not belong together. A call that the registry
// refuses (a wrong key) says nothing about the person.
func (r *Registry) LookUpPerson(ctx context.Context, in contract.PersonQuery) (contract.PersonFound, error) {
	dates, calendar, err := identity.AtRegistry(in.Claim)
	if err != nil {
		return contract.PersonFound{}, failure.Map("look up person", err)
	}
	person, date, err := r.bornOnOneOf(ctx, in.Claim.IDNumber, dates, calendar)
	if errors.Is(err, gateway.ErrNotFound) {
		return contract.PersonFound{}, failure.Map("look up person", contract.RefuseField("idNumber", contract.FailIDMismatch))
	}
	found := contract.PersonFound{
		Claim: in.Claim, FullNameEn: person.FullNameEn, FullNameAr: person.FullNameAr, Gender: person.Gender,
		SIMCount: person.SIMCount, Blocked: person.Blocked,
	}
	if calendar == contract.CalendarGregorian && date != dates[0] {
		found.BornOn = date
	}
	return found, failure.Map("look up person", err)
}

// bornOnOneOf asks with each date until the registry knows the person by one of them.
func (r *Registry) bornOnOneOf(ctx context.Context, id string, dates []string, calendar contract.Calendar) (person registry.Person, date string, err error) {
	for _, date = range dates {
		person, err = r.gateway.LookUp(ctx, registry.Query{IDNumber: id, BirthDate: date, Calendar: calendar})
		if !errors.Is(err, gateway.ErrNotFound) {
			break
		}
	}
	return person, date, err
}
