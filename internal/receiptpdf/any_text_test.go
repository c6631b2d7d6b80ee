package receiptpdf_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-text/typesetting/harfbuzz"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"selfcare/internal/receiptpdf"
)

func TestWrite_WhateverIsTypedIsThere(t *testing.T) {
	scripts := []*unicode.RangeTable{unicode.Arabic, unicode.Latin, unicode.Hebrew, unicode.Han, unicode.Mn, unicode.Cf, unicode.Nd, unicode.P, unicode.Z}
	texts := rapid.StringOf(rapid.RuneFrom([]rune("لاأ ب ي 1.-(\u0651\u064E"), scripts...))
	documents := []receiptpdf.Document{english(), arabic()}
	written := map[receiptpdf.Language]string{}
	for _, d := range documents {
		written[d.Language] = strings.Join(flat(read(t, write(t, d))), "")
	}
	rapid.Check(t, func(r *rapid.T) {
		d := rapid.SampledFrom(documents).Draw(r, "document")
		payment, label := texts.Draw(r, "payment"), texts.Draw(r, "label")
		d.Rows = slices.Clone(d.Rows)
		d.Payment, d.Rows[0].Label = d.Payment+payment, d.Rows[0].Label+label
		after := strings.Join(flat(read(t, write(t, d))), "")
		require.Equal(r, letters(written[d.Language]+payment+label), letters(after))
	})
}

// letters are the characters that show something, in their parts and sorted.
func letters(text string) []rune {
	parts := []rune(norm.NFD.String(text))
	parts = slices.DeleteFunc(parts, func(r rune) bool { return unicode.IsSpace(r) || harfbuzz.IsDefaultIgnorable(r) })
	slices.Sort(parts)
	return parts
}
