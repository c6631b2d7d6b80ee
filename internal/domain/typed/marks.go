// Package typed reads texts as people type, paste and dictate them. Each kind of value has one reader, which the contract names
// with x-typed. A reader returns an unreadable text unchanged: the rule of the field then refuses it.
package typed

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// isMark tells characters that only control the display of a text: direction marks, joiners, the byte order mark.
func isMark(r rune) bool { return unicode.Is(unicode.Cf, r) }

// isTurning tells overrides, embeddings and isolates. Pages put isolates around references, so people copy them.
func isTurning(r rune) bool { return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' }

// Text reads free text: composed, with plain line ends, without blanks around it, without byte order marks and without marks that
// turn the text after them. Joiners and plain direction marks belong to Persian, Hindi and Arabic, and stay.
func Text(typed string) string {
	if isPlain(typed) {
		return strings.TrimSpace(typed)
	}
	cleaned := strings.Map(func(r rune) rune {
		if isTurning(r) || r == '\ufeff' {
			return -1
		}
		return r
	}, strings.ReplaceAll(typed, "\r\n", "\n"))
	return strings.TrimSpace(norm.NFC.String(cleaned))
}

// isPlain tells a text of printable ASCII, which needs no reading.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' && text[i] != '\n' || text[i] > '~' {
			return false
		}
	}
	return true
}

// Name reads the name of a person or thing: one line, single spaces, no marks, letters composed with their accents.
func Name(typed string) string {
	composed := norm.NFC.String(strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, typed))
	return strings.Join(strings.Fields(composed), " ")
}

// Western converts the decimal digits of every script to 0 to 9.
func Western(text string) string {
	return strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII || !unicode.Is(unicode.Nd, r) {
			return r
		}
		return '0' + digitOf(r)
	}, text)
}

// digitOf returns the value of a decimal digit. Unicode keeps the ten digits of a script in a row, from zero on.
func digitOf(r rune) rune {
	for _, in := range unicode.Nd.R16 {
		if r >= rune(in.Lo) && r <= rune(in.Hi) {
			return (r - rune(in.Lo)) % 10
		}
	}
	for _, in := range unicode.Nd.R32 {
		if r >= rune(in.Lo) && r <= rune(in.Hi) {
			return (r - rune(in.Lo)) % 10
		}
	}
	return 0
}

// isDash tells each kind of hyphen, dash and minus sign: phones replace one by another during typing.
func isDash(r rune) bool { return unicode.Is(unicode.Pd, r) || r == '\u2212' }

// splitDigits reads a text of digits with the usual separators. Letters and other signs make it return false.
func splitDigits(typed string) (digits string, plus, ok bool) {
	var b strings.Builder
	for _, r := range Western(typed) {
		switch {
		case r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == '+' || r == '\uff0b' || r == '\ufe62':
			if plus || b.Len() > 0 {
				return "", false, false
			}
			plus = true
		case !isBetween(r):
			return "", false, false
		}
	}
	return b.String(), plus, true
}

// isBetween tells the usual separators of digits: blanks, dashes, dots, slashes, brackets and marks.
func isBetween(r rune) bool {
	return isMark(r) || unicode.IsSpace(r) || isDash(r) || unicode.In(r, unicode.Ps, unicode.Pe) || strings.ContainsRune("./\\·•∙・．／", r)
}

// Phone returns the digits of a phone number, and whether + stands before them.
func Phone(typed string) (digits string, plus, ok bool) { return splitDigits(typed) }

// Card reads the number of a SIM. The network and some cards fill its twentieth place with an F.
func Card(typed string) string {
	digits := Digits(strings.TrimRight(Bare(typed), "F"))
	if !isDigits(digits) {
		return typed
	}
	return digits
}

// Digits reads a text of digits alone: an ID, a card, a code. Another text stays unchanged.
func Digits(typed string) string {
	digits, plus, ok := splitDigits(typed)
	if !ok || plus || digits == "" {
		return typed
	}
	return digits
}
