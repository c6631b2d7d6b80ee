package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// Affixes that Arabic joins to a word: "and", "by", "for", "like" with "the", and possessives. Longer endings come first. A word
// keeps at least shortest letters, because a shorter rest would no longer be a word.
var (
	arabicStarts = []string{"وبال", "وال", "بال", "فال", "كال", "ولل", "لل", "ال"}
	arabicEnds   = []string{"تان", "تين", "اتكم", "اتنا", "اتها", "اتي", "اتك", "اته", "تكم", "تنا", "تها", "ات", "ين", "ون", "ان", "تي", "تك", "ته", "كم", "نا", "ها", "يه", "ه", "ي", "ك"}
)

const shortest = 3

// bare removes the Arabic prefixes from a folded word.
func bare(word string) string {
	for _, start := range arabicStarts {
		if rest, cut := strings.CutPrefix(word, start); cut && utf8.RuneCountInString(rest) >= shortest {
			return rest
		}
	}
	return word
}

// stem returns the common part of the forms of a word. It is only compared, and may be no word itself.
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
