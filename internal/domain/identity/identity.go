// Package identity holds the rules on who may take a line: documents, checksum, age.
package identity

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/typed"
)

// Rules are the settings of these checks.
type Rules struct {
	MinAge        int  // full years
	CheckChecksum bool // the specification's sample data has numbers without a valid check digit
}

const citizen = "SA"

// Validate refuses a claim without asking another system: by document kind, nationality, check digit, birth date, age.
func Validate(claim contract.EligibilityClaim, rules Rules, now time.Time) error {
	if err := validateDocument(claim, rules); err != nil {
		return err
	}
	birth, err := BirthDate(claim)
	today := day(now.In(calendar.Riyadh).Date())
	switch {
	case err != nil:
		return err
	case birth.After(today), birth.Before(today.AddDate(-120, 0, 0)):
		return contract.RefuseField("birthDate", contract.FailBirthDateInvalid)
	case birth.AddDate(rules.MinAge, 0, 0).After(today):
		return contract.RefuseField("birthDate", contract.FailUnderage)
	default:
		return nil
	}
}

// day returns a date in the form of BirthDate.
func day(year int, month time.Month, of int) time.Time {
	return time.Date(year, month, of, 0, 0, 0, 0, time.UTC)
}

// validateDocument accepts a citizen's ID (1…) and an Iqama (2…), and refuses other documents for orders (spec §5).
func validateDocument(claim contract.EligibilityClaim, rules Rules) error {
	if len(claim.IDNumber) != 10 {
		return contract.RefuseField("idNumber", contract.FailIDChecksum)
	}
	first := claim.IDNumber[0]
	switch {
	case first != '1' && first != '2':
		return contract.RefuseField("idNumber", contract.FailDocumentNotAccepted)
	case (first == '1') != (claim.Nationality == citizen):
		return contract.RefuseField("nationality", contract.FailNationalityMismatch)
	case rules.CheckChecksum && !ChecksumValid(claim.IDNumber):
		return contract.RefuseField("idNumber", contract.FailIDChecksum)
	default:
		return nil
	}
}

// ChecksumValid tells whether the last of ten digits is the right check digit.
func ChecksumValid(id string) bool { return len(id) == 10 && typed.HasLuhnDigit(id) }

// Limits are the greatest numbers of SIMs under one ID.
type Limits struct{ Citizen, Resident int }

// Reached tells whether an ID has the greatest allowed number of SIMs.
func (l Limits) Reached(idNumber string, sims int) bool {
	if Resident(idNumber) {
		return sims >= l.Resident
	}
	return sims >= l.Citizen
}

// Resident tells an Iqama holder from a citizen.
func Resident(idNumber string) bool { return idNumber != "" && idNumber[0] == '2' }
