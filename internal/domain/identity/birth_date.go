package identity

import (
	"fmt"
	"strconv"
	"time"

	"github.com/hablullah/go-hijri"

	"selfcare/internal/contract"
)

// Years of the published Umm al-Qura calendar.
const (
	firstHijriYear = 1356
	lastHijriYear  = 1500
)

// BirthDate returns the birth date of a claim. It accepts the days 1 to 30 of each Hijri month, because the person registry
// decides on the date as it was typed.
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
	// Printed calendars differ by a day, and the ID card decides: day 30 of a month with 29 days here becomes the first of the
	// next month.
	return day.ToGregorian(), nil
}

// hijriParts reads YYYY-MM-DD of a calendar whose months have at most 30 days.
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

// agreedSince is the first Hijri year in which all printed calendars begin their months on the same days.
const agreedSince = 1423

// AtRegistry returns the birth dates to ask the person registry for, the likeliest first, in the calendar of the registry: Hijri
// for citizens, Gregorian for residents. A date that was typed in that calendar is used as it stands. A converted date may be a
// day off, because printed calendars differ before 1423.
func AtRegistry(claim contract.EligibilityClaim) (dates []string, calendar contract.Calendar, err error) {
	born, err := BirthDate(claim)
	if err != nil {
		return nil, "", err
	}
	isHijri := claim.BirthDateCalendar == contract.CalendarHijri
	if Resident(claim.IDNumber) {
		dates = []string{born.Format(time.DateOnly)}
		if typed, _ := hijriParts(claim.BirthDate); isHijri && typed.Year < agreedSince {
			dates = append(dates, born.AddDate(0, 0, -1).Format(time.DateOnly), born.AddDate(0, 0, 1).Format(time.DateOnly))
		}
		return dates, contract.CalendarGregorian, nil
	}
	if isHijri {
		return []string{claim.BirthDate}, contract.CalendarHijri, nil
	}
	day, err := hijri.CreateUmmAlQuraDate(born)
	if err != nil { // older than the calendar's tables
		return []string{claim.BirthDate}, contract.CalendarGregorian, nil //nolint:nilerr // the registry knows such days by both
	}
	dates = []string{written(day)}
	if day.Year < agreedSince {
		dates = append(dates, neighbourDates(day)...)
	}
	return dates, contract.CalendarHijri, nil
}

// neighbourDates returns the dates that another printed calendar may have for a day. A month may have 29 days in one calendar and 30 in
// another, so the day before the first may be either, and the day after the 29th may be the 30th.
func neighbourDates(day hijri.UmmAlQuraDate) (dates []string) {
	born := day.ToGregorian()
	for _, off := range []int{-1, 1} {
		next, err := hijri.CreateUmmAlQuraDate(born.AddDate(0, 0, off))
		if err != nil {
			continue // the day before the calendar's first
		}
		dates = append(dates, written(next))
		switch {
		case off < 0 && day.Day == 1:
			next.Day = min(59-next.Day, 30) // the 30th for the 29th, the 29th for the 30th
			dates = append(dates, written(next))
		case off > 0 && next.Day == 1 && day.Day < 30:
			day.Day++
			dates = append(dates, written(day))
		}
	}
	return dates
}

func written(day hijri.UmmAlQuraDate) string {
	return fmt.Sprintf("%04d-%02d-%02d", day.Year, day.Month, day.Day)
}

// Person returns the person whom a claim names, with the registry's Gregorian birth date when it gives one.
func Person(found contract.PersonFound) (contract.Person, error) {
	born, err := BirthDate(found.Claim)
	person := contract.Person{
		IDNumber: found.Claim.IDNumber, Nationality: found.Claim.Nationality, BirthDate: born.Format(time.DateOnly),
		FullNameEn: found.FullNameEn, FullNameAr: found.FullNameAr, Gender: found.Gender,
	}
	if found.Claim.BirthDateCalendar == contract.CalendarHijri {
		person.BirthDateHijri = found.Claim.BirthDate
	}
	if found.BornOn != "" {
		person.BirthDate = found.BornOn
	}
	return person, err
}
