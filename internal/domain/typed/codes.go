package typed

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Code reads a code of capitals and digits: a promo code, a voucher, a reference. It removes blanks, marks and the full stop of a
// sentence; every dash becomes a hyphen.
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
	return strings.TrimRight(code, stops)
}

// stops end a sentence or a part of it; none ends a code.
const stops = ".,;:،؛"

// PromoPattern matches a promo code in its stored form.
const PromoPattern = "^[A-Z0-9]{3,20}$"

// Printed reads a reference of another company as printed: without marks and blanks around it, with hyphens for dashes.
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
	return strings.TrimFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("#"+stops, r) })
}

// Secret reads the secret of a link: the first part of a text that consists of its characters. Messengers and mail programs add
// marks and stops to a link.
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

// Bare returns a code without hyphens: letters and digits alone.
func Bare(typed string) string {
	return strings.TrimRight(strings.ReplaceAll(Code(typed), "-", ""), stops)
}

// Document reads the number of an ID or a passport.
func Document(typed string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		if isBetween(r) {
			return -1
		}
		return r
	}, Bare(typed)), stops)
}

// beforeEmail are blanks, and what a copied link has before its address.
var beforeEmail = regexp.MustCompile(`^(?i:mailto:|[\s\x{85}\p{Z}])+`)

// Email reads an e-mail address: without marks and blanks around it, with Western digits before the @, and with its domain in DNS
// form.
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
	local, domain, found := strings.Cut(beforeEmail.ReplaceAllString(plain, ""), "@")
	if !found {
		return local
	}
	local = Western(local)
	plain = local + "@" + domain
	if isPlain(domain) {
		return plain
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil {
		return plain
	}
	return local + "@" + ascii
}

// emailForm is the dot-atom of RFC 5322 at a host name: no leading, trailing or double dots, no label that begins or ends with a
// hyphen. The contract has the same pattern.
var emailForm = regexp.MustCompile(EmailPattern)

// EmailPattern matches the addresses that mail servers accept.
const EmailPattern = `^[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])$`

// mostLocal is the greatest length of the part before the @ (RFC 5321).
const mostLocal = 64

// IsEmail tells whether an address has a valid form.
func IsEmail(address string) bool {
	local, _, _ := strings.Cut(address, "@")
	return len(local) <= mostLocal && emailForm.MatchString(address)
}

// Dialled reads a phone number as it is dialled: 00 replaces a +. Another text stays unchanged.
func Dialled(typed string) string {
	digits, plus, ok := splitDigits(typed)
	switch {
	case !ok || digits == "":
		return typed
	case plus:
		return "00" + digits
	default:
		return digits
	}
}

// Day reads a date of year, month and day with hyphens, in any digits.
func Day(typed string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case isMark(r), unicode.IsSpace(r):
			return -1
		case isDash(r), r == '/':
			return '-'
		default:
			return r
		}
	}, Western(typed))
}
