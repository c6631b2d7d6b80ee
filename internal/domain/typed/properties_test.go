package typed_test

import (
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"selfcare/internal/domain/number"
	"selfcare/internal/domain/typed"
)

// kind is a reader of typed values with the values that it returns, and the characters that do not matter to it.
type kind struct {
	read   func(string) *string
	values string // regular expression
	digits bool   // of any script
	within []*unicode.RangeTable
}

var (
	marks  = []*unicode.RangeTable{unicode.Cf}
	blanks = []*unicode.RangeTable{unicode.Cf, unicode.White_Space}
	// turning are the marks that a text loses around it: embeddings, overrides, isolates and the byte order mark.
	turning = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x202a, Hi: 0x202e, Stride: 1}, {Lo: 0x2066, Hi: 0x2069, Stride: 1}, {Lo: 0xfeff, Hi: 0xfeff, Stride: 1}}}
)

var kinds = map[string]kind{
	"mobile":    {read: orNothing(number.Parse), values: `05[0-9]{8}`, digits: true, within: blanks},
	"landline":  {read: orNothing(number.ParseLandline), values: `01[0-9]{8}`, digits: true, within: blanks},
	"number":    {read: orNothing(number.ParseAny), values: `05[0-9]{8}`, digits: true, within: blanks},
	"dialled":   {read: always(typed.Dialled), values: `[0-9]{3,15}`, digits: true, within: blanks},
	"digits":    {read: always(typed.Digits), values: `[0-9]{1,20}`, digits: true, within: blanks},
	"card":      {read: always(typed.Card), values: `89966[0-9]{14}`, digits: true, within: blanks},
	"code":      {read: always(typed.Code), values: `[A-Z0-9][A-Z0-9-]{1,20}[A-Z0-9]`, digits: true, within: blanks},
	"bare":      {read: always(typed.Bare), values: `[A-Z0-9]{3,20}`, digits: true, within: blanks},
	"document":  {read: always(typed.Document), values: `[A-Z0-9]{3,20}`, digits: true, within: blanks},
	"order":     {read: always(typed.Reference), values: `SC[0-9]{8}`, digits: true, within: blanks},
	"bill":      {read: always(typed.Reference), values: `INV[0-9]{4}-[0-9]{8}`, digits: true, within: blanks},
	"complaint": {read: always(typed.Reference), values: `CR[0-9]{10}`, digits: true, within: blanks},
	"printed":   {read: always(typed.Printed), values: `[A-Za-z0-9][A-Za-z0-9-]{2,20}[A-Za-z0-9]`, digits: true, within: marks},
	"day":       {read: always(typed.Day), values: `1[0-9]{3}-[01][0-9]-[0-3][0-9]`, digits: true, within: blanks},
	"email":     {read: always(typed.Email), values: `[a-z0-9]{1,9}(\.[a-z0-9]{1,9})?@[a-z]{1,9}\.[a-z]{2,5}`, within: marks},
	"name":      {read: always(typed.Name), values: `[A-Za-z\x{c0}-\x{d6}\x{623}-\x{626}]{1,9}( [A-Za-z\x{621}-\x{63a}]{1,9})?`, within: marks},
	"text":      {read: always(typed.Text), values: `[A-Za-z0-9\x{621}-\x{63a}]{1,9}( [A-Za-z\x{c0}-\x{d6}]{1,9})?`, within: []*unicode.RangeTable{turning}},
	"cell":      {read: always(typed.Cell), values: `[A-Za-z0-9\x{621}-\x{63a}]{1,9}( [A-Za-z0-9-]{1,9})?`, digits: true, within: marks},
	"fold":      {read: always(typed.Fold), values: `[a-z0-9]{1,9}( [a-z0-9]{1,9})?`, digits: true, within: marks},
	"secret":    {read: always(typed.Secret), values: `[A-Za-z0-9_-]{16,100}`},
}

// digitsOf returns the ten digits of each script.
var digitsOf = sync.OnceValue(func() (all [][10]rune) {
	each(unicode.Nd, func(r rune) {
		if typed.Western(string(r)) != "0" {
			return
		}
		var ten [10]rune
		for i := range ten {
			ten[i] = r + rune(i)
		}
		all = append(all, ten)
	})
	return all
})

func TestReaders_OtherScript_SameValue(t *testing.T) {
	for name, k := range kinds {
		if !k.digits {
			continue
		}
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			value, script := rapid.StringMatching(k.values).Draw(t, "value"), rapid.SampledFrom(digitsOf()).Draw(t, "script")
			other := strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return script[r-'0']
				}
				return r
			}, value)
			require.Equal(t, value, said(k.read(other)), "%q", other)
		}))
	}
}

func TestReaders_MarksAndBlanks_SameValue(t *testing.T) {
	for name, k := range kinds {
		outer := []*unicode.RangeTable{unicode.Cf, unicode.White_Space}
		if name == "text" {
			outer = []*unicode.RangeTable{turning, unicode.White_Space}
		}
		around := rapid.StringOfN(rapid.RuneFrom(nil, outer...), 0, 3, -1)
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			value := rapid.StringMatching(k.values).Draw(t, "value")
			spelled := value
			if len(k.within) > 0 {
				runes := []rune(value)
				at := rapid.IntRange(0, len(runes)).Draw(t, "at")
				spelled = string(runes[:at]) + string(rapid.RuneFrom(nil, k.within...).Draw(t, "within")) + string(runes[at:])
			}
			spelled = around.Draw(t, "before") + spelled + around.Draw(t, "after")
			require.Equal(t, value, said(k.read(spelled)), "%q", spelled)
		}))
	}
}

func TestReaders_Decomposed_SameValue(t *testing.T) {
	for _, name := range []string{"name", "text", "fold"} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			letters := rapid.StringOfN(rapid.RuneFrom(nil, unicode.Latin, unicode.Arabic, unicode.Devanagari), 1, 20, -1).Draw(t, "letters")
			require.Equal(t, said(kinds[name].read(norm.NFC.String(letters))), said(kinds[name].read(norm.NFD.String(letters))))
		}))
	}
	require.Equal(t, typed.Email("n@\u00e9cole.example"), typed.Email("n@e\u0301cole.example"))
}

func TestReaders_AnyBytes_ReadTwiceAlike(t *testing.T) {
	signs := []rune("059+00966SCINVRU#.,;:،؛'’@-–/\\ \u00a0\u200f\u2066\u0301٣F．＃，＠")
	text := rapid.OneOf(
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(bytes []byte) string { return string(bytes) }),
		rapid.StringOf(rapid.OneOf(rapid.SampledFrom(signs), rapid.RuneFrom(nil, unicode.Cf, unicode.Zs, unicode.Nd, unicode.Pd))),
		rapid.Map(rapid.StringOf(rapid.SampledFrom([]rune("mailto:@. \u200e"))), func(before string) string { return before + "mailto: n@example.com" }),
	)
	for name, k := range kinds {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			typed := text.Draw(t, "text")
			if first := k.read(typed); first != nil {
				require.Equal(t, *first, said(k.read(*first)), "%q", typed)
			}
		}))
	}
}

func said(value *string) string {
	if value == nil {
		return "refused"
	}
	return *value
}
