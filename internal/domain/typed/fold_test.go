package typed_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/domain/typed"
)

// The web app folds the same table.
func TestFold_SharedTable_FoldsEachText(t *testing.T) {
	raw, err := os.ReadFile("testdata/fold.json")
	require.NoError(t, err)
	var rows []struct{ Typed, Folded string }
	require.NoError(t, json.Unmarshal(raw, &rows))
	require.NotEmpty(t, rows)
	for _, row := range rows {
		require.Equal(t, row.Folded, typed.Fold(row.Typed), "%q", row.Typed)
	}
}

func TestFold_MarksAndBlanks_KeepWords(t *testing.T) {
	for _, class := range []*unicode.RangeTable{unicode.Cf, unicode.Mn, unicode.Mc, unicode.Me} {
		each(class, func(r rune) { require.Equal(t, "جده", typed.Fold("ج"+string(r)+"دة"), "%U", r) })
	}
	each(unicode.Zs, func(r rune) { require.Equal(t, "iphone 15", typed.Fold("iPhone"+string(r)+"15"), "%U", r) })
	each(unicode.Nd, func(r rune) { require.Regexp(t, "^s[0-9]$", typed.Fold("S"+string(r)), "%U", r) })
}

func TestFold_AnyText_HasLettersAndDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		folded := typed.Fold(rapid.String().Draw(t, "text"))
		require.Equal(t, strings.Join(strings.Fields(folded), " "), folded)
		require.NotContains(t, folded, "ـ")
		require.False(t, strings.ContainsFunc(folded, func(r rune) bool {
			return r != ' ' && !unicode.IsLetter(r) && (r < '0' || r > '9')
		}), folded)
	})
}
