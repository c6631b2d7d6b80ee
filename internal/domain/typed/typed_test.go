package typed_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"selfcare/internal/domain/number"
	"selfcare/internal/domain/typed"
)

func orNothing(read func(string) (string, error)) func(string) *string {
	return func(text string) *string {
		got, err := read(text)
		if err != nil {
			return nil
		}
		return &got
	}
}

func always(read func(string) string) func(string) *string {
	return func(text string) *string {
		got := read(text)
		return &got
	}
}

var readers = map[string]func(string) *string{
	"mobile": orNothing(number.Parse), "landline": orNothing(number.ParseLandline),
	"card": always(typed.Card), "digits": always(typed.Digits), "code": always(typed.Code), "printed": always(typed.Printed), "secret": always(typed.Secret), "reference": always(typed.Reference), "name": always(typed.Name),
	"email": always(typed.Email), "day": always(typed.Day), "text": always(typed.Text),
}

// The web app reads the same table: web/src/lib/text/typed.test.ts.
func TestReaders_SharedTable_ReadsEachValue(t *testing.T) {
	raw, err := os.ReadFile("testdata/typed.json")
	require.NoError(t, err)
	var table map[string][][2]*string
	require.NoError(t, json.Unmarshal(raw, &table))
	require.Len(t, table, len(readers))
	for kind, rows := range table {
		for _, row := range rows {
			require.Equal(t, row[1], readers[kind](*row[0]), "%s %q", kind, *row[0])
		}
	}
}

func TestSecret_TextAround_IsIgnored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[A-Za-z0-9_-]{16,100}`).Draw(t, "secret")
		around := rapid.StringOf(rapid.RuneFrom(nil, unicode.Cf, unicode.P, unicode.S, unicode.Z, unicode.Arabic)).Filter(func(s string) bool {
			return !strings.ContainsAny(s, "-_")
		})
		rest := around.Draw(t, "rest")
		require.Equal(t, secret, typed.Secret(around.Draw(t, "before")+secret+rest))
		if rest != "" {
			require.Equal(t, secret, typed.Secret(secret+rest+"Thank you"))
		}
	})
}

func each(of *unicode.RangeTable, visit func(r rune)) {
	for _, in := range of.R16 {
		for r := rune(in.Lo); r <= rune(in.Hi); r += rune(in.Stride) {
			visit(r)
		}
	}
	for _, in := range of.R32 {
		for r := rune(in.Lo); r <= rune(in.Hi); r += rune(in.Stride) {
			visit(r)
		}
	}
}

func TestWestern_EachUnicodeDigit_KeepsValue(t *testing.T) {
	next := map[rune]rune{}
	each(unicode.Nd, func(r rune) {
		got := []rune(typed.Western(string(r)))
		require.Len(t, got, 1)
		require.Contains(t, "0123456789", string(got), "%U", r)
		if before, is := next[r-1]; is && before != '9' {
			require.Equal(t, before+1, got[0], "%U", r)
		}
		next[r] = got[0]
		if plain := norm.NFKC.String(string(r)); len(plain) == 1 {
			require.Equal(t, plain, string(got), "%U", r)
		}
	})
}

func TestParse_MarksAndDashes_Ignored(t *testing.T) {
	for _, class := range []*unicode.RangeTable{unicode.Cf, unicode.Zs, unicode.Pd, unicode.Ps, unicode.Pe} {
		each(class, func(r rune) {
			got, err := number.Parse(string(r) + "057" + string(r) + "1234567" + string(r))
			require.NoError(t, err, "%U", r)
			require.Equal(t, "0571234567", got, "%U", r)
		})
	}
}

func TestParse_EachLetter_IsRefused(t *testing.T) {
	each(unicode.L, func(r rune) {
		_, err := number.Parse("057" + string(r) + "1234567")
		require.ErrorIs(t, err, number.ErrFormat, "%U", r)
	})
}

func TestText_ReadTwice_IsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		for kind, read := range readers {
			first := read(text)
			if first == nil {
				continue
			}
			require.Equal(t, first, read(*first), kind)
		}
	})
}

// The pages' test reads the same table: web/src/lib/text/references.test.ts.
func TestForms_SharedTable_AreTheSame(t *testing.T) {
	raw, err := os.ReadFile("testdata/references.json")
	require.NoError(t, err)
	var table map[string]typed.Form
	require.NoError(t, json.Unmarshal(raw, &table))
	require.Equal(t, map[string]typed.Form{
		"order": typed.OrderNumber, "purchase": typed.PurchaseNumber, "complaint": typed.Complaint, "reseller": typed.Reseller, "bill": typed.BillNumber,
	}, table)
	require.ElementsMatch(t, typed.Forms, slices.Collect(maps.Values(table)))
}

func TestForm_Pattern_MatchesReferences(t *testing.T) {
	for _, form := range typed.Forms {
		total := 0
		for _, digits := range form.Groups {
			total += digits
		}
		read, is := form.Read(strings.ToLower(form.Prefix) + " " + strings.Repeat("٣", total))
		require.True(t, is)
		require.Regexp(t, form.Pattern(), read)
		_, is = form.Read(form.Prefix + strings.Repeat("3", total+1))
		require.False(t, is)
	}
}

func TestForm_Written_IsReadAndChecked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom([]typed.Form{typed.OrderNumber, typed.PurchaseNumber}).Draw(t, "form")
		written := form.Write(rapid.SliceOfN(rapid.Byte(), 8, 32).Draw(t, "random"))
		require.Regexp(t, "^"+form.Prefix+"[2-9A-HJKMNP-TV-Z]{8}$", written)
		require.Regexp(t, form.Pattern(), written)
		read, is := form.Read(strings.ToLower(written[:5] + " " + written[5:]))
		require.True(t, is)
		require.Equal(t, written, read)

		at := rapid.IntRange(len(form.Prefix), len(written)-1).Draw(t, "at")
		other := rapid.SampledFrom([]byte("23456789ABCDEFGHJKMNPQRSTVWXYZ01OILU")).Draw(t, "other")
		wrong := []byte(written)
		wrong[at] = other
		_, is = form.Read(string(wrong))
		isOld := strings.Trim(string(wrong[len(form.Prefix):]), "0123456789") == ""
		require.Equal(t, other == written[at] || isOld, is, "%s for %s", wrong, written)
	})
}

func TestForm_WrittenBefore_IsStillRead(t *testing.T) {
	for _, old := range []string{"SC00000000", "SC12345678", "PU10293847"} {
		require.Equal(t, old, typed.Reference(" #"+strings.ToLower(old)))
	}
}
