package receiptpdf

import (
	"bytes"
	"testing"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/stretchr/testify/require"
)

func shaped(t *testing.T, text string) (*typeface, []placed) {
	t.Helper()
	faces, err := typefaces()
	require.NoError(t, err)
	runes := []rune(text)
	runs := visual(levels(runes, Arabic), 0, len(runes))
	require.Len(t, runs, 1)
	return faces[regular], faces[regular].shape(runes, runs[0])
}

func forms(face *typeface, line []placed) (names []string) {
	for _, g := range line {
		if !g.silent {
			names = append(names, face.font.GlyphName(g.id))
		}
	}
	return names
}

func TestShape_ArabicLettersJoin(t *testing.T) {
	face, line := shaped(t, "سلام")
	require.Equal(t, []string{"uni0645", "uniFEFC", "uniFEB3"}, forms(face, line), "meem alone, lam-alef at the end, seen at the beginning")
}

func TestShape_AnUnknownCharacterIsAVisibleBox(t *testing.T) {
	face, line := shaped(t, "漢")
	require.Equal(t, []string{".notdef"}, forms(face, line))
	require.Equal(t, "漢", line[0].text)
	outline, ok := face.face.GlyphDataOutline(line[0].id)
	require.True(t, ok)
	require.NotEmpty(t, outline.Segments)
}

func TestShape_Mark_FollowsItsLetter(t *testing.T) {
	_, line := shaped(t, "دُ")
	require.Len(t, line, 2)
	require.Equal(t, "ُ", line[0].text)
	require.True(t, line[0].silent)
	require.NotZero(t, line[0].mark)
	require.Equal(t, "د", line[1].text)
}

func TestSubset_KeepsTheOutlinesOfWhatIsUsed(t *testing.T) {
	face, line := shaped(t, "Ångström")
	var used []glyph
	for _, g := range line {
		used = append(used, g.glyph)
	}
	ttf, err := face.subset(used)
	require.NoError(t, err)
	require.Less(t, len(ttf), 40_000)
	tables, err := opentype.NewLoader(bytes.NewReader(ttf))
	require.NoError(t, err)
	glyf, err := tables.RawTable(opentype.MustNewTag("glyf"))
	require.NoError(t, err)
	require.NotEmpty(t, glyf)
	before, err := face.outlines()
	require.NoError(t, err)
	after, err := source{tables: tables}.outlines()
	require.NoError(t, err)
	for _, g := range used {
		want, err := before.glyph(int(g.id))
		require.NoError(t, err)
		got, err := after.glyph(int(g.id))
		require.NoError(t, err)
		require.Equal(t, want, got[:len(want)])
	}
	unused, ok := face.font.NominalGlyph('Q')
	require.True(t, ok)
	empty, err := after.glyph(int(unused))
	require.NoError(t, err)
	require.Empty(t, empty)
}

func TestComponents_ACompositeGlyphNamesItsParts(t *testing.T) {
	composite := []byte{
		0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, // below zero contours: made of other glyphs
		0x00, 0x21, 0x00, 0x05, 0, 0, 0, 0, // words, more to come
		0x00, 0xA0, 0x00, 0x06, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // bytes, two by two, more to come
		0x00, 0x08, 0x00, 0x07, 0, 0, 0, 0,
	}
	require.Equal(t, []font.GID{5, 6, 7}, components(composite))
	require.Empty(t, components(nil))
	require.Empty(t, components(make([]byte, 40)))
}
