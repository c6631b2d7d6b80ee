package receiptpdf

import (
	"bytes"
	_ "embed" // the fonts
	"math"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"
)

// IBM Plex Sans Arabic has both scripts. The files are those of the npm package @ibm/plex-sans-arabic 1.1.0, unpacked
// from WOFF; fonts/OFL.txt is their licence.
var (
	//go:embed fonts/IBMPlexSansArabic-Regular.ttf
	regularTTF []byte
	//go:embed fonts/IBMPlexSansArabic-SemiBold.ttf
	semiBoldTTF []byte
)

type weight int

const (
	regular weight = iota
	semiBold
)

// source is a font as it was read, for all documents.
type source struct {
	name   string
	font   *font.Font
	tables *opentype.Loader
}

var sources = sync.OnceValues(func() (map[weight]source, error) {
	all := map[weight]source{}
	for of, file := range map[weight]struct {
		name string
		ttf  []byte
	}{regular: {"IBMPlexSansArabic", regularTTF}, semiBold: {"IBMPlexSansArabic-SemiBold", semiBoldTTF}} {
		tables, err := opentype.NewLoader(bytes.NewReader(file.ttf))
		if err != nil {
			return nil, err
		}
		parsed, err := font.NewFont(tables)
		if err != nil {
			return nil, err
		}
		all[of] = source{file.name, parsed, tables}
	}
	return all, nil
})

// typeface is a font within one document: it keeps which glyphs the document needs.
type typeface struct {
	source
	face   *font.Face
	shaper *harfbuzz.Font
	codes  map[glyph]int
	used   []glyph // by code, the first is 1
}

// typefaces are made for each document, since a face is not safe for concurrent use.
func typefaces() (map[weight]*typeface, error) {
	read, err := sources()
	if err != nil {
		return nil, err
	}
	all := map[weight]*typeface{}
	for of, from := range read {
		face := font.NewFace(from.font)
		all[of] = &typeface{source: from, face: face, shaper: harfbuzz.NewFont(face), codes: map[glyph]int{}}
	}
	return all, nil
}

// code is what stands for a glyph in the pages. A glyph that means two texts gets two codes, so that what is copied out
// of the document is what was put in.
func (t *typeface) code(g glyph) int {
	if code, ok := t.codes[g]; ok {
		return code
	}
	t.used = append(t.used, g)
	t.codes[g] = len(t.used)
	return len(t.used)
}

// thousandths turns units of the font into those of a PDF.
func (t *typeface) thousandths(units float32) int {
	return int(math.Round(float64(units) * 1000 / float64(t.font.Upem())))
}
