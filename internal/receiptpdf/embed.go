package receiptpdf

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/go-text/typesetting/font"
)

// embed writes what the document uses of a font, and which text each code stands for.
func (t *typeface) embed(f *file) (ref, error) {
	ttf, err := t.subset(t.used)
	if err != nil {
		return 0, fmt.Errorf("embed %s: %w", t.name, err)
	}
	name := subsetTag(ttf) + "+" + t.name
	program := f.stream(ttf, fmt.Sprintf(" /Length1 %d", len(ttf)))
	descendant := f.add(fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%s"+
		" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"+
		" /FontDescriptor %s /DW 0 /W [1 [%s]] /CIDToGIDMap %s >>",
		name, f.add(t.descriptor(name, program)), t.widths(), f.stream(t.glyphIDs(), "")))
	return f.add(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H"+
		" /DescendantFonts [%s] /ToUnicode %s >>", name, descendant, f.stream([]byte(t.toUnicode()), ""))), nil
}

// subsetTag are the six letters by which readers tell subsets of one font apart.
func subsetTag(ttf []byte) string {
	sum := sha256.Sum256(ttf)
	tag := make([]byte, 6)
	for i := range tag {
		tag[i] = 'A' + sum[i]%26
	}
	return string(tag)
}

// descriptor says how tall the type is; 4 is the flag of a font with letters beyond Latin.
func (t *typeface) descriptor(name string, program ref) string {
	extents, _ := t.face.FontHExtents()
	ascent, descent := t.thousandths(extents.Ascender), t.thousandths(extents.Descender)
	return fmt.Sprintf("<< /Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [-1000 %d 2000 %d] /ItalicAngle 0"+
		" /Ascent %d /Descent %d /CapHeight %d /StemV 80 /FontFile2 %s >>",
		name, descent, ascent, ascent, descent, t.thousandths(t.face.LineMetric(font.CapHeight)), program)
}

// width is how far the font itself moves on after a glyph.
func (t *typeface) width(g glyph) int {
	if g.silent {
		return 0
	}
	return t.thousandths(t.face.HorizontalAdvance(g.id))
}

func (t *typeface) widths() string {
	all := make([]string, len(t.used))
	for i, g := range t.used {
		all[i] = fmt.Sprint(t.width(g))
	}
	return strings.Join(all, " ")
}

// glyphIDs has two bytes for each code: the number of its glyph in the font.
func (t *typeface) glyphIDs() []byte {
	ids := make([]byte, 2, 2+2*len(t.used))
	for _, g := range t.used {
		ids = binary.BigEndian.AppendUint16(ids, uint16(g.id))
	}
	return ids
}

// maxMappings is how many lines a block of a CMap may have.
const maxMappings = 100

// toUnicode is the CMap by which a reader finds the text of the codes.
func (t *typeface) toUnicode() string {
	lines := make([]string, len(t.used))
	for i, g := range t.used {
		lines[i] = fmt.Sprintf("<%04X> <%s>", i+1, utf16Hex(g.text))
	}
	var cmap strings.Builder
	cmap.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	for block := range slices.Chunk(lines, maxMappings) {
		fmt.Fprintf(&cmap, "%d beginbfchar\n%s\nendbfchar\n", len(block), strings.Join(block, "\n"))
	}
	cmap.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return cmap.String()
}
