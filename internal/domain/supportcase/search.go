package supportcase

import (
	"regexp"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/typed"
)

// By is the kind of key that found a case.
type By string

// Keys that support can search by.
const (
	ByOrder     By = "order-number"
	ByPurchase  By = "purchase-number"
	ByMobile    By = "mobile"
	ByID        By = "id-number"
	ByCard      By = "iccid"
	ByParcel    By = "airway-bill"
	ByEmail     By = "email"
	ByBill      By = "bill-number"
	ByTicket    By = "ticket-number"
	ByReference By = "reference"
)

// forms are the patterns of the keys without blanks and dashes; a text that matches several is searched as each of them.
var forms = map[By]*regexp.Regexp{
	ByID:     regexp.MustCompile(`^[12][0-9]{9}$`),
	ByCard:   regexp.MustCompile(`^89[0-9]{17,18}$`),
	ByParcel: regexp.MustCompile(`^[0-9]{12}$`),
}

// references are the references that customers read out.
var references = map[By][]typed.Form{
	ByOrder: {typed.OrderNumber}, ByPurchase: {typed.PurchaseNumber}, ByBill: {typed.BillNumber}, ByTicket: {typed.Complaint, typed.Reseller},
}

// reference matches what the clearing house may call the leaving of a number, so also the numbers of the other keys.
var reference = regexp.MustCompile(typed.PortOutPattern)

// Search returns every possible meaning of a typed text; it refuses a text without any.
func Search(text string) (map[By]string, error) {
	if email := typed.Email(text); strings.Contains(email, "@") && typed.IsEmail(email) {
		return map[By]string{ByEmail: strings.ToLower(email)}, nil
	}
	plain, bare := typed.Printed(text), typed.Card(typed.Document(text))
	terms := map[By]string{}
	for by, form := range forms {
		if form.MatchString(bare) {
			terms[by] = bare
		}
	}
	for by, written := range references {
		for _, form := range written {
			if read, is := form.Read(text); is {
				terms[by] = read
			}
		}
	}
	if msisdn, err := number.ParseAny(text); err == nil {
		terms[ByMobile] = msisdn
	}
	if reference.MatchString(plain) {
		if len(terms) == 0 && identity.Number.MatchString(bare) {
			terms[ByID] = identity.Normal(bare) // a passport
		}
		terms[ByReference] = plain
	}
	if len(terms) == 0 {
		return nil, contract.RefuseField("q", contract.FailSearchUnclear)
	}
	return terms, nil
}
