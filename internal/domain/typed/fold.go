package typed

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// alike are letters that a search takes for the same: the ways to write a letter in Arabic, and the letters of the Persian and Urdu
// keyboards. Alefs and carriers with a hamza fall apart into letter and mark before this.
var alike = strings.NewReplacer("ـ", "", "ٱ", "ا", "ة", "ه", "ہ", "ه", "ھ", "ه", "ە", "ه", "ۃ", "ه", "ى", "ي", "ی", "ي", "ے", "ي",
	"ک", "ك", "ڪ", "ك", "گ", "ك", "پ", "ب", "چ", "ج", "ژ", "ز", "ڤ", "ف", "ٹ", "ت", "ڈ", "د", "ڑ", "ر", "ں", "ن", "ς", "σ")

// Fold is a text as a search compares it: small letters and western digits without marks, with a space between words. The web app
// folds alike: testdata/fold.json has the cases of both.
func Fold(text string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.M, unicode.Cf):
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		default:
			return ' '
		}
	}, Western(norm.NFKD.String(text)))
	return strings.Join(strings.Fields(alike.Replace(plain)), " ")
}
