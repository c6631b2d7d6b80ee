package receiptpdf

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"
)

// errFont says that a font is not built as TrueType has it.
var errFont = errors.New("the font cannot be taken apart")

// subset is the font with the outlines of the given glyphs only. Glyphs keep their numbers.
func (s source) subset(used []glyph) ([]byte, error) {
	outlines, err := s.outlines()
	if err != nil {
		return nil, err
	}
	keep := map[int]bool{}
	if err := outlines.collect(keep, 0); err != nil { // what stands for a missing character
		return nil, err
	}
	for _, g := range used {
		if err := outlines.collect(keep, int(g.id)); err != nil {
			return nil, err
		}
	}
	glyf, loca := outlines.only(keep)
	return s.assemble(glyf, loca)
}

// assemble puts the tables together that a PDF needs.
func (s source) assemble(glyf, loca []byte) ([]byte, error) {
	tables := []opentype.Table{
		{Tag: opentype.MustNewTag("glyf"), Content: glyf}, {Tag: opentype.MustNewTag("loca"), Content: loca},
	}
	for _, name := range []string{"cvt ", "fpgm", "head", "hhea", "hmtx", "maxp", "prep"} {
		content, err := s.tables.RawTable(opentype.MustNewTag(name))
		if err != nil {
			return nil, err
		}
		tables = append(tables, opentype.Table{Tag: opentype.MustNewTag(name), Content: content})
	}
	slices.SortFunc(tables, func(a, b opentype.Table) int { return cmp.Compare(a.Tag, b.Tag) })
	return opentype.WriteTTF(tables), nil
}

// outlines are the tables "glyf" and "loca": all glyphs, and where each of them begins.
type outlines struct {
	glyf   []byte
	starts []uint32 // one more than there are glyphs
}

// outlines reads fonts with long offsets, which ours are.
func (s source) outlines() (outlines, error) {
	var raw [3][]byte
	for i, name := range []string{"glyf", "loca", "head"} {
		content, err := s.tables.RawTable(opentype.MustNewTag(name))
		if err != nil {
			return outlines{}, err
		}
		raw[i] = content
	}
	if long := raw[2][51] == 1; !long {
		return outlines{}, errFont
	}
	made := outlines{glyf: raw[0], starts: make([]uint32, len(raw[1])/4)}
	for i := range made.starts {
		made.starts[i] = binary.BigEndian.Uint32(raw[1][4*i:])
	}
	return made, nil
}

func (o outlines) glyph(id int) ([]byte, error) {
	if id+1 >= len(o.starts) || o.starts[id] > o.starts[id+1] || int(o.starts[id+1]) > len(o.glyf) {
		return nil, errFont
	}
	return o.glyf[o.starts[id]:o.starts[id+1]], nil
}

// collect notes a glyph and those it is put together from.
func (o outlines) collect(keep map[int]bool, id int) error {
	data, err := o.glyph(id)
	if err != nil || keep[id] {
		return err
	}
	keep[id] = true
	for _, part := range components(data) {
		if err := o.collect(keep, int(part)); err != nil {
			return err
		}
	}
	return nil
}

// only copies the glyphs to keep; the others become empty.
func (o outlines) only(keep map[int]bool) (glyf, loca []byte) {
	for id := range len(o.starts) - 1 {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		if keep[id] {
			glyf = append(glyf, o.glyf[o.starts[id]:o.starts[id+1]]...)
			glyf = append(glyf, make([]byte, -len(glyf)&3)...)
		}
	}
	return glyf, binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
}

// How a part of a composite glyph is described (OpenType, table "glyf").
const (
	wordArguments  = 0x0001
	oneScale       = 0x0008
	moreComponents = 0x0020
	twoScales      = 0x0040
	twoByTwo       = 0x0080
)

// components are the parts of a composite glyph.
func components(data []byte) (parts []harfbuzz.GID) {
	if len(data) < 10 || int16(binary.BigEndian.Uint16(data)) >= 0 {
		return nil
	}
	for at, flags := 10, uint16(moreComponents); flags&moreComponents != 0 && at+4 <= len(data); at += 4 + described(flags) {
		flags = binary.BigEndian.Uint16(data[at:])
		parts = append(parts, harfbuzz.GID(binary.BigEndian.Uint16(data[at+2:])))
	}
	return parts
}

// described is how many bytes say where a part goes.
func described(flags uint16) int {
	size := 2
	if flags&wordArguments != 0 {
		size = 4
	}
	switch {
	case flags&oneScale != 0:
		size += 2
	case flags&twoScales != 0:
		size += 4
	case flags&twoByTwo != 0:
		size += 8
	}
	return size
}
