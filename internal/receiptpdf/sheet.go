package receiptpdf

import "fmt"

// side is where a text stands: at the start or at the end of a line, as the language reads it.
type side int

const (
	atStart side = iota
	atEnd
)

// sheet draws from the top to the bottom of as many pages as it takes.
type sheet struct {
	language Language
	faces    map[weight]*typeface
	pages    []*page
	footer   []line
	y        float64 // everything above it is drawn
	bottom   float64 // the lowest that y may come
	heading  func()  // what a new page begins with
}

func newSheet(language Language, footer string) (*sheet, error) {
	faces, err := typefaces()
	if err != nil {
		return nil, err
	}
	s := &sheet{language: language, faces: faces, heading: func() {}}
	s.footer = s.lines(footer, small, textWidth-counterWidth)
	s.bottom = margin + float64(max(len(s.footer), 1)+1)*small.leading()
	s.turn()
	return s, nil
}

func (s *sheet) page() *page { return s.pages[len(s.pages)-1] }

// turn goes on at the top of a new page.
func (s *sheet) turn() {
	s.pages = append(s.pages, &page{})
	s.y = pageHeight - margin
	s.heading()
}

// need turns the page unless so much height is left.
func (s *sheet) need(height float64) {
	if s.y-height < s.bottom {
		s.turn()
	}
}

func (s *sheet) lines(text string, look style, width float64) []line {
	runes := []rune(clean(text))
	return breaker{s.faces[look.weight], look, runes, levels(runes, s.language)}.lines(width)
}

// one is a text that is not broken.
func (s *sheet) one(text string, look style) line {
	runes := []rune(clean(text))
	return breaker{s.faces[look.weight], look, runes, levels(runes, s.language)}.line(0, len(runes))
}

// put draws a line at a side of a page; y is the lower edge of its leading.
func (s *sheet) put(p *page, l line, at side, y float64) {
	left := margin
	if (at == atStart) == (s.language == Arabic) {
		left = pageWidth - margin - l.width
	}
	p.text(s.faces[l.weight], l, left, y+0.42*l.size)
}

// write goes down by the lines of a text, and on to the next page where this one is full.
func (s *sheet) write(text string, look style, width float64) {
	for _, l := range s.lines(text, look, width) {
		s.need(look.leading())
		s.y -= look.leading()
		s.put(s.page(), l, atStart, s.y)
	}
}

// writeBeside is write with an amount at the end of the first line.
func (s *sheet) writeBeside(text, amount string, look style) {
	sum := s.one(amount, look)
	s.need(look.leading())
	s.put(s.page(), sum, atEnd, s.y-look.leading())
	if clean(text) == "" {
		s.y -= look.leading()
	}
	s.write(text, look, textWidth-sum.width-gap)
}

func (s *sheet) rule() { s.page().rule(margin, pageWidth-margin, s.y) }

// finish prints the footer on each page, and which of how many pages it is.
func (s *sheet) finish() {
	for i, p := range s.pages {
		y := margin + float64(len(s.footer))*small.leading()
		for _, l := range s.footer {
			y -= small.leading()
			s.put(p, l, atStart, y)
		}
		if len(s.pages) > 1 {
			s.put(p, s.one(fmt.Sprintf("%d/%d", i+1, len(s.pages)), small), atEnd, margin)
		}
	}
}
