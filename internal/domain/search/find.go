package search

import (
	"cmp"
	"math"
	"slices"
)

// Result holds the entries that match a query.
type Result struct {
	At    []int // indexes of the entries, best first
	terms map[string]bool
	index *Index
}

// An entry has to match half of the words, and to come near the best entry.
const (
	leastShare = 0.5
	leastScore = 0.15
)

// Find returns the entries that match a query, among those that the reader may open.
func (x *Index) Find(query string, open func(at int) bool) Result {
	meant := x.read(query)
	found := Result{index: x, terms: map[string]bool{}}
	scores := make([]score, x.size)
	for _, terms := range meant {
		best := make(map[int]float64)
		for term, sure := range terms {
			found.terms[term] = true
			for at, weight := range x.postings[term] {
				best[at] = max(best[at], sure*weight*x.rareness(term))
			}
		}
		for at, points := range best {
			scores[at].points += points
			scores[at].words++
		}
	}
	found.At = ranked(scores, len(meant), open)
	return found
}

type score struct {
	points float64
	words  int
}

// ranked sorts the entries. A missing word costs more than a matching word adds.
func ranked(scores []score, words int, open func(at int) bool) (at []int) {
	best := 0.0
	for i := range scores {
		share := float64(scores[i].words) / float64(max(1, words))
		scores[i].points *= share * share
		if share < leastShare || !open(i) {
			scores[i].points = 0
		}
		best = max(best, scores[i].points)
	}
	for i, s := range scores {
		if s.points > 0 && s.points >= best*leastScore {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(scores[b].points, scores[a].points) })
	return at
}

// rareness weighs a term: the fewer entries have it, the more it counts.
func (x *Index) rareness(term string) float64 {
	return math.Log(1 + float64(x.size)/float64(len(x.postings[term])))
}
