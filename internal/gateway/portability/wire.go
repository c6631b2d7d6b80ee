package portability

import (
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
)

// recipient is our name at the clearing house.
const recipient = "selfcare"

type checkBody struct {
	Donor  string `json:"donor"`
	MSISDN string `json:"msisdn"`
}

type checkAnswer struct {
	Portable *bool    `json:"portable"`
	Reason   string   `json:"reason"`
	Notices  []string `json:"notices"`
}

func (a checkAnswer) validate() error {
	if a.Portable == nil {
		return errors.New("check answered without saying whether the number can be moved")
	}
	return nil
}

// hints maps the clearing house's notices to our codes; a notice without a code is left out.
var hints = map[string]contract.Code{
	"PREPAID_CREDIT": contract.HintCredit, "CONTRACT": contract.HintContract, "OPEN_DUES": contract.HintDues,
}

func (a checkAnswer) result() Check {
	var found Check
	if !*a.Portable {
		found.Reason = port.Reason(a.Reason)
	}
	for _, notice := range a.Notices {
		if hint, known := hints[notice]; known {
			found.Hints = append(found.Hints, hint)
		}
	}
	return found
}

type portBody struct {
	Donor         string `json:"donor"`
	Recipient     string `json:"recipient"`
	MSISDN        string `json:"msisdn"`
	IDNumber      string `json:"idNumber"`
	RequestedDate string `json:"requestedDate,omitempty"`
}

func portOf(s contract.PortSubmission) portBody {
	body := portBody{Donor: s.Operator, Recipient: recipient, MSISDN: s.MSISDN, IDNumber: s.IDNumber}
	body.RequestedDate = dateOf(s.Window)
	return body
}

type scheduleBody struct {
	RequestedDate string `json:"requestedDate,omitempty"`
}

// dateOf returns "" for the earliest day.
func dateOf(window string) string {
	if window == contract.WindowEarliest {
		return ""
	}
	return window
}

func windowOf(date string) string {
	if date == "" {
		return contract.WindowEarliest
	}
	return date
}

type portAnswer struct {
	Reference     string `json:"reference"`
	Status        string `json:"status"`
	Reason        string `json:"reason"`
	Sequence      int    `json:"sequence"`
	RequestedDate string `json:"requestedDate"`
}

func (a portAnswer) validate() error {
	if _, known := port.Status(a.Status); !known || a.Reference == "" {
		return errors.New("port answered without reference or in an unknown state")
	}
	return nil
}

func (a portAnswer) state() contract.PortState {
	status, _ := port.Status(a.Status) // checked
	state := contract.PortState{Reference: a.Reference, Status: status, Sequence: a.Sequence, Window: windowOf(a.RequestedDate)}
	if status == contract.PortRejected {
		state.Reason = port.Reason(a.Reason)
	}
	return state
}
