// Package search finds entries by words in any of their languages, as people type them: with inflections, synonyms and typing
// errors.
package search

import (
	"cmp"
	"slices"
)

// Entry can be found. Each field holds the texts of all its languages.
type Entry struct {
	Titles []string
	Also   []string // other names
	Texts  []string
}

// Weights of a word by its place.
const (
	inTitle = 10.0
	inAlso  = 6.0
	inText  = 2.0
)

// Index knows the entries of each word. It never changes, so that many readers can search at once.
type Index struct {
	size     int
	postings map[string]map[int]float64 // by term, which is a stem or a meaning: its weight in each entry
	phrases  map[string][]phrase        // by the first of their stems
	spelled  map[string]*spelling
	lengths  [][]*spelling     // by number of letters
	stems    map[string]string // of each word in a text, so that a result can show its matches
}

// phrase is one of several phrases with the same meaning.
type phrase struct {
	stems   []string
	meaning string
}

// spelling is a word as it is spelled, without its article.
type spelling struct {
	word    string
	written string // with its article and marks, as a text writes it
	runes   []rune
	letters uint64
	stem    string
}

// NewIndex builds the index of entries, and of groups of synonyms in any language.
func NewIndex(entries []Entry, synonyms [][]string) *Index {
	x := &Index{
		size: len(entries), postings: map[string]map[int]float64{}, phrases: map[string][]phrase{}, spelled: map[string]*spelling{},
		stems: map[string]string{},
	}
	for _, group := range synonyms {
		x.addGroup(group)
	}
	for at, entry := range entries {
		x.addTexts(at, inTitle, entry.Titles)
		x.addTexts(at, inAlso, entry.Also)
		x.addTexts(at, inText, entry.Texts)
	}
	return x
}

// addGroup adds a group of synonyms. Its first phrase names the meaning; a space in the name distinguishes it from stems.
func (x *Index) addGroup(group []string) {
	for _, way := range group {
		stems := x.learn(way)
		if len(stems) > 0 {
			x.phrases[stems[0]] = append(x.phrases[stems[0]], phrase{stems, " " + group[0]})
		}
	}
}

// learn returns the stems of a text, and adds its words to the index.
func (x *Index) learn(text string) (stems []string) {
	written := map[string]string{}
	for _, word := range splitWords(text) {
		written[folded(word)] = word
	}
	for _, word := range contentWords(text) {
		short := bare(word)
		known := x.spelled[short]
		if known == nil {
			known = &spelling{word: short, written: cmp.Or(written[word], word), runes: []rune(short), letters: letters(short), stem: stem(word)}
			x.spelled[short] = known
			length := len(known.runes)
			x.lengths = append(x.lengths, make([][]*spelling, max(0, length+1-len(x.lengths)))...)
			x.lengths[length] = append(x.lengths[length], known)
		}
		stems = append(stems, known.stem)
	}
	return stems
}

// addTexts adds the words of texts. The fewer words a text has, the more each of them weighs.
func (x *Index) addTexts(at int, weight float64, texts []string) {
	for _, text := range texts {
		for _, word := range splitWords(text) {
			if _, known := x.stems[word]; !known {
				x.stems[word] = stem(folded(word))
			}
		}
		stems := x.learn(text)
		each := weight * (0.6 + 0.4/float64(max(1, len(stems))))
		for i, stem := range stems {
			x.post(stem, at, each)
			for _, way := range x.phrases[stem] {
				if slices.Equal(way.stems, stems[i:min(i+len(way.stems), len(stems))]) {
					x.post(way.meaning, at, each)
				}
			}
		}
	}
}

func (x *Index) post(term string, at int, weight float64) {
	if x.postings[term] == nil {
		x.postings[term] = map[int]float64{}
	}
	x.postings[term][at] = max(x.postings[term][at], weight)
}
