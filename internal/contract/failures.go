package contract

import "maps"

// Code names a refusal or a failure. It is the messageKey of an error answer and the failure code of a held order.
type Code string

// Parties that can fix a failure.
const (
	FixCustomer = "customer"
	FixSupport  = "support"
	FixNone     = "none" // no party can
)

// Failure is one entry of the catalogue.
type Failure struct {
	Status    int    // HTTP
	Number    int    // the specification's if it has one (§8), otherwise ours from -1000 downwards
	Retryable bool   // the same request may succeed later
	Fix       string // FixCustomer, FixSupport, FixNone
}

// Catalogue holds every code. A test requires a text in Arabic and English for each.
var Catalogue = merged(
	requestFailures, accountFailures, stepFailures, promoFailures, orderFailures, refundFailures, statementFailures, esimFailures, portFailures,
	lineFailures, cardFailures, linkFailures, purchaseFailures, transferFailures, internationalFailures, serviceFailures, gameFailures, bundleFailures, subscriptionFailures, usageFailures, endingFailures,
	settlementFailures, caseFailures, autoRechargeFailures, billingFailures, spendingFailures, settingFailures, ticketFailures,
	attachmentFailures, labelFailures, nationalAddressFailures,
)

func merged(areas ...map[Code]Failure) map[Code]Failure {
	all := map[Code]Failure{}
	for _, area := range areas {
		maps.Copy(all, area)
	}
	return all
}

// HasCustomerText tells whether a code that holds an order has a text for its customer. The texts of other codes address the
// user of a form.
func HasCustomerText(code Code) bool {
	for _, area := range []map[Code]Failure{orderFailures, esimFailures, portFailures, lineFailures} {
		if area[code].Fix == FixSupport {
			return true
		}
	}
	return false
}

// Refusal is a business refusal: a code for the whole request and, if useful, codes for its fields. Params are the parameters of
// its text. Seq is the number of the state that a workflow decided on, 0 if it did not say.
type Refusal struct {
	Code   Code
	Fields map[string]Code
	Params map[string]string
	Seq    int64
}

func (r *Refusal) Error() string { return string(r.Code) }

// Refuse returns a Refusal of the whole request.
func Refuse(code Code) error { return &Refusal{Code: code} }

// RefuseWith returns a Refusal with text parameters.
func RefuseWith(code Code, params map[string]string) error {
	return &Refusal{Code: code, Params: params}
}

// RefuseField returns a Refusal for one field; path as in the request body, "address.city".
func RefuseField(path string, code Code) error {
	return &Refusal{Code: code, Fields: map[string]Code{path: code}}
}
