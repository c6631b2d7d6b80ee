package contract

import "maps"

// Code names a refusal or a failure. It is the messageKey of an error answer and the failure code of a held order.
type Code string

// Who can do something about a failure.
const (
	FixCustomer = "customer"
	FixSupport  = "support"
	FixNobody   = "nobody"
)

// Failure is one entry of the catalogue.
type Failure struct {
	Status    int    // HTTP
	Number    int    // the specification's where it has one (§8), else ours from -1000 downwards
	Retryable bool   // the same request may succeed later
	Fix       string // FixCustomer, FixSupport, FixNobody
}

// Catalogue has every code. A test demands a text in Arabic and English for each.
var Catalogue = merged(
	requestFailures, accountFailures, stepFailures, promoFailures, orderFailures, refundFailures, statementFailures, esimFailures, portFailures,
	lineFailures, cardFailures, linkFailures, purchaseFailures, transferFailures, internationalFailures, serviceFailures, gameFailures, bundleFailures, subscriptionFailures, usageFailures, endingFailures,
	settlementFailures, caseFailures, autoRechargeFailures, billingFailures, spendingFailures, settingFailures, serviceRequestFailures,
	attachmentFailures,
)

func merged(areas ...map[Code]Failure) map[Code]Failure {
	all := map[Code]Failure{}
	for _, area := range areas {
		maps.Copy(all, area)
	}
	return all
}

// HoldsWithItsText tells whether a code that holds an order has a text that says so to its customer. Others are worded for
// whoever fills in a form.
func HoldsWithItsText(code Code) bool {
	for _, area := range []map[Code]Failure{orderFailures, esimFailures, portFailures, lineFailures} {
		if area[code].Fix == FixSupport {
			return true
		}
	}
	return false
}

// Refusal is a business "no": a code for the whole request and, where it helps, one for each field. Params fill in its text.
type Refusal struct {
	Code   Code
	Fields map[string]Code
	Params map[string]string
}

func (r *Refusal) Error() string { return string(r.Code) }

// Refuse is a Refusal of the whole request.
func Refuse(code Code) error { return &Refusal{Code: code} }

// RefuseWith is a Refusal whose text has blanks to fill.
func RefuseWith(code Code, params map[string]string) error {
	return &Refusal{Code: code, Params: params}
}

// RefuseField is a Refusal because of one field; path as in the request body, "address.city".
func RefuseField(path string, code Code) error {
	return &Refusal{Code: code, Fields: map[string]Code{path: code}}
}
