package site

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// alike are letters that Arabic is written with interchangeably, and the digits of other scripts that are left after
// decomposition. Forms of alef and hamza on its carriers fall apart into letter and mark, and marks are dropped.
var alike = strings.NewReplacer("ة", "ه", "ى", "ي", "ی", "ي", "ٱ", "ا", "ک", "ك", "ـ", "",
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9")

// folded is a text as it is compared: words of small letters and western digits with a space between them.
func folded(text string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		default:
			return ' '
		}
	}, norm.NFKD.String(text))
	return strings.Join(strings.Fields(alike.Replace(plain)), " ")
}

// article is "the", which Arabic writes as a part of the word.
const article = "ال"

// wordsOf are what a text has to have to be found by a query. A word is looked for without its article, so that it is
// found with and without.
func wordsOf(query string) []string {
	words := strings.Fields(folded(query))
	for i, word := range words {
		if bare, cut := strings.CutPrefix(word, article); cut && len([]rune(bare)) > 2 {
			words[i] = bare
		}
	}
	return words
}

func hasAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
