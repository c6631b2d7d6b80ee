package site

import (
	"cmp"
	"slices"
	"strings"
)

const longestExcerpt = 160

// Excerpt returns the text of a find that matches the query best, cut between words.
func (f Found) Excerpt(find Find, language string) string {
	if len(find.Texts) == 0 {
		return ""
	}
	chosen := slices.MaxFunc(find.Texts, func(a, b Text) int { return cmp.Compare(f.countMatches(a), f.countMatches(b)) }).In(language)
	letters := []rune(chosen)
	if len(letters) <= longestExcerpt {
		return chosen
	}
	start := string(letters[:longestExcerpt])
	if space := strings.LastIndex(start, " "); space > 0 {
		start = start[:space]
	}
	return start + "…"
}

// countMatches counts matches in both languages, because the query may be in the other language than the page.
func (f Found) countMatches(text Text) int {
	return len(f.MatchedWords(text.En)) + len(f.MatchedWords(text.Ar))
}
