package search

import (
	"cmp"
	"slices"
	"strings"
)

// Meant returns a query with its misspelt words replaced by the most similar known ones, as the texts write them; empty if each word
// is known. Of several similar words it takes the one with the most weight in the texts.
func (x *Index) Meant(query string) string {
	words := strings.Fields(query)
	if len(words) > mostWords {
		return ""
	}
	replaced := false
	for i, word := range words {
		if right := x.corrected(folded(word)); right != "" {
			words[i], replaced = right, true
		}
	}
	if !replaced {
		return ""
	}
	return strings.Join(words, " ")
}

// corrected returns the intended spelling of a misspelt word; empty if it is known, or like no known word.
func (x *Index) corrected(word string) string {
	if asides[word] || strings.ContainsRune(word, ' ') || len(x.asSpelled(word)) > 0 {
		return ""
	}
	if _, _, joined := x.split(word); joined {
		return ""
	}
	similar, _ := x.similar(bare(word))
	if len(similar) == 0 {
		return ""
	}
	return slices.MaxFunc(similar, func(a, b *spelling) int {
		return cmp.Or(cmp.Compare(x.weight(a.stem), x.weight(b.stem)), strings.Compare(b.word, a.word))
	}).written
}

// weight sums the weights of a term over all entries.
func (x *Index) weight(term string) (sum float64) {
	for _, weight := range x.postings[term] {
		sum += weight
	}
	return sum
}
