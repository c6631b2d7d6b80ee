package search

import (
	"slices"
	"strings"
	"unicode"
)

// splitWords splits a text into its words without changing them.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.In(c, unicode.M, unicode.Cf)
	})
}

// MatchedWords returns the words of a text that match the query, as the text spells them.
func (r Result) MatchedWords(text string) (words []string) {
	all := splitWords(text)
	stems := make([]string, len(all))
	for i, word := range all {
		known, ok := r.index.stems[word]
		if !ok {
			known = stem(folded(word))
		}
		stems[i] = known
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
