package engine

import (
	"fmt"
	"strings"
)

// Mod97Valid checks the last two digits of an EID (GSMA SGP.29).
func Mod97Valid(number string) bool {
	return strings.Trim(number, "0123456789") == "" && rest97(number) == 1
}

// Mod97Append adds the check digits.
func Mod97Append(number string) string {
	return fmt.Sprintf("%s%02d", number, 98-rest97(number+"00"))
}

func rest97(digits string) (rest int) {
	for i := range len(digits) {
		rest = (rest*10 + int(digits[i]-'0')) % 97
	}
	return rest
}
