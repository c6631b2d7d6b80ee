package number

import (
	"strings"

	"selfcare/internal/domain/typed"
)

// dataPrefix starts every data-SIM number; ten digits follow.
const (
	dataPrefix = "83"
	dataDigits = 12
)

// ParseDataSIM parses a data-SIM number into 83 and ten digits.
func ParseDataSIM(text string) (string, error) {
	digits, _, ok := typed.Phone(text)
	digits = strings.TrimPrefix(digits, "0")
	if !ok || !IsDataSIM(digits) {
		return "", ErrFormat
	}
	return digits, nil
}

// IsDataSIM tells a data-SIM number from a mobile number.
func IsDataSIM(msisdn string) bool {
	return len(msisdn) == dataDigits && strings.HasPrefix(msisdn, dataPrefix) && strings.Trim(msisdn, "0123456789") == ""
}

// ParseAny parses a mobile number or a data-SIM number.
func ParseAny(text string) (string, error) {
	if msisdn, err := Parse(text); err == nil {
		return msisdn, nil
	}
	return ParseDataSIM(text)
}

// Digits returns a typed code in Latin digits, or an empty text for anything else.
func Digits(text string) string {
	digits, _, _ := typed.Phone(text)
	return digits
}
