package number

import (
	"strings"

	"selfcare/internal/domain/typed"
)

// Landlines have a trunk 0, 1 and eight digits; companies also have numbers of 9200 and 800, and shorter ones.
const (
	fewestLandline = 6
	mostLandline   = 12
)

// ParseLandline parses a Saudi landline number into the digits that are dialled within the country.
func ParseLandline(text string) (string, error) {
	digits, plus, ok := typed.Phone(text)
	abroad := plus || strings.HasPrefix(digits, "00")
	if !ok || abroad && !strings.HasPrefix(strings.TrimLeft(digits, "0"), "966") {
		return "", ErrFormat
	}
	rest := national(digits)
	switch {
	case len(rest) == mobileDigits && rest[0] == '1':
		return "0" + rest, nil
	case abroad:
		digits = rest
	}
	if len(digits) < fewestLandline || len(digits) > mostLandline {
		return "", ErrFormat
	}
	return digits, nil
}
