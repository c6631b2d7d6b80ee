package texts

import (
	"regexp"
	"strconv"
	"strings"
)

// riyal is counted in digits only, so a word in front of it takes the same form whether one or two follow.
var riyal = noun{arabicOne: "ريال", arabicTwo: "ريال", few: "ريالات", many: "ريالًا", hundred: "ريال"}

// RiyalNoun returns the form of the Arabic noun after an amount in digits: 3 ريالات, 25 ريالًا, 100 ريال. The whole riyals
// decide the form, as on the pages (web/src/i18n/riyal-noun.ts).
func RiyalNoun(amount string) string {
	whole, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(amount, "-"), ",", ""), ".")
	count, err := strconv.Atoi(whole)
	if err != nil {
		return riyal.hundred
	}
	return riyal.form(count)
}

// amountInRiyals is a placeholder before the noun without an ending. No Arabic letter follows.
var amountInRiyals = regexp.MustCompile(`\{([a-zA-Z]+)\} ريال([^\x{0620}-\x{06ff}]|$)`)

// declineRiyals gives the riyals of an Arabic text the form that their amount asks for. A text without params stays as it is.
func declineRiyals(text string, params map[string]string) string {
	return amountInRiyals.ReplaceAllStringFunc(text, func(found string) string {
		part := amountInRiyals.FindStringSubmatch(found)
		return "{" + part[1] + "} " + RiyalNoun(params[part[1]]) + part[2]
	})
}
