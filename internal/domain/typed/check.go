package typed

import "strings"

// LuhnDigit returns the check digit of ISO/IEC 7812, with which IDs, SIM cards and bills end.
func LuhnDigit(digits string) byte {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return "0987654321"[sum%10]
}

// HasLuhnDigit tells whether digits end in their check digit. It detects each single wrong digit and almost each swap of two.
func HasLuhnDigit(digits string) bool {
	return digits != "" && isDigits(digits) && LuhnDigit(digits[:len(digits)-1]) == digits[len(digits)-1]
}

// HasMod97Digits tells whether digits leave 1 when divided by 97, as GSMA SGP.29 and ISO/IEC 7064 require. It detects each single
// wrong digit and each swap of two neighbours.
func HasMod97Digits(digits string) bool {
	rest := 0
	for i := range len(digits) {
		rest = (rest*10 + int(digits[i]-'0')) % 97
	}
	return isDigits(digits) && rest == 1
}

func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }
