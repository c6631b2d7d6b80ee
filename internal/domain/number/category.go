package number

// Category is the class of a number, which decides its price.
type Category string

// Classes, cheapest first.
const (
	Bronze   Category = "bronze"
	Silver   Category = "silver"
	Gold     Category = "gold"
	Platinum Category = "platinum"
)

// Categories lists all classes, cheapest first.
var Categories = []Category{Bronze, Silver, Gold, Platinum}

// The prefix is the same for all numbers, so the seven digits after it decide the class.
const subscriberDigits = 7

// Classify returns the class of a number of our range in national format, and "" for any other number.
// It looks at the seven digits after 057. The first matching rule decides.
//
//	platinum  six or more equal digits in a row (057 1111112); six or more counting up or down by one (057 1234569);
//	          a mirror of at most two different digits (057 1221221)
//	gold      five equal digits in a row (057 2111119); five counting (057 9123450);
//	          at most two different digits (057 1121222); the last four equal (057 1238888)
//	silver    four equal digits in a row (057 1111234); four counting (057 1234905); any mirror (057 1234321);
//	          the last six are the same three digits twice (057 9123123);
//	          the last four are a pair twice (2525), two pairs (2255) or a mirror (2552); the last three equal (057 1234999)
//	bronze    all others
//
// Repeats and counts may stand anywhere unless the rule names a place; counting stops at 9.
func Classify(msisdn string) Category {
	if !IsOurs(msisdn) {
		return ""
	}
	d := digits(msisdn[len(Prefix):])
	same, count := d.longest(0), max(d.longest(1), d.longest(-1))
	switch {
	case same >= 6, count >= 6, d.mirror() && d.kinds() <= 2:
		return Platinum
	case same == 5, count == 5, d.kinds() <= 2, d.last(4).longest(0) == 4:
		return Gold
	case same == 4, count == 4, d.mirror(), d.last(6).repeats(3), pleasantEnding(d.last(4)), d.last(3).longest(0) == 3:
		return Silver
	default:
		return Bronze
	}
}

// Pattern is the order of a number's digits that makes it easy to remember.
type Pattern string

// Patterns of numbers.
const (
	Repeated Pattern = "repeated" // at least three equal digits in a row
	Ladder   Pattern = "ladder"   // at least four digits that count up or down
	Mirror   Pattern = "mirror"   // the same forwards and backwards
	Pairs    Pattern = "pairs"    // an ending of pairs or of a block twice, or two different digits in all
	Plain    Pattern = "other"
)

// PatternOf returns the pattern of the seven digits of a number of our range in national format; Plain for any other number. Every
// number above bronze has a pattern. A mirror without a run of four equal digits wins, then the longer run.
func PatternOf(msisdn string) Pattern {
	if !IsOurs(msisdn) {
		return Plain
	}
	const leastSame, leastCount = 3, 4
	d := digits(msisdn[len(Prefix):])
	same, count := d.longest(0), max(d.longest(1), d.longest(-1))
	switch {
	case d.mirror() && same <= leastSame:
		return Mirror
	case count >= leastCount && count > same:
		return Ladder
	case same >= leastSame:
		return Repeated
	case d.last(6).repeats(3), pleasantEnding(d.last(4)), d.kinds() <= 2:
		return Pairs
	default:
		return Plain
	}
}

// digits is a row of digits as text.
type digits string

// longest returns the length of the longest run in which each digit is step more than the one before.
func (d digits) longest(step int) int {
	best, length := 1, 1
	for i := 1; i < len(d); i++ {
		if int(d[i])-int(d[i-1]) == step {
			length++
		} else {
			length = 1
		}
		best = max(best, length)
	}
	return best
}

func (d digits) mirror() bool {
	for i, j := 0, len(d)-1; i < j; i, j = i+1, j-1 {
		if d[i] != d[j] {
			return false
		}
	}
	return true
}

func (d digits) kinds() int {
	var seen [10]bool
	count := 0
	for i := range len(d) {
		if digit := d[i] - '0'; !seen[digit] {
			seen[digit] = true
			count++
		}
	}
	return count
}

// repeats tells whether the digits repeat one block.
func (d digits) repeats(block int) bool {
	for i := block; i < len(d); i++ {
		if d[i] != d[i-block] {
			return false
		}
	}
	return true
}

func (d digits) last(n int) digits { return d[len(d)-n:] }

func pleasantEnding(four digits) bool {
	twoPairs := four[0] == four[1] && four[2] == four[3]
	return four.repeats(2) || twoPairs || four.mirror()
}
