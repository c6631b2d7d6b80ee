package receiptpdf

import "github.com/go-text/typesetting/bidi"

// style is how a text looks.
type style struct {
	weight weight
	size   float64
	grey   float64 // 0 is black
}

func (s style) leading() float64 { return s.size * 1.45 }

// line is text that fits, from left to right.
type line struct {
	style
	glyphs []placed
	width  float64
}

// breaker lays a text out in lines.
type breaker struct {
	face   *typeface
	style  style
	text   []rune
	levels []bidi.Level
}

// lines breaks the text at spaces, and inside a word that no line has room for.
func (b breaker) lines(width float64) []line {
	var all []line
	for start := 0; start < len(b.text); {
		end := b.fitting(start, width)
		all = append(all, b.line(start, end))
		for start = end; start < len(b.text) && b.text[start] == ' '; {
			start++
		}
	}
	return all
}

// fitting is the end of the line that begins at start.
func (b breaker) fitting(start int, width float64) int {
	fits := start
	for end := start + 1; end <= len(b.text); end++ {
		if end < len(b.text) && b.text[end] != ' ' {
			continue
		}
		if b.line(start, end).width > width {
			break
		}
		fits = end
	}
	if fits > start {
		return fits
	}
	return b.inside(start, width)
}

// inside ends the line within its only word, after one character at least.
func (b breaker) inside(start int, width float64) int {
	end := start + 1
	for end < len(b.text) && b.text[end] != ' ' && b.line(start, end+1).width <= width {
		end++
	}
	return end
}

func (b breaker) line(start, end int) line {
	made := line{style: b.style}
	for _, run := range visual(b.levels, start, end) {
		made.glyphs = append(made.glyphs, b.face.shape(b.text[:end], run)...)
	}
	for _, g := range made.glyphs {
		made.width += float64(g.advance) * b.style.size / 1000
	}
	return made
}
