package texts

import "strconv"

// noun is counted by a parameter of texts, after "for" or "in". Arabic has a form each for one, two, a few, many and the hundreds.
type noun struct {
	english, urdu                            string
	arabicOne, arabicTwo, few, many, hundred string
}

// counted are the parameters that say how many there are of something.
var counted = map[string]noun{
	"days":    {"day", "دن", "يوم واحد", "يومين", "أيام", "يومًا", "يوم"},
	"months":  {"month", "مہینہ", "شهر واحد", "شهرين", "أشهر", "شهرًا", "شهر"},
	"seconds": {"second", "سیکنڈ", "ثانية واحدة", "ثانيتين", "ثوانٍ", "ثانية", "ثانية"},
}

// inWords says a number of it as people do; a value that is no number stays as it is.
func (n noun) inWords(language, value string) string {
	count, err := strconv.Atoi(value)
	switch {
	case err != nil:
		return value
	case language == Urdu:
		return value + " " + n.urdu
	case language == English && count == 1:
		return "1 " + n.english
	case language == English:
		return value + " " + n.english + "s"
	default:
		return n.inArabic(count)
	}
}

func (n noun) inArabic(count int) string {
	if count == 1 || count == two {
		return n.form(count)
	}
	return strconv.Itoa(count) + " " + n.form(count)
}

const two = 2

// form returns the form of the Arabic noun for a number of it.
func (n noun) form(count int) string {
	const hundred, few, many = 100, 3, 11
	switch rest := count % hundred; {
	case count == 1:
		return n.arabicOne
	case count == two:
		return n.arabicTwo
	case rest >= many:
		return n.many
	case rest >= few:
		return n.few
	default:
		return n.hundred
	}
}
