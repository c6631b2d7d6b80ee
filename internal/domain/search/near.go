package search

import (
	"math/bits"
	"unicode/utf8"
)

// edits returns how many letters of a word may be wrong: none in a short word, where each letter makes another word, and none in
// a number.
func edits(word string) int {
	switch length := utf8.RuneCountInString(word); {
	case hasDigit(word) || length < 4:
		return 0
	case length < 7:
		return 1
	default:
		return 2
	}
}

// letters returns the letters of a word as a set, for a fast comparison: one edit changes at most two of them.
func letters(word string) (set uint64) {
	for _, r := range word {
		set |= 1 << (uint32(r) % 64)
	}
	return set
}

// distance counts the letters that were added, omitted, changed, or swapped with their neighbour (optimal string alignment). It
// stops counting beyond most.
func distance(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		least := row[0]
		for j := range b {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+unequal(a[i], b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			least = min(least, row[j+1])
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func unequal(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}

func differing(a, b uint64) int { return bits.OnesCount64(a ^ b) }
