package receiptpdf

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVisual_RunsStandAsTheLanguageReadsThem(t *testing.T) {
	tests := map[string]struct {
		text     string
		language Language
		want     []string // from left to right, each as it is read
	}{
		"a date in Arabic":                    {"20 نوفمبر 2026 12:05 م", Arabic, []string{" م", "12:05", " ", "2026", " نوفمبر ", "20"}},
		"an Arabic text with a brand first":   {"mada بطاقة", Arabic, []string{" بطاقة", "mada"}},
		"a number after Arabic in English":    {"Plan هواكم 90 x", English, []string{"Plan ", "90", "هواكم ", " x"}},
		"a fraction after Arabic in English":  {"Plan هواكم 1,090.50. x", English, []string{"Plan ", "1,090.50", "هواكم ", ". x"}},
		"a number set apart in English":       {"Plan هواكم " + LTR("057 12 x") + " هواكم", English, []string{"Plan ", "\u2069 هواكم", "057 12 x", "هواكم \u2066"}},
		"a name in Arabic within English":     {"نورة Noura", English, []string{"Noura", "نورة "}},
		"a mobile number in Arabic":           {"057 123 4567", Arabic, []string{"057 123 4567"}},
		"a code kept in order by the caller":  {"رقم " + LTR("01-02 x"), Arabic, []string{"\u2069", "01-02 x", "رقم \u2066"}},
		"a code that is not, turns its parts": {"رقم 01-02", Arabic, []string{"02", "-", "01", "رقم "}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			text := []rune(tt.text)
			var got []string
			for _, run := range visual(levels(text, tt.language), 0, len(text)) {
				got = append(got, string(text[run.Start:run.End]))
			}
			require.Equal(t, tt.want, got)
		})
	}
}
