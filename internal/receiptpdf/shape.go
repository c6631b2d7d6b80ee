package receiptpdf

import (
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
	"golang.org/x/text/unicode/norm"
)

// glyph is a form from the font and the text it stands for. A silent one shows nothing and takes no room.
type glyph struct {
	id     harfbuzz.GID
	text   string
	silent bool
}

// placed is a glyph where it belongs, in thousandths of the size of the type.
type placed struct {
	glyph
	advance, x, y int
	mark          harfbuzz.GID // what is drawn here as a figure; 0 is none
}

// shape makes glyphs of one run, from left to right.
func (t *typeface) shape(text []rune, run bidi.Run) []placed {
	buffer := harfbuzz.NewBuffer()
	buffer.ClusterLevel = harfbuzz.MonotoneCharacters
	buffer.Flags = harfbuzz.RemoveDefaultIgnorables
	buffer.Props = harfbuzz.SegmentProperties{Language: "en", Script: language.Latin, Direction: harfbuzz.LeftToRight}
	if !run.IsLeftToRight() {
		buffer.Props = harfbuzz.SegmentProperties{Language: "ar", Script: language.Arabic, Direction: harfbuzz.RightToLeft}
	}
	buffer.AddRunes(text, run.Start, run.End-run.Start)
	buffer.Shape(t.shaper, ligatures(text, run))
	texts := meanings(text, run, buffer.Info)
	line := make([]placed, len(buffer.Info))
	for i, info := range buffer.Info {
		line[i] = t.place(glyph{id: info.Glyph, text: texts[i]}, buffer.Pos[i])
	}
	if run.IsLeftToRight() {
		return line
	}
	return t.spell(line)
}

// widest is how far letters may be moved apart, since readers take more for a space.
const widest = 90

// place makes a mark that stands over or under a letter a figure with a silent glyph: readers of the text sort glyphs by
// where they stand, and would put it before its letter.
func (t *typeface) place(g glyph, at harfbuzz.GlyphPosition) placed {
	made := placed{
		glyph:   g,
		advance: t.thousandths(float32(at.XAdvance)), x: t.thousandths(float32(at.XOffset)), y: t.thousandths(float32(at.YOffset)),
	}
	if made.advance == 0 && (made.x != 0 || made.y != 0) {
		made.mark, made.glyph = g.id, t.silent(g.text)
		return made
	}
	if excess := made.advance - t.width(g) - widest; excess > 0 {
		made.advance -= excess
		made.x = max(made.x-excess, 0)
	}
	return made
}

func (t *typeface) silent(text string) glyph {
	blank, _ := t.font.NominalGlyph(' ')
	return glyph{id: blank, text: text, silent: true}
}

// spell leaves one character to each glyph of a run from right to left. Readers turn such a run round without a look
// into ligatures, so that لا would come out as ال: what a glyph has beyond its first letter goes to silent ones.
func (t *typeface) spell(line []placed) []placed {
	var spelt []placed
	for _, g := range line {
		letters := []rune(g.text)
		for _, letter := range slices.Backward(letters[1:]) {
			spelt = append(spelt, placed{glyph: t.silent(string(letter))})
		}
		g.text = string(letters[:1])
		spelt = append(spelt, g)
	}
	return spelt
}

// ligatures allows that of lam and alef, which Arabic demands. The others of the font are a matter of style, and readers
// of the text stumble over what is two letters and one glyph.
func ligatures(text []rune, run bidi.Run) []harfbuzz.Feature {
	tag := opentype.MustNewTag("rlig")
	features := []harfbuzz.Feature{{Tag: tag, End: harfbuzz.FeatureGlobalEnd}}
	for at := run.Start; at < run.End; at++ {
		if text[at] != 'ل' {
			continue
		}
		next := at + 1
		for next < run.End && unicode.Is(unicode.Mn, text[next]) {
			next++
		}
		if next < run.End && strings.ContainsRune("اأإآٱ", text[next]) {
			features = append(features, harfbuzz.Feature{Tag: tag, Value: 1, Start: at, End: next + 1})
		}
	}
	return features
}

// meanings is the text of each glyph: what lies between its place in the text and that of the next one.
func meanings(text []rune, run bidi.Run, glyphs []harfbuzz.GlyphInfo) []string {
	byPlace := map[int][]int{}
	var places []int
	for i, g := range glyphs {
		if len(byPlace[g.Cluster]) == 0 {
			places = append(places, g.Cluster)
		}
		byPlace[g.Cluster] = append(byPlace[g.Cluster], i)
	}
	slices.Sort(places)
	texts := make([]string, len(glyphs))
	for i, place := range places {
		end := run.End
		if i+1 < len(places) {
			end = places[i+1]
		}
		if !run.IsLeftToRight() {
			slices.Reverse(byPlace[place])
		}
		share(texts, byPlace[place], visible(text[place:end]))
	}
	return texts
}

// share divides a text among the glyphs that were made of it, in the order of reading: ź may be drawn as z and its
// accent, أُ as a letter and its vowel. The rest stays with the last glyph.
func share(texts []string, glyphs []int, text string) {
	parts := []rune(norm.NFC.String(text))
	if len(parts) < len(glyphs) {
		parts = []rune(norm.NFD.String(text))
	}
	for i, g := range glyphs {
		switch last := len(glyphs) - 1; {
		case i >= len(parts):
			texts[g] = nothing
		case i == last:
			texts[g] = string(parts[i:])
		default:
			texts[g] = string(parts[i])
		}
	}
}

// nothing is a text for what adds to a letter that has been told already; readers would invent one.
const nothing = "\u200B"

// visible leaves out characters that only steer the others.
func visible(text []rune) string {
	return string(slices.DeleteFunc(slices.Clone(text), harfbuzz.IsDefaultIgnorable))
}
