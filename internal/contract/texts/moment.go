package texts

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

var (
	arabicDays = [...]string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"}

	arabicMonths = [...]string{
		"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
	}
)

// allowance is the parameter that names a type of allowance.
const allowance = "allowance"

// worded says a time and a type of allowance as people do; any other parameter stays as it is.
func worded(language, name, value string) string {
	if name == allowance {
		return Text(language, allowance+"."+value, nil)
	}
	at, err := time.Parse(contract.MomentLayout, value)
	switch {
	case err != nil:
		return value
	case language == English:
		return at.Format("Monday 2 January at 3:04 pm")
	default:
		return fmt.Sprintf("يوم %s %d %s الساعة %s %s",
			arabicDays[at.Weekday()], at.Day(), arabicMonths[at.Month()-1], at.Format("3:04"), halfOfDay(at))
	}
}

func halfOfDay(at time.Time) string {
	if at.Hour() < 12 {
		return "صباحًا"
	}
	return "مساءً"
}
