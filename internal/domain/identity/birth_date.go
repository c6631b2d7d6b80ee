package identity

import (
	"fmt"
	"strconv"
	"time"

	"github.com/hablullah/go-hijri"

	"selfcare/internal/contract"
)

// Years of which the Umm al-Qura calendar as it was published is known.
const (
	firstHijriYear = 1356
	lastHijriYear  = 1500
)

// BirthDate is the day a claim names. No table refuses a day from 1 to 30 of a Hijri month: the person registry is asked for it as it was typed.
func BirthDate(claim contract.EligibilityClaim) (time.Time, error) {
	if claim.BirthDateCalendar == contract.CalendarHijri {
		return hijriBirthDate(claim.BirthDate)
	}
	day, err := time.Parse(time.DateOnly, claim.BirthDate)
	if err != nil {
		return day, contract.RefuseField("birthDate", contract.FailBirthDateInvalid)
	}
	return day, nil
}

func hijriBirthDate(typed string) (time.Time, error) {
	day, ok := hijriParts(typed)
	switch {
	case !ok:
		return time.Time{}, contract.RefuseField("birthDate", contract.FailBirthDateInvalid)
	case day.Year < firstHijriYear || day.Year > lastHijriYear:
		return time.Time{}, contract.RefuseField("birthDate", contract.FailHijriYearUnknown)
	}
	// Printed calendars differ by a day, and the ID card is what counts: day 30 of a month that has 29 days here is the first of the next one.
	return day.ToGregorian(), nil
}

// hijriParts reads YYYY-MM-DD of a calendar whose months have 30 days at most.
func hijriParts(typed string) (hijri.UmmAlQuraDate, bool) {
	var day hijri.UmmAlQuraDate
	if len(typed) != len(time.DateOnly) || typed[4] != '-' || typed[7] != '-' {
		return day, false
	}
	parts := []struct {
		of   string
		into *int64
	}{{typed[:4], &day.Year}, {typed[5:7], &day.Month}, {typed[8:], &day.Day}}
	for _, part := range parts {
		number, err := strconv.ParseUint(part.of, 10, 16)
		if err != nil {
			return day, false
		}
		*part.into = int64(number)
	}
	return day, day.Month >= 1 && day.Month <= 12 && day.Day >= 1 && day.Day <= 30
}

// AtRegistry is the birth date in the calendar by which the person registry knows somebody: Hijri for citizens, Gregorian
// for residents. What was typed in that calendar is asked for as it stands.
func AtRegistry(claim contract.EligibilityClaim) (date string, calendar contract.Calendar, err error) {
	born, err := BirthDate(claim)
	if err != nil {
		return "", "", err
	}
	if Resident(claim.IDNumber) {
		return born.Format(time.DateOnly), contract.CalendarGregorian, nil
	}
	if claim.BirthDateCalendar == contract.CalendarHijri {
		return claim.BirthDate, contract.CalendarHijri, nil
	}
	day, err := hijri.CreateUmmAlQuraDate(born)
	if err != nil { // older than the calendar's tables
		return claim.BirthDate, contract.CalendarGregorian, nil //nolint:nilerr // the registry knows such days by both
	}
	return fmt.Sprintf("%04d-%02d-%02d", day.Year, day.Month, day.Day), contract.CalendarHijri, nil
}

// Person is who a claim turned out to name: born on a Gregorian day, with what was typed beside it.
func Person(found contract.PersonFound) (contract.Person, error) {
	born, err := BirthDate(found.Claim)
	person := contract.Person{
		IDNumber: found.Claim.IDNumber, Nationality: found.Claim.Nationality, BirthDate: born.Format(time.DateOnly),
		FullNameEn: found.FullNameEn, FullNameAr: found.FullNameAr, Gender: found.Gender,
	}
	if found.Claim.BirthDateCalendar == contract.CalendarHijri {
		person.BirthDateHijri = found.Claim.BirthDate
	}
	return person, err
}
