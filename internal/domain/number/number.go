// Package number holds the rules on mobile numbers: how they are written, which are in our range, and their classes.
package number

import (
	"errors"
	"strings"
	"unicode"

	"selfcare/internal/domain/typed"
)

// Prefix starts every number of our range in national format.
const Prefix = "057"

// ErrFormat means the text is not a Saudi mobile number.
var ErrFormat = errors.New("not a Saudi mobile number")

// Parse parses a Saudi mobile number into national format, 05 and eight digits. It accepts 5…, 05…, 9665… and 009665…, with or
// without the trunk 0 after the country code and a + before it, in the digits of any script, with blanks, dashes, dots, slashes,
// brackets and invisible marks between them.
func Parse(text string) (string, error) {
	digits, _, ok := typed.Phone(text)
	if !ok {
		return "", ErrFormat
	}
	digits = national(digits)
	if len(digits) != mobileDigits || digits[0] != '5' {
		return "", ErrFormat
	}
	return "0" + digits, nil
}

// mobileDigits is the number of digits of a mobile number or landline after the trunk 0.
const mobileDigits = 9

// national removes the country code and the trunk 0; many people write the 0 after the country code, too.
func national(digits string) string {
	for _, country := range []string{"00966", "966"} {
		if rest, found := strings.CutPrefix(digits, country); found {
			digits = rest
			break
		}
	}
	return strings.TrimPrefix(digits, "0")
}

// LooksTyped tells whether a text is meant as a number, even a malformed one: it has digits and no letters.
func LooksTyped(text string) bool {
	return strings.ContainsFunc(text, unicode.IsDigit) && !strings.ContainsFunc(text, unicode.IsLetter) && !strings.Contains(text, "@")
}

// IsOurs tells whether a number in national format lies in our range.
func IsOurs(msisdn string) bool {
	if len(msisdn) != len(Prefix)+subscriberDigits || !strings.HasPrefix(msisdn, Prefix) {
		return false
	}
	return strings.Trim(msisdn, "0123456789") == ""
}

// rangeHolders maps the beginning of mobile numbers to the operator of their range. A ported number keeps its range, whichever
// operator serves it.
var rangeHolders = map[string]string{
	"050": "stc", "053": "stc", "055": "stc", "054": "mobily", "056": "mobily", "058": "zain", "059": "zain",
}

// RangeHolder returns the operator of a foreign range that contains a number; false for an unknown range.
func RangeHolder(msisdn string) (operator string, known bool) {
	if len(msisdn) != len(Prefix)+subscriberDigits {
		return "", false
	}
	operator, known = rangeHolders[msisdn[:len(Prefix)]]
	return operator, known
}
