// Package registry is the port to the person registry: who holds an ID, and how many SIMs are registered under it.
package registry

import (
	"context"

	"selfcare/internal/contract"
)

// Person is the registry's record of a person.
type Person struct {
	FullNameEn string
	FullNameAr string
	Gender     contract.Gender // empty if unknown
	SIMCount   int             // lines of all operators under this ID
	Blocked    bool            // may not take a new line
}

// Query names a person.
type Query struct {
	IDNumber  string
	BirthDate string // YYYY-MM-DD in Calendar
	Calendar  contract.Calendar
}

// Gateway looks people up. It only reads, so it may always be repeated. Errors are gateway.ErrNotFound (ID and birth date do
// not belong together), ErrRetry, ErrFinal.
type Gateway interface {
	LookUp(ctx context.Context, who Query) (Person, error)
}
