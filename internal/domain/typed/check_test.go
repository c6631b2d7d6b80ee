package typed_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/domain/typed"
)

func TestHasMod97Digits_EIDsOfSGP29_Pass(t *testing.T) {
	for _, eid := range []string{"89049032123451234512345678901235", "89044000123456789012345678901224", "89034011560010000000000000000121"} {
		t.Log(eid, typed.HasMod97Digits(eid))
	}
	require.True(t, typed.HasMod97Digits("89049032123451234512345678901235"), "the example of SGP.29")
	require.False(t, typed.HasMod97Digits("89034011560010000000000000000131"))
	require.False(t, typed.HasMod97Digits(""))
	require.False(t, typed.HasMod97Digits(strings.Repeat("٨٩", 16)))
}

func TestChecks_OneWrongDigit_Fails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.StringMatching(`[0-9]{18,30}`).Draw(t, "body")
		at := rapid.IntRange(0, len(body)-1).Draw(t, "at")
		wrong := rapid.SampledFrom([]byte("0123456789")).Draw(t, "wrong")
		if body[at] == wrong {
			return
		}
		card, eid := body+string(typed.LuhnDigit(body)), withMod97(body)
		require.True(t, typed.HasLuhnDigit(card))
		require.True(t, typed.HasMod97Digits(eid))
		require.False(t, typed.HasLuhnDigit(card[:at]+string(wrong)+card[at+1:]))
		require.False(t, typed.HasMod97Digits(eid[:at]+string(wrong)+eid[at+1:]))
	})
}

func withMod97(body string) string {
	for tens := '0'; tens <= '9'; tens++ {
		for ones := '0'; ones <= '9'; ones++ {
			if whole := body + string(tens) + string(ones); typed.HasMod97Digits(whole) {
				return whole
			}
		}
	}
	return ""
}
