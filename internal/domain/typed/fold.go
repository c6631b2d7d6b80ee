package typed

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// alike maps letters that a search treats as equal: the variants of Arabic letters, and the letters of Persian and Urdu
// keyboards. Alefs and carriers with a hamza are decomposed into letter and mark before.
var alike = strings.NewReplacer("ـ", "", "ٱ", "ا", "ة", "ه", "ہ", "ه", "ھ", "ه", "ە", "ه", "ۃ", "ه", "ى", "ي", "ی", "ي", "ے", "ي",
	"ک", "ك", "ڪ", "ك", "گ", "ك", "پ", "ب", "چ", "ج", "ژ", "ز", "ڤ", "ف", "ٹ", "ت", "ڈ", "د", "ڑ", "ر", "ں", "ن", "ς", "σ")

// Fold returns the form of a text that searches compare: small letters and Latin digits without marks, with one space between
// words. The web app folds the same way: testdata/fold.json has the cases of both.
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
