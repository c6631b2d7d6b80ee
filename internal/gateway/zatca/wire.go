package zatca

import "regexp"

type body struct {
	Hash    string `json:"invoiceHash"`
	UUID    string `json:"uuid"`
	Invoice []byte `json:"invoice"` // Base64
}

type answer struct {
	Validation struct {
		Warnings []message `json:"warningMessages"`
		Errors   []message `json:"errorMessages"`
	} `json:"validationResults"`
	ReportingStatus string `json:"reportingStatus"`
	ClearanceStatus string `json:"clearanceStatus"`
	ClearedInvoice  []byte `json:"clearedInvoice"` // Base64
}

type message struct {
	Code string `json:"code"`
}

// ruleShape keeps free text, which may quote a document, out of errors.
var ruleShape = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

func codes(messages []message) []string {
	var list []string
	for _, m := range messages {
		if ruleShape.MatchString(m.Code) {
			list = append(list, m.Code)
		}
	}
	return list
}
