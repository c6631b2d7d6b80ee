package zatca

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
)

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

func (a answer) isReported() bool { return a.ReportingStatus == "REPORTED" }

func (a answer) isCleared() bool { return a.ClearanceStatus == "CLEARED" }

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

// asked is a request for a certificate: the Base64 of its PEM file.
type asked struct {
	Request string `json:"csr"`
}

type checked struct {
	RequestID string `json:"compliance_request_id"`
}

// notCompliant is the disposition of a refused request.
const notCompliant = "NOT_COMPLIANT"

type issued struct {
	reasons

	RequestID   requestID `json:"requestID"`
	Disposition string    `json:"dispositionMessage"`
	Token       string    `json:"binarySecurityToken"`
	Secret      string    `json:"secret"`
}

func (i issued) isIssued() bool {
	return i.Disposition == "ISSUED" && i.RequestID != "" && i.Token != "" && i.Secret != ""
}

// requestID is a number or a text.
type requestID string

// UnmarshalJSON takes both.
func (id *requestID) UnmarshalJSON(raw []byte) error {
	if text := strings.Trim(string(raw), `"`); text != "null" {
		*id = requestID(text)
	}
	return nil
}

// reasons are those of a refusal. The platform writes them in several ways: a list of texts or of objects, or a single object.
type reasons struct {
	Errors  json.RawMessage `json:"errors"`
	Code    string          `json:"code"`
	Message string          `json:"message"`
}

// The longest text of a reason and the most reasons that an error repeats.
const (
	longestReason = 300
	mostReasons   = 10
)

// texts returns the reasons for an operator. The request for a certificate holds no personal data, so they may be shown.
func (r reasons) texts() []string {
	found := []reason{{Code: r.Code, Message: r.Message}}
	var objects []reason
	var plain []string
	if json.Unmarshal(r.Errors, &objects) == nil {
		found = append(found, objects...)
	} else if json.Unmarshal(r.Errors, &plain) == nil {
		for _, text := range plain {
			found = append(found, reason{Message: text})
		}
	}
	var list []string
	for _, f := range found {
		if text := f.text(); text != "" && len(list) < mostReasons {
			list = append(list, text)
		}
	}
	return list
}

type reason struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (r reason) text() string {
	text := strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return ' '
	}, strings.TrimSpace(r.Code+" "+r.Message))
	if runes := []rune(text); len(runes) > longestReason {
		return string(runes[:longestReason])
	}
	return text
}
