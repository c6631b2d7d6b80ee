package typed

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Code reads what is printed in capitals and digits: a promo code, a voucher, a reference. Blanks, marks and the stop of a sentence are
// left out; every dash is a hyphen.
func Code(typed string) string {
	code := strings.Map(func(r rune) rune {
		switch {
		case isMark(r), unicode.IsSpace(r):
			return -1
		case isDash(r):
			return '-'
		case r >= '\uff01' && r <= '\uff5e': // fullwidth forms of ASCII
			return unicode.ToUpper(r - '\uff01' + '!')
		case r <= unicode.MaxASCII:
			return unicode.ToUpper(r)
		default:
			return r
		}
	}, Western(typed))
	return strings.TrimRight(code, ".,;:،؛")
}

// Printed reads a reference of another company as it is printed: without marks and blanks around it, with hyphens for dashes.
func Printed(typed string) string {
	line := strings.Map(func(r rune) rune {
		switch {
		case isMark(r):
			return -1
		case isDash(r):
			return '-'
		default:
			return r
		}
	}, Western(typed))
	return strings.Trim(strings.TrimSpace(line), "#.,;:،؛")
}

// Secret reads the secret of a link: the first part of a text in the letters of secrets. Messengers and mail programs add marks and
// stops to a link.
func Secret(typed string) string {
	isOther := func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	rest := strings.TrimLeftFunc(typed, isOther)
	if end := strings.IndexFunc(rest, isOther); end >= 0 {
		return rest[:end]
	}
	return rest
}

// Bare is a code without hyphens: letters and digits alone.
func Bare(typed string) string { return strings.ReplaceAll(Code(typed), "-", "") }

// Paper reads the number of an ID or a passport.
func Paper(typed string) string {
	return strings.Map(func(r rune) rune {
		if isBetween(r) {
			return -1
		}
		return r
	}, Bare(typed))
}

// Email reads an e-mail address: without marks and blanks around it, its domain in the letters of the DNS.
func Email(typed string) string {
	plain := strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case isMark(r):
			return -1
		case r == '\uff20': // fullwidth @
			return '@'
		default:
			return r
		}
	}, typed))
	plain = strings.TrimPrefix(plain, "mailto:")
	local, domain, found := strings.Cut(plain, "@")
	if !found || isPlain(domain) {
		return plain
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil {
		return plain
	}
	return local + "@" + ascii
}

// emailForm is the dot-atom of RFC 5322 at a host name: no dot at the ends or twice, no label that begins or ends with a hyphen.
// The contract has the same pattern.
var emailForm = regexp.MustCompile(EmailPattern)

// EmailPattern is how an address is built that mail servers take.
const EmailPattern = `^[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])$`

// mostLocal are the letters before the @ that a mail server takes (RFC 5321).
const mostLocal = 64

// IsEmail tells an address that a message can be sent to, by its form.
func IsEmail(address string) bool {
	local, _, _ := strings.Cut(address, "@")
	return len(local) <= mostLocal && emailForm.MatchString(address)
}

// Dialled reads a phone number as it is dialled: 00 stands for a +. Another text stays as it is.
func Dialled(typed string) string {
	digits, plus, ok := parts(typed)
	switch {
	case !ok || digits == "":
		return typed
	case plus:
		return "00" + digits
	default:
		return digits
	}
}

// Day reads a date as year, month and day with hyphens; each of them in any digits.
func Day(typed string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case isMark(r):
			return -1
		case isDash(r), r == '/':
			return '-'
		default:
			return r
		}
	}, Western(typed)))
}
