package zatca

import (
	"net/http"

	"selfcare/dev/simulator/engine"
)

type message struct {
	Type     string `json:"type"`
	Code     string `json:"code"`
	Category string `json:"category"`
	Message  string `json:"message"`
	Status   string `json:"status"`
}

type results struct {
	Infos    []message `json:"infoMessages"`
	Warnings []message `json:"warningMessages"`
	Errors   []message `json:"errorMessages"`
	Status   string    `json:"status"`
}

type answer struct {
	Results         results `json:"validationResults"`
	ReportingStatus string  `json:"reportingStatus,omitempty"`
	ClearanceStatus string  `json:"clearanceStatus,omitempty"`
	ClearedInvoice  []byte  `json:"clearedInvoice,omitempty"`
}

// taken and refused are the status words, by operation.
var (
	taken   = map[string]string{simplified: "REPORTED", business: "CLEARED"}
	refused = map[string]string{simplified: "NOT_REPORTED", business: "NOT_CLEARED"}
)

const rejected = "REJECTED"

// said answers with the platform's table of messages. It adds no stamp of its own to a cleared document.
func said(status int, transaction, code string) engine.Answer {
	a := answer{Results: results{Infos: []message{}, Warnings: []message{}, Errors: []message{}, Status: "PASS"}}
	word := taken[transaction]
	switch {
	case status == http.StatusBadRequest || status == http.StatusConflict:
		a.Results.Status, word = "ERROR", refused[transaction]
		a.Results.Errors = append(a.Results.Errors, message{"ERROR", code, "KSA", "The document is refused: " + code, "ERROR"})
	case code != "":
		a.Results.Status = "WARNING"
		a.Results.Warnings = append(a.Results.Warnings, message{"WARNING", code, "KSA", "The document has a flaw: " + code, "WARNING"})
	}
	if transaction == simplified {
		a.ReportingStatus = word
	} else {
		a.ClearanceStatus = word
	}
	return engine.Answer{Status: status, Body: a}
}

// again answers for a known document: a conflict for a reported one, a success with another status for a cleared one.
func again(transaction string) engine.Answer {
	if transaction == simplified {
		return said(http.StatusConflict, transaction, "Invoice-Errors")
	}
	return said(http.StatusAlreadyReported, transaction, "Invoice-Warning")
}
