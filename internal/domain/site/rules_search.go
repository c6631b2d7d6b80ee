package site

import (
	"fmt"
	"strings"
	"unicode"

	"selfcare/internal/domain/search"
)

// Bounds on synonyms, which limit the cost of a query.
const (
	mostGroups = 300
	mostWays   = 40
	longestWay = 60
)

func (e *examination) examineSynonyms() {
	e.expect(len(e.site.Synonyms) <= mostGroups, "synonyms", fmt.Sprintf("has more than %d groups", mostGroups))
	for i, group := range e.site.Synonyms {
		where := fmt.Sprintf("synonyms[%d]", i)
		e.expect(len(group) >= 2, where, "must be at least two words that mean the same")
		e.ways(where, group)
	}
}

// ways must be different phrases of one meaning.
func (e *examination) ways(where string, ways []string) {
	e.expect(len(ways) <= mostWays, where, fmt.Sprintf("has more than %d words", mostWays))
	seen := map[string]bool{}
	for i, way := range ways {
		here := fmt.Sprintf("%s[%d]", where, i)
		compared := search.Compared(way)
		e.expect(compared != "", here, "must have letters or digits")
		e.expect(!seen[compared], here, "is there twice: "+way)
		e.expect(len([]rune(way)) <= longestWay, here, fmt.Sprintf("is longer than %d letters", longestWay))
		e.expect(!strings.ContainsFunc(way, unicode.IsControl), here, "contains a control character")
		seen[compared] = true
	}
}
