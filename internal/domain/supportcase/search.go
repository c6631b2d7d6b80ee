package supportcase

import (
	"regexp"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/typed"
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
	ByID:     regexp.MustCompile(`^[12][0-9]{9}$`),
	ByCard:   regexp.MustCompile(`^89[0-9]{17,18}$`),
	ByParcel: regexp.MustCompile(`^[0-9]{12}$`),
}

// references are those that customers read out.
var references = map[By]typed.Form{ByOrder: typed.OrderNumber, ByPurchase: typed.PurchaseNumber, ByBill: typed.BillNumber}

var reference = regexp.MustCompile(`^[A-Za-z0-9-]{4,40}$`)

// Search reads what was typed as everything it may be; what it may not be at all is refused.
func Search(text string) (map[By]string, error) {
	if email := typed.Email(text); strings.Contains(email, "@") && typed.IsEmail(email) {
		return map[By]string{ByEmail: strings.ToLower(email)}, nil
	}
	plain, bare := typed.Printed(text), typed.Card(typed.Paper(text))
	terms := map[By]string{}
	for by, form := range forms {
		if form.MatchString(bare) {
			terms[by] = bare
		}
	}
	for by, form := range references {
		if read, is := form.Read(text); is {
			terms[by] = read
		}
	}
	if msisdn, err := number.ParseAny(text); err == nil {
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
