// Package number has the rules of mobile numbers: how they are written, which are ours, and what class each belongs to.
package number

import (
	"errors"
	"strings"
)

// Prefix starts every number of ours in national format.
const Prefix = "057"

// ErrFormat means the text is not a Saudi mobile number.
var ErrFormat = errors.New("not a Saudi mobile number")

// Parse turns the ways customers write a Saudi mobile number into national format, 05 and eight digits.
// Accepted: 5…, 05…, 9665… and 009665…, an optional leading +, Arabic-Indic digits, spaces and hyphens between digits.
func Parse(text string) (string, error) {
	digits, ok := westernDigits(text)
	if !ok {
		return "", ErrFormat
	}
	for _, country := range []string{"00966", "966", "0"} {
		if rest, found := strings.CutPrefix(digits, country); found {
			digits = rest
			break
		}
	}
	if len(digits) != 9 || digits[0] != '5' {
		return "", ErrFormat
	}
	return "0" + digits, nil
}

// IsOurs tells whether a number in national format lies in our range.
func IsOurs(msisdn string) bool {
	if len(msisdn) != len(Prefix)+subscriberDigits || !strings.HasPrefix(msisdn, Prefix) {
		return false
	}
	return strings.Trim(msisdn, "0123456789") == ""
}

// westernDigits drops separators and maps Arabic-Indic and Persian digits; anything else is refused.
func westernDigits(text string) (string, bool) {
	var b strings.Builder
	for i, r := range strings.TrimPrefix(strings.TrimSpace(text), "+") {
		switch {
		case r >= '0' && r <= '9':
			b.WriteRune(r)
		case r >= '٠' && r <= '٩':
			b.WriteRune('0' + r - '٠')
		case r >= '۰' && r <= '۹':
			b.WriteRune('0' + r - '۰')
		case (r == ' ' || r == '-') && i > 0:
		default:
			return "", false
		}
	}
	return b.String(), true
}

// rangeHolders are the operators that the ranges of mobile numbers were given to, by how their numbers begin. A number that was moved keeps
// its range, whichever operator serves it.
var rangeHolders = map[string]string{
	"050": "stc", "053": "stc", "055": "stc", "054": "mobily", "056": "mobily", "058": "zain", "059": "zain",
}

// RangeHolder is the operator of another range than ours that a number lies in; false where we know none.
func RangeHolder(msisdn string) (operator string, known bool) {
	if len(msisdn) != len(Prefix)+subscriberDigits {
		return "", false
	}
	operator, known = rangeHolders[msisdn[:len(Prefix)]]
	return operator, known
}
