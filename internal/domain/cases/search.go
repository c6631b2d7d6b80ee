package cases

import (
	"regexp"
	"strings"
	"unicode"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/number"
)

// By says what something was found by.
type By string

// What support searches by.
const (
	ByOrder     By = "order-number"
	ByPurchase  By = "purchase-number"
	ByMobile    By = "mobile"
	ByID        By = "id-number"
	ByCard      By = "iccid"
	ByParcel    By = "airway-bill"
	ByEmail     By = "email"
	ByBill      By = "bill-number"
	ByReference By = "reference"
)

// forms are how each is written once blanks and dashes are gone; what has the form of several is looked for as each of them.
var forms = map[By]*regexp.Regexp{
	ByOrder:    regexp.MustCompile(`^SC[0-9]{8}$`),
	ByPurchase: regexp.MustCompile(`^PU[0-9]{8}$`),
	ByID:       regexp.MustCompile(`^[12][0-9]{9}$`),
	ByCard:     regexp.MustCompile(`^89[0-9]{17,18}$`),
	ByParcel:   regexp.MustCompile(`^[0-9]{12}$`),
	ByBill:     regexp.MustCompile(`^INV[0-9]{12}$`),
}

var (
	email     = regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`)
	reference = regexp.MustCompile(`^[A-Za-z0-9-]{4,40}$`)
)

// Search reads what was typed as everything it may be; what it may not be at all is refused.
func Search(typed string) (map[By]string, error) {
	plain := strings.Map(western, strings.TrimSpace(typed))
	if email.MatchString(plain) {
		return map[By]string{ByEmail: strings.ToLower(plain)}, nil
	}
	bare := strings.ToUpper(strings.Map(onlySaid, plain))
	terms := map[By]string{}
	for by, form := range forms {
		if form.MatchString(bare) {
			terms[by] = bare
		}
	}
	if bill, is := terms[ByBill]; is {
		terms[ByBill] = bill[:len("INV2026")] + "-" + bill[len("INV2026"):]
	}
	if msisdn, err := number.ParseAny(plain); err == nil {
		terms[ByMobile] = msisdn
	}
	if len(terms) == 0 && reference.MatchString(plain) {
		terms[ByReference] = plain
		if identity.Number.MatchString(bare) {
			terms[ByID] = identity.Normal(bare) // of a passport
		}
	}
	if len(terms) == 0 {
		return nil, contract.RefuseField("q", contract.FailSearchUnclear)
	}
	return terms, nil
}

// onlySaid leaves out what nobody reads out.
func onlySaid(r rune) rune {
	if unicode.IsSpace(r) || r == '-' {
		return -1
	}
	return r
}

// western writes Arabic and Persian digits as ours.
func western(r rune) rune {
	switch {
	case r >= '٠' && r <= '٩':
		return '0' + r - '٠'
	case r >= '۰' && r <= '۹':
		return '0' + r - '۰'
	default:
		return r
	}
}
