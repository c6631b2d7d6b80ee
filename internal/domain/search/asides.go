package search

import "strings"

// asides are filler words of questions in both languages, also as spoken in Saudi Arabia.
var asides = foldedSet(`
	a an and are as at be by can could do does for from get give going have how i id im in into is it ive let like me
	mine my need of on or our please pls plz show so tell that the their there this to us want wanna was we what whats when
	which who why will with would you your it's don't
	ابي ابغى ابغي بغيت ودي اريد نبي يبي تبي ممكن لو سمحت سمحتو كيف شلون كيفية طريقة وش ايش شو ايه هل كم متى
	من في الى على عن مع عند عندي لي لك له لنا هذا هذه هذي ذا اللي الذي التي ما لا لم لن ان انا انت انتم هو هي احنا نحن او ثم قد
	كان صار يكون عشان علشان بس بعد قبل حق حقي حقتي حقك بدون ليش يا و
`)

func foldedSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[folded(word)] = true
	}
	return set
}

// contentWords returns the words of a text without asides; a text with nothing else keeps them.
func contentWords(text string) (words []string) {
	all := strings.Fields(folded(text))
	for _, word := range all {
		if !asides[word] {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return all
	}
	return words
}
