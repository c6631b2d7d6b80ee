package typed

import "strings"

// LuhnDigit returns the check digit of ISO/IEC 7812, with which IDs, SIM cards and bills end.
func LuhnDigit(digits string) byte { return luhnModN(digits, "0123456789") }

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

// luhnModN returns the check character of a text by the scheme "Luhn mod N" for an alphabet of N characters: from the end, each second
// character counts twice, and a doubled value counts as the sum of its digits in base N. The scheme detects every wrong character and
// nearly every swap of neighbours. With ten digits it is the scheme of ISO/IEC 7812.
func luhnModN(body, alphabet string) byte {
	n, sum := len(alphabet), 0
	for i := range len(body) {
		value := strings.IndexByte(alphabet, body[len(body)-1-i])
		if i%2 == 0 {
			value *= 2
		}
		sum += value/n + value%n
	}
	return alphabet[(n-sum%n)%n]
}

// isChecked tells whether a text has characters of the references alone and ends with its check character.
func isChecked(text string) bool {
	last := len(text) - 1
	return last > 0 && strings.Trim(text, refAlphabet) == "" && luhnModN(text[:last], refAlphabet) == text[last]
}
