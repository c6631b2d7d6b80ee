package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// mostWords is the number of words of a query that are used.
const mostWords = 16

// Confidence that a term is the intended one.
const (
	asTyped   = 1.0
	sameSense = 0.9
	begun     = 0.6
	oneWrong  = 0.7
	twoWrong  = 0.5
)

// reading holds the possible terms of each word of a query, with their confidence.
type reading []map[string]float64

func (r reading) mean(from, to int, term string, sure float64) {
	for i := from; i < to; i++ {
		r[i][term] = max(r[i][term], sure)
	}
}

// read returns the possible meanings of a query.
func (x *Index) read(query string) reading {
	words := x.wordsOf(query)
	meant := make(reading, len(words))
	for i, word := range words {
		meant[i] = x.meanings(word)
	}
	for i := range words {
		if i+1 < len(words) {
			x.readJoined(meant, words, i)
		}
		x.readPhrases(meant, i)
	}
	return meant
}

// wordsOf returns the words of a query. An unknown word is split when it consists of two known words. Repeated words are dropped.
func (x *Index) wordsOf(query string) (words []string) {
	for _, word := range contentWords(query) {
		if len(words) >= mostWords {
			break
		}
		if slices.Contains(words, word) {
			continue
		}
		if first, second, found := x.split(word); found {
			words = append(words, first, second)
		} else {
			words = append(words, word)
		}
	}
	return words
}

func (x *Index) split(word string) (first, second string, found bool) {
	if x.known(word) || hasDigit(word) {
		return "", "", false
	}
	for at := range word {
		first, second = word[:at], word[at:]
		if utf8.RuneCountInString(first) >= shortest && utf8.RuneCountInString(second) >= shortest && x.known(first) && x.known(second) {
			return first, second, true
		}
	}
	return "", "", false
}

func (x *Index) known(word string) bool { return x.spelled[bare(word)] != nil }

// readJoined joins two words of the query: "re charge" is a word with a blank in it.
func (x *Index) readJoined(meant reading, words []string, i int) {
	joined := words[i] + words[i+1]
	if !hasDigit(joined) && x.known(joined) {
		meant.mean(i, i+2, stem(joined), sameSense)
	}
}

// readPhrases finds phrases: several words in a row with one meaning.
func (x *Index) readPhrases(meant reading, i int) {
	for term, sure := range meant[i] {
		for _, way := range x.phrases[term] {
			if least := way.confidenceIn(meant[i:]); least > 0 {
				meant.mean(i, i+len(way.stems), way.meaning, min(sure, least)*sameSense)
			}
		}
	}
}

// confidenceIn returns the confidence of the phrase: that of its least certain word.
func (p phrase) confidenceIn(meant reading) float64 {
	least := asTyped
	if len(meant) < len(p.stems) {
		return 0
	}
	for i, stem := range p.stems {
		least = min(least, meant[i][stem])
	}
	return least
}

// meanings returns the word itself if it is known, otherwise the words that begin with it, otherwise those with the fewest wrong
// letters.
func (x *Index) meanings(word string) map[string]float64 {
	if found := x.asSpelled(word); len(found) > 0 {
		return found
	}
	return x.near(bare(word))
}

// asSpelled returns the possible meanings of a word without a wrong letter; none for a misspelt one.
func (x *Index) asSpelled(word string) map[string]float64 {
	exact := stem(word)
	if x.known(word) || x.postings[exact] != nil || x.phrases[exact] != nil {
		return map[string]float64{exact: asTyped}
	}
	if short, cut := x.withoutParticle(word); cut {
		return map[string]float64{stem(short): asTyped}
	}
	return x.beginning(bare(word))
}

// withoutParticle removes the one-letter particles "and", "by", "for" and "like", if a known word remains.
func (x *Index) withoutParticle(word string) (string, bool) {
	for _, particle := range []string{"و", "ب", "ل", "ك", "ف"} {
		if rest, cut := strings.CutPrefix(word, particle); cut && utf8.RuneCountInString(rest) >= shortest && x.known(rest) {
			return rest, true
		}
	}
	return "", false
}

func (x *Index) beginning(word string) map[string]float64 {
	length := utf8.RuneCountInString(word)
	if length < shortest || hasDigit(word) {
		return nil
	}
	found := map[string]float64{}
	for _, longer := range x.lengths[min(length, len(x.lengths)):] {
		for _, spelled := range longer {
			if strings.HasPrefix(spelled.word, word) {
				found[spelled.stem] = begun
			}
		}
	}
	return found
}

func (x *Index) near(word string) map[string]float64 {
	found := map[string]float64{}
	spellings, sure := x.similar(word)
	for _, spelled := range spellings {
		found[spelled.stem] = sure
	}
	return found
}

// similar returns the known words with the fewest wrong letters, and the confidence in them.
func (x *Index) similar(word string) (found []*spelling, sure float64) {
	typed, set := []rune(word), letters(word)
	for wrong, sure := range []float64{1: oneWrong, 2: twoWrong} {
		if wrong == 0 || wrong > edits(word) {
			continue
		}
		for _, spelled := range slices.Concat(x.lengths[min(len(typed)-wrong, len(x.lengths)):min(len(typed)+wrong+1, len(x.lengths))]...) {
			if differing(set, spelled.letters) <= 2*wrong && distance(typed, spelled.runes, wrong) <= wrong {
				found = append(found, spelled)
			}
		}
		if len(found) > 0 {
			return found, sure
		}
	}
	return nil, 0
}
