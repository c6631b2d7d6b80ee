// Package credential holds the rules on passwords and one-time codes.
package credential

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"selfcare/internal/contract"
)

const minLength = 6

// symbols are the accepted symbols of a password (spec §5).
const symbols = "!$%@#£€*?&_=+-"

//go:embed common.txt
var ownList string

//go:embed frequent.txt
var publicList string

// common holds words and keyboard walks of well-known passwords: local and worldwide ones.
var common = wordsOf(ownList, publicList)

func wordsOf(lists ...string) map[string]bool {
	words := map[string]bool{}
	for _, list := range lists {
		for line := range strings.Lines(list) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			for word := range strings.FieldsSeq(line) {
				words[word] = true
			}
		}
	}
	return words
}

// CheckPassword returns why a password is refused, or an empty code.
func CheckPassword(password string) contract.Code {
	var lower, upper, digit bool
	length := 0
	for _, r := range password {
		length++
		switch {
		case r >= 'a' && r <= 'z':
			lower = true
		case r >= 'A' && r <= 'Z':
			upper = true
		case r >= '0' && r <= '9':
			digit = true
		case !strings.ContainsRune(symbols, r):
			return contract.FailPasswordWeak
		}
	}
	switch {
	case length < minLength || !lower || !upper || !digit:
		return contract.FailPasswordWeak
	case wellKnown(password):
		return contract.FailPasswordCommon
	default:
		return ""
	}
}

// staffLength is the minimum for staff. NIST SP 800-63B asks for 15 characters of a password that is the only factor, and for 8
// with a second factor. Until the first sign-in sets up the second factor, the password is the only factor.
const staffLength = 15

// CheckStaffPassword is CheckPassword for staff, who see the data of all customers.
func CheckStaffPassword(password string) contract.Code {
	code := CheckPassword(password)
	if code == "" && utf8.RuneCountInString(password) < staffLength {
		return contract.FailPasswordStaff
	}
	return code
}

// lookalikes maps the characters that people type in place of letters.
var lookalikes = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i", "€", "e")

// wellKnown finds words that attackers try first, also with digits around them and with replaced letters.
func wellKnown(password string) bool {
	password = strings.ToLower(password)
	bare := strings.TrimFunc(password, func(r rune) bool { return !unicode.IsLetter(r) })
	start := strings.TrimRight(password, "0123456789"+symbols)
	return common[password] || common[bare] || common[start] || common[lookalikes.Replace(bare)] || common[lookalikes.Replace(start)]
}
