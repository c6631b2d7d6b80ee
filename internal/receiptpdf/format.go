package receiptpdf

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/money"
)

// riyadh keeps no summer time.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// arabicMonths are the names of the Gregorian months as Saudi Arabia uses them.
var arabicMonths = [...]string{
	"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
}

// Day is a date in Riyadh: 20 November 2026.
func Day(at time.Time, language Language) string {
	local := at.In(riyadh)
	if language == Arabic {
		return fmt.Sprintf("%d %s %d", local.Day(), arabicMonths[local.Month()-1], local.Year())
	}
	return local.Format("2 January 2006")
}

// Moment is a date and a time of day in Riyadh: 20 November 2026 12:05 pm.
func Moment(at time.Time, language Language) string {
	local := at.In(riyadh)
	half := local.Format("pm")
	if language == Arabic {
		half = map[string]string{"am": "ص", "pm": "م"}[half]
	}
	return Day(at, language) + local.Format(" 3:04 ") + half
}

// Money is an amount with its currency, in the words of the site: SAR 1,150.00.
func Money(amount contract.Halalas, language Language) string {
	number := money.Riyals(amount)
	if language == Arabic {
		return LTR(number) + " " + texts.RiyalNoun(number)
	}
	return "SAR " + number
}

// LTR keeps the order of a code or a number within an Arabic text: its sign before it, its groups one after another.
func LTR(s string) string { return "\u2066" + s + "\u2069" }
