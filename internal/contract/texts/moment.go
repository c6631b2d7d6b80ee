package texts

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

var (
	urduDays = [...]string{"اتوار", "پیر", "منگل", "بدھ", "جمعرات", "جمعہ", "ہفتہ"}

	urduMonths = [...]string{
		"جنوری", "فروری", "مارچ", "اپریل", "مئی", "جون", "جولائی", "اگست", "ستمبر", "اکتوبر", "نومبر", "دسمبر",
	}

	arabicDays = [...]string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"}

	arabicMonths = [...]string{
		"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
	}
)

const (
	allowance = "allowance" // the parameter with a type of allowance
	extraSIMs = "extraSims" // the parameter with the part of an amount that is for extra SIMs; empty or absent without any
)

// IsOptionalBlank tells whether a text may leave out a placeholder: wordings of operators may be older than the placeholder.
func IsOptionalBlank(name string) bool { return name == extraSIMs }

// momentForm is how a text writes a time.
type momentForm bool

const (
	inLetters momentForm = false // with the day of the week
	inSMS     momentForm = true
)

// worded says a time, a number of days or seconds, a type of allowance and the fees of extra SIMs as people do; any other
// parameter stays as it is.
func (f momentForm) worded(language, name, value string) string {
	if name == allowance {
		return Text(language, allowance+"."+value, nil)
	}
	if name == extraSIMs && value != "" {
		return " " + Text(language, "renewal.extraSims", map[string]string{"amount": value})
	}
	if of, is := counted[name]; is {
		return of.inWords(language, value)
	}
	at, err := time.Parse(contract.MomentLayout, value)
	switch {
	case err != nil:
		return value
	case f == inSMS:
		return shortMoment(language, at)
	case language == English:
		return at.Format("Monday 2 January at 3:04 pm")
	case language == Urdu:
		return fmt.Sprintf("%s %d %s، %s %s بجے", urduDays[at.Weekday()], at.Day(), urduMonths[at.Month()-1], partOfDay(at), at.Format("3:04"))
	default:
		return fmt.Sprintf("يوم %s %d %s الساعة %s %s",
			arabicDays[at.Weekday()], at.Day(), arabicMonths[at.Month()-1], at.Format("3:04"), halfOfDay(at))
	}
}

// shortMoment writes a time for an SMS.
func shortMoment(language string, at time.Time) string {
	switch language {
	case English:
		return at.Format("2 Jan 3:04 pm")
	case Urdu:
		return fmt.Sprintf("%d %s %s %s", at.Day(), urduMonths[at.Month()-1], partOfDay(at), at.Format("3:04"))
	default:
		return fmt.Sprintf("%d %s %s %s", at.Day(), arabicMonths[at.Month()-1], at.Format("3:04"), halfOfDay(at))
	}
}

func halfOfDay(at time.Time) string {
	if at.Hour() < 12 {
		return "ص"
	}
	return "م"
}

// partOfDay stands before the hour in Urdu.
func partOfDay(at time.Time) string {
	const dawn, noon, evening, night = 4, 12, 17, 20
	switch hour := at.Hour(); {
	case hour < dawn, hour >= night:
		return "رات"
	case hour < noon:
		return "صبح"
	case hour < evening:
		return "دوپہر"
	default:
		return "شام"
	}
}
