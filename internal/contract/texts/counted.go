package texts

import "strconv"

// countedDays is the parameter with a number of days.
const countedDays = "days"

// daysInWords formats a number of days as it follows "for"; another text stays as it is.
func daysInWords(language, value string) string {
	count, err := strconv.Atoi(value)
	switch {
	case err != nil:
		return value
	case language == Urdu:
		return value + " دن"
	case language == English && count == 1:
		return "1 day"
	case language == English:
		return value + " days"
	default:
		return arabicDaysInWords(count)
	}
}

// arabicDaysInWords uses the forms of the noun: one, two, a few, many, and the hundreds.
func arabicDaysInWords(count int) string {
	const hundred, two, few, many = 100, 2, 3, 11
	switch rest := count % hundred; {
	case count == 1:
		return "يوم واحد"
	case count == two:
		return "يومين"
	case rest >= many:
		return strconv.Itoa(count) + " يومًا"
	case rest >= few:
		return strconv.Itoa(count) + " أيام"
	default:
		return strconv.Itoa(count) + " يوم"
	}
}
