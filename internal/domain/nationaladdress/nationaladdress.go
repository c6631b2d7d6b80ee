// Package nationaladdress has the rules of the Saudi national address.
package nationaladdress

import (
	"regexp"
	"strings"

	"selfcare/internal/domain/typed"
)

// City is a city that we deliver to, with its names in both languages.
type City struct{ Key, NameAr, NameEn string }

var (
	fourDigits = regexp.MustCompile(`^[0-9]{4}$`)
	fiveDigits = regexp.MustCompile(`^[0-9]{5}$`)
)

// Number returns a building number or an additional number, and an empty text if it has not four digits.
func Number(text string) string { return matching(fourDigits, text) }

// Postcode returns a postcode, and an empty text if it has not five digits.
func Postcode(text string) string { return matching(fiveDigits, text) }

func matching(shape *regexp.Regexp, text string) string {
	if digits := typed.Digits(text); shape.MatchString(digits) {
		return digits
	}
	return ""
}

// Line returns a name of a district or a street as a line of at most 80 characters, and an empty text if it is shorter than two.
func Line(text string) string {
	const shortest, longest = 2, 80
	signs := []rune(typed.Name(text))
	if len(signs) < shortest {
		return ""
	}
	return strings.TrimSpace(string(signs[:min(len(signs), longest)]))
}

// Place returns the coordinates of a place in the Kingdom, in degrees, and nil for both of any other place.
func Place(latitude, longitude float64) (north, east *float64) {
	if latitude < 16 || latitude > 33 || longitude < 34 || longitude > 56 {
		return nil, nil
	}
	return &latitude, &longitude
}

// FindCity returns the key of the first city that has one of the names, and an empty text if we do not deliver there. The post
// writes names in its own way: in capitals, with an article, with an epithet.
func FindCity(cities []City, names ...string) string {
	for _, name := range names {
		wanted := plain(name)
		for _, city := range cities {
			if wanted != "" && (wanted == plain(city.NameAr) || wanted == plain(city.NameEn) || wanted == plain(city.Key)) {
				return city.Key
			}
		}
	}
	return ""
}

var (
	articles = []string{"al", "ad", "at", "ال"}
	epithets = []string{"almukarramah", "almukaramah", "almunawwarah", "almunawarah", "المكرمه", "المنوره", "albahr", "البحر"}
	// spelled maps other spellings of a city, in their plain form, to the one of our list.
	spelled = map[string]string{
		"khubar": "khobar", "jiddah": "jeddah", "mecca": "makkah", "medina": "madinah", "buraydah": "buraidah", "jizan": "jazan", "tabouk": "tabuk",
		"hufuf": "ahsa", "هفوف": "احساء",
	}
)

// plain is the name of a city in small letters, without blanks, article and epithet.
func plain(name string) string {
	name = strings.ReplaceAll(typed.Fold(name), " ", "")
	for _, epithet := range epithets {
		name = strings.TrimSuffix(name, epithet)
	}
	for _, article := range articles {
		if rest, found := strings.CutPrefix(name, article); found && len(rest) > 3 {
			name = rest
			break
		}
	}
	if other, known := spelled[name]; known {
		return other
	}
	return name
}
