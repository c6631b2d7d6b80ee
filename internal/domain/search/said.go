package search

import (
	"slices"
	"strings"
	"unicode"
)

// Said is the words of a text that a result was found by, as the text has them.
func (r Result) Said(text string) (words []string) {
	all := strings.FieldsFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.Is(unicode.Mn, c)
	})
	stems := make([]string, len(all))
	for i, word := range all {
		stems[i] = stem(folded(word))
	}
	for i, stem := range stems {
		length := 0
		if r.terms[stem] {
			length = 1
		}
		for _, way := range r.index.phrases[stem] {
			if r.terms[way.meaning] && slices.Equal(way.stems, stems[i:min(i+len(way.stems), len(stems))]) {
				length = max(length, len(way.stems))
			}
		}
		words = append(words, all[i:i+length]...)
	}
	return words
}
