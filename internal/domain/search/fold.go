package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// alike are letters that Arabic is written with interchangeably, and the digits of other scripts that are left after
// decomposition. Forms of alef and hamza on its carriers fall apart into letter and mark, and marks are dropped.
var alike = strings.NewReplacer("ة", "ه", "ى", "ي", "ی", "ي", "ٱ", "ا", "ک", "ك", "ـ", "",
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9")

// Compared is a text as it is compared with others.
func Compared(text string) string { return folded(text) }

// folded is a text as it is compared: words of small letters and western digits with a space between them.
func folded(text string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		default:
			return ' '
		}
	}, norm.NFKD.String(text))
	return strings.Join(strings.Fields(alike.Replace(plain)), " ")
}
