package receiptpdf

import (
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
)

// clean leaves one space between words and nothing that breaks a line.
func clean(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
}

// levels is how deep each character is nested in changes of direction; odd ones run from right to left.
func levels(text []rune, language Language) []bidi.Level {
	var paragraph bidi.Paragraph
	base := direction(text, language)
	runs := paragraph.Segment(text, base)
	all := make([]bidi.Level, len(text))
	for i := range runs.NumRuns() {
		run := runs.Run(i)
		for at := run.Start; at < run.End; at++ {
			all[at] = run.Level
		}
		if digits := number(text[run.Start:run.End]); digits > 0 && base == bidi.LeftToRight && !isolated(text, run) {
			clear(all[run.Start+digits : run.End])
		}
	}
	return all
}

// number is how many digits a text begins with, and what stands between them. In a text from left to right, a number
// goes with the Arabic words before it, what follows does not; the runs that we get do not tell them apart.
func number(text []rune) int {
	end := 0
	for at, r := range text {
		if unicode.IsDigit(r) {
			end = at + 1
		} else if at > end || !strings.ContainsRune(".,:/", r) {
			break
		}
	}
	return end
}

// isolated is true of a run that something has set apart as a whole.
func isolated(text []rune, run bidi.Run) bool {
	return run.Start > 0 && text[run.Start-1] >= '\u2066' && text[run.Start-1] <= '\u2068'
}

// direction is from right to left for an Arabic text in an Arabic document, even if it begins with Latin letters; elsewhere the first
// letter decides.
func direction(text []rune, language Language) bidi.Direction {
	first := slices.IndexFunc(text, unicode.IsLetter)
	if language == Arabic {
		first = slices.IndexFunc(text, runsLeft)
	}
	if first >= 0 && runsLeft(text[first]) {
		return bidi.RightToLeft
	}
	return bidi.LeftToRight
}

func runsLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew) && unicode.IsLetter(r)
}

// visual puts the runs of one line in the order in which they stand from left to right (rule L2 of UAX #9).
func visual(levels []bidi.Level, start, end int) []bidi.Run {
	var runs []bidi.Run
	for at := start; at < end; at++ {
		if last := len(runs) - 1; last >= 0 && runs[last].Level == levels[at] {
			runs[last].End++
			continue
		}
		runs = append(runs, bidi.Run{Start: at, End: at + 1, Level: levels[at]})
	}
	for level := highest(runs); level > 0; level-- {
		reverseFrom(runs, level)
	}
	return runs
}

func highest(runs []bidi.Run) (level bidi.Level) {
	for _, run := range runs {
		level = max(level, run.Level)
	}
	return level
}

// reverseFrom turns round each stretch of runs at the level or above.
func reverseFrom(runs []bidi.Run, level bidi.Level) {
	for start := 0; start < len(runs); start++ {
		end := start
		for end < len(runs) && runs[end].Level >= level {
			end++
		}
		slices.Reverse(runs[start:end])
		start = max(start, end)
	}
}
