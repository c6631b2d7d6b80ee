package receiptpdf

import (
	"fmt"
	"strings"
)

// The looks of the document.
var (
	heading = style{weight: semiBold, size: 20}
	body    = style{size: 11}
	faint   = style{size: 9.5, grey: 0.35}
	strong  = style{weight: semiBold, size: 13.5}
	small   = style{size: 8.5, grey: 0.35}
)

// Measures of the sheet, in points.
const (
	textWidth    = pageWidth - 2*margin
	gap          = 18.0
	qrSize       = 128.0
	factsWidth   = textWidth - qrSize - 2*gap
	counterWidth = 60.0
)

func draw(d Document) ([]byte, error) {
	s, err := newSheet(d.Language, d.Footer)
	if err != nil {
		return nil, err
	}
	s.write(d.Title, heading, textWidth)
	s.y -= gap
	if err := s.head(d); err != nil {
		return nil, err
	}
	s.rows(d)
	s.totals(d.Totals)
	s.y -= gap
	s.write(d.Payment, body, textWidth)
	for _, note := range d.Notes {
		s.write(note, faint, textWidth)
	}
	s.finish()
	return s.file(d)
}

// head is who, for whom and when on one side, the code on the other.
func (s *sheet) head(d Document) error {
	top, first := s.y, s.page()
	if !d.Statement {
		if err := s.code(d); err != nil {
			return err
		}
	}
	low := s.y
	s.y = top
	facts := []Fact{
		{d.Labels.Seller, d.Seller},
		{d.Labels.VATNumber, d.VATNumber},
		{d.Labels.Number, d.Number},
		{d.Labels.IssuedAt, Moment(d.IssuedAt, d.Language)},
	}
	for _, fact := range append(facts, d.Facts...) {
		s.need(faint.leading() + body.leading())
		s.write(fact.Label, faint, factsWidth)
		s.write(fact.Value, body, factsWidth)
		s.y -= gap / 3
	}
	if s.page() == first {
		s.y = min(s.y, low)
	}
	return nil
}

// code draws the QR code at the end of the lines, with its name below.
func (s *sheet) code(d Document) error {
	left := pageWidth - margin - qrSize
	if d.Language == Arabic {
		left = margin
	}
	if err := s.page().qrCode(d.QR, left, s.y-qrSize, qrSize); err != nil {
		return fmt.Errorf("draw its QR code: %w", err)
	}
	s.y -= qrSize
	for _, l := range s.lines(d.Labels.QR, small, qrSize) {
		s.y -= small.leading()
		centred := left + (qrSize-l.width)/2
		s.page().text(s.faces[l.weight], l, centred, s.y+0.42*l.size)
	}
	return nil
}

// rows is the table; its names stand on each page that it takes.
func (s *sheet) rows(d Document) {
	s.y -= gap
	s.need(2*faint.leading() + body.leading() + gap)
	s.heading = func() {
		s.y -= faint.leading() + gap/3
		s.put(s.page(), s.one(d.Labels.Item, faint), atStart, s.y+gap/3)
		s.put(s.page(), s.one(d.Labels.Amount, faint), atEnd, s.y+gap/3)
		s.rule()
	}
	s.heading()
	for _, row := range d.Rows {
		s.need(body.leading() + faint.leading() + gap/2)
		s.y -= gap / 3
		s.writeBeside(row.Label, Money(row.Amount, d.Language), body)
		s.write(row.Detail, faint, textWidth*2/3)
		s.y -= gap / 3
		s.rule()
	}
	s.heading = func() {}
}

// totals stay together where a page has room for them.
func (s *sheet) totals(totals []Row) {
	s.y -= gap / 2
	s.need(min(float64(len(totals))*strong.leading()+gap, pageHeight/2))
	for i, total := range totals {
		look := body
		if i == len(totals)-1 {
			look = strong
			s.y -= gap / 4
		}
		s.writeBeside(total.Label, Money(total.Amount, s.language), look)
		s.write(total.Detail, faint, textWidth*2/3)
	}
}

// file puts the pages into a PDF. It does not say that its pages go from right to left: Chrome would then turn round the
// codes and Latin names of an Arabic document when they are copied.
func (s *sheet) file(d Document) ([]byte, error) {
	f := newFile()
	var fonts strings.Builder
	for _, of := range []weight{regular, semiBold} {
		font, err := s.faces[of].embed(f)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&fonts, " /F%d %s", of, font)
	}
	tree := f.reserve()
	pages := make([]string, len(s.pages))
	for i, p := range s.pages {
		pages[i] = f.add(fmt.Sprintf("<< /Type /Page /Parent %s /MediaBox [0 0 %.2f %.2f] /Contents %s /Resources << /Font <<%s >> >> >>",
			tree, pageWidth, pageHeight, f.stream(p.Bytes(), ""), fonts.String())).String()
	}
	f.put(tree, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(pages), strings.Join(pages, " ")))
	root := f.add(fmt.Sprintf("<< /Type /Catalog /Pages %s /Lang (%s) /ViewerPreferences << /DisplayDocTitle true >> >>", tree, d.Language))
	info := f.add(fmt.Sprintf("<< /Title %s /Author %s /CreationDate (%s) >>",
		textString(clean(d.Title+" "+d.Number)), textString(clean(d.Seller)), d.IssuedAt.In(riyadh).Format("D:20060102150405-07'00'")))
	return f.finish(root, info), nil
}
