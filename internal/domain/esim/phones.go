package esim

import (
	"regexp"
	"slices"
	"strings"

	"selfcare/internal/domain/typed"
)

// spoken maps Arabic spellings of brands and models, folded, to the word in our list.
var spoken = map[string]string{
	"ابل": "apple", "ايفون": "iphone", "ايفن": "iphone",
	"سامسونج": "samsung", "سامسونق": "samsung", "سامسونغ": "samsung", "سامسنج": "samsung",
	"جالكسي": "galaxy", "جالاكسي": "galaxy", "جلاكسي": "galaxy", "قالكسي": "galaxy", "قلاكسي": "galaxy", "غالاكسي": "galaxy", "كالكسي": "galaxy",
	"جوجل": "google", "قوقل": "google", "غوغل": "google", "بكسل": "pixel", "بيكسل": "pixel",
	"هواوي": "huawei", "هونر": "honor", "هونور": "honor", "اونر": "honor",
	"شاومي": "xiaomi", "شياومي": "xiaomi", "ريدمي": "redmi", "بوكو": "poco", "اوبو": "oppo", "رينو": "reno", "فايند": "find",
	"ونبلس": "oneplus", "وانبلس": "oneplus", "موتورولا": "motorola", "موتو": "moto", "نوثينج": "nothing", "نثنج": "nothing", "نثنق": "nothing",
	"نوكيا": "nokia", "سوني": "sony", "فيفو": "vivo", "ريلمي": "realme",
	"فون": "phone", "برو": "pro", "ماكس": "max", "بلس": "plus", "الترا": "ultra", "ميني": "mini", "اير": "air",
	"فولد": "fold", "فليب": "flip", "نوت": "note", "ايدج": "edge", "ميت": "mate", "ماجيك": "magic",
}

var (
	apart  = strings.NewReplacer("one plus", "oneplus", "اي فون", "ايفون", "ون بلس", "ونبلس", "وان بلس", "وانبلس") // two-word spellings of one word
	arabic = regexp.MustCompile(`\p{Arabic}+`)
)

// IsPhone tells whether brand and name of a phone contain all words of a text, in Latin or Arabic letters, with or without
// blanks.
func IsPhone(brand, name, text string) bool {
	whole := strings.ReplaceAll(words(brand+" "+name), " ", "")
	asked := strings.Fields(words(text))
	isMissing := func(word string) bool { return !strings.Contains(whole, word) }
	return (len(asked) > 0 || strings.TrimSpace(text) == "") && !slices.ContainsFunc(asked, isMissing)
}

// words returns the comparable words of a phone's name: S24+ is S24 plus.
func words(text string) string {
	folded := apart.Replace(typed.Fold(strings.ReplaceAll(text, "+", " plus ")))
	return arabic.ReplaceAllStringFunc(folded, func(said string) string {
		if latin, known := spoken[said]; known {
			return latin
		}
		if latin, known := spoken[strings.TrimPrefix(said, "ال")]; known {
			return latin
		}
		return said
	})
}
