package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// What Arabic writes as a part of the word: "and", "by", "for", "like" with "the", and whose a thing is. The longest of
// an ending comes first. A word is not cut below shortest letters, which would no longer be a word.
var (
	arabicStarts = []string{"وبال", "وال", "بال", "فال", "كال", "ولل", "لل", "ال"}
	arabicEnds   = []string{"تان", "تين", "اتكم", "اتنا", "اتها", "اتي", "اتك", "اته", "تكم", "تنا", "تها", "ات", "ين", "ون", "ان", "تي", "تك", "ته", "كم", "نا", "ها", "يه", "ه", "ي", "ك"}
)

const shortest = 3

// bare is a folded word without what Arabic writes before it.
func bare(word string) string {
	for _, start := range arabicStarts {
		if rest, cut := strings.CutPrefix(word, start); cut && utf8.RuneCountInString(rest) >= shortest {
			return rest
		}
	}
	return word
}

// stem is what the forms of a word have in common. It is no word itself, and only compared.
func stem(word string) string {
	if isArabic(word) {
		return arabicStem(bare(word))
	}
	if hasDigit(word) {
		return word
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

func arabicStem(word string) string {
	for _, end := range arabicEnds {
		if rest, cut := strings.CutSuffix(word, end); cut && utf8.RuneCountInString(rest) >= shortest {
			return rest
		}
	}
	return word
}

func isArabic(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Arabic, r) })
}

func hasDigit(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }
