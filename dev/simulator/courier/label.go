package courier

import (
	"bytes"
	"fmt"
	"strings"
)

// labelOf draws the label of a parcel: a PDF of one page of A6 with the numbers by which the warehouse finds the card.
func labelOf(p Parcel) []byte {
	var page strings.Builder
	for i, line := range []string{"SMSA EXPRESS (simulated)", "AWB " + p.AWB, "Order " + p.OrderNumber, "To " + nameOf(p.City)} {
		fmt.Fprintf(&page, "BT /F1 14 Tf 24 %d Td (%s) Tj ET\n", 380-30*i, escapePDF(line))
	}
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", page.Len(), page.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var file bytes.Buffer
	file.WriteString("%PDF-1.4\n")
	places := make([]int, len(objects))
	for i, object := range objects {
		places[i] = file.Len()
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := file.Len()
	fmt.Fprintf(&file, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, place := range places {
		fmt.Fprintf(&file, "%010d 00000 n \n", place)
	}
	fmt.Fprintf(&file, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return file.Bytes()
}

// escapePDF writes a text as a string of a PDF; the font has no other letters than ASCII.
func escapePDF(text string) string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
	return strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(plain)
}
