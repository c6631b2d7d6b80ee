package receiptpdf

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"
)

// A4 in points, and the room that is left free around the text.
const (
	pageWidth  = 595.28
	pageHeight = 841.89
	margin     = 54.0
)

// page is what is drawn on one sheet; y grows upwards, as a PDF has it.
type page struct{ bytes.Buffer }

// rule draws a fine line across.
func (p *page) rule(left, right, y float64) {
	fmt.Fprintf(p, "0.75 G 0.6 w %.2f %.2f m %.2f %.2f l S\n", left, y, right, y)
}

// box fills a rectangle with black.
func (p *page) box(left, bottom, width, height float64) {
	fmt.Fprintf(p, "%.3f %.3f %.3f %.3f re\n", left, bottom, width, height)
}

// text draws a line from its left end.
func (p *page) text(face *typeface, l line, left, baseline float64) {
	fmt.Fprintf(p, "BT %.2f g /F%d %.2f Tf %.2f %.2f Td [%s] TJ ET\n", l.grey, l.weight, l.size, left, baseline, face.show(l.glyphs))
	scale := l.size / 1000
	for _, g := range l.glyphs {
		if g.mark != 0 {
			p.figure(face, g.mark, left+float64(g.x)*scale, baseline+float64(g.y)*scale, l.size/float64(face.font.Upem()))
		}
		left += float64(g.advance) * scale
	}
}

// show is the codes of the glyphs, with what must be moved where the font itself would not.
func (t *typeface) show(glyphs []placed) string {
	var shown strings.Builder
	for _, g := range glyphs {
		ahead := g.x
		if g.mark != 0 {
			ahead = 0 // it is the figure that stands there
		}
		shown.WriteString(shift(-ahead))
		fmt.Fprintf(&shown, "<%04X>", t.code(g.glyph))
		shown.WriteString(shift(ahead + t.width(g.glyph) - g.advance))
	}
	return shown.String()
}

// shift moves what follows to the left.
func shift(by int) string {
	if by == 0 {
		return ""
	}
	return fmt.Sprint(by)
}

// figure draws the outline of a glyph.
func (p *page) figure(face *typeface, id harfbuzz.GID, left, baseline, scale float64) {
	outline, _ := face.face.GlyphDataOutline(id)
	var pen [2]float64
	for _, segment := range outline.Segments {
		var at [3][2]float64
		points := segment.ArgsSlice()
		for i, point := range points {
			at[i] = [2]float64{left + float64(point.X)*scale, baseline + float64(point.Y)*scale}
		}
		switch segment.Op {
		case opentype.SegmentOpMoveTo:
			p.curve("m", at[:1])
		case opentype.SegmentOpLineTo:
			p.curve("l", at[:1])
		case opentype.SegmentOpQuadTo:
			p.curve("c", [][2]float64{twoThirds(pen, at[0]), twoThirds(at[1], at[0]), at[1]})
		case opentype.SegmentOpCubeTo:
			p.curve("c", at[:])
		}
		pen = at[len(points)-1]
	}
	p.WriteString("f\n")
}

func (p *page) curve(operator string, points [][2]float64) {
	for _, point := range points {
		fmt.Fprintf(p, "%.3f %.3f ", point[0], point[1])
	}
	p.WriteString(operator + "\n")
}

// twoThirds makes a control point of a cubic curve from that of a quadratic one.
func twoThirds(from, to [2]float64) [2]float64 {
	return [2]float64{from[0] + (to[0]-from[0])*2/3, from[1] + (to[1]-from[1])*2/3}
}
