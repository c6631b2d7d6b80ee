package contract

import (
	"strconv"
	"time"
)

// WindowEarliest asks for the first window in which a number can be moved.
const WindowEarliest = "earliest"

// Signals of a port-in.
const (
	SignalPortReported    = "port-reported"     // clearing house to PortIn: PortReported
	SignalPortCorrected   = "port-corrected"    // Order to PortIn: Port
	SignalSIMWithCustomer = "sim-with-customer" // Order to PortIn: SIMWithCustomer
	SignalPortProgress    = "port-progress"     // PortIn to Order: PortProgress
)

// PortID identifies one submission at the clearing house: a corrected submission is a new one.
func PortID(orderID string, try int) string { return orderID + "-" + strconv.Itoa(try) }

// PortSettings are the settings of a port-in.
type PortSettings struct {
	Unknown
	Tries         int           `json:"tries"`         // submissions, the first one included
	Notice        time.Duration `json:"notice"`        // the customer is told this long before the switch
	CorrectionTTL time.Duration `json:"correctionTtl"` // to correct a rejected request
	CutOverFor    time.Duration `json:"cutOverFor"`    // usual duration of a switch
}

// PortRequest is the input of request-port.
type PortRequest struct {
	Operator    string `json:"operator"`
	MSISDN      string `json:"msisdn"`
	AcceptTerms bool   `json:"acceptTerms"`
	Window      string `json:"window"`
}

// PortCorrection is the input of correct-port; an empty field stays as it was.
type PortCorrection struct {
	Operator string `json:"operator,omitempty"`
	MSISDN   string `json:"msisdn,omitempty"`
	Window   string `json:"window,omitempty"`
}

// PortWindowChoice is the input of choose-port-window.
type PortWindowChoice struct {
	Window string `json:"window"`
}

// PortRescheduling is the input of ReschedulePort.
type PortRescheduling struct {
	PortID string `json:"portId"`
	Window string `json:"window"`
}

// PortCheck is the clearing house's check of a number before the payment; a number that cannot be ported is refused.
type PortCheck struct {
	Hints []Code `json:"hints,omitempty"`
}

// PortChosen is the input of RequestPort; HoldFor is how long the number is reserved for an unpaid order.
type PortChosen struct {
	At
	Request PortRequest   `json:"request"`
	Check   PortCheck     `json:"check"`
	HoldFor time.Duration `json:"holdFor"`
}

// PortCorrected is the input of CorrectPort.
type PortCorrected struct {
	At
	Correction PortCorrection `json:"correction"`
}

// PortMoved is the input of RecordPort.
type PortMoved struct {
	At
	Port   Port   `json:"port"`
	Limits Limits `json:"limits,omitzero"`
}

// PortProgress is the state of the port for its order. Soon says that the switch is about to begin.
type PortProgress struct {
	Port Port `json:"port"`
	Soon bool `json:"soon,omitempty"`
}

// PortReported is a call-back of the clearing house. Sequence counts the changes of one submission.
type PortReported struct {
	EventID string    `json:"eventId"`
	PortID  string    `json:"portId"`
	State   PortState `json:"state"`
}

// PortState is the state of a submission at the clearing house.
type PortState struct {
	Reference string     `json:"reference"`
	Status    PortStatus `json:"status"`
	Reason    Code       `json:"reason,omitempty"` // with a rejection
	Sequence  int        `json:"sequence"`
	Window    string     `json:"window,omitempty"` // noted by the clearing house
}

// SIMWithCustomer says that the customer has the new SIM of the number.
type SIMWithCustomer struct {
	ICCID string `json:"iccid"`
}

// PortInInput starts a PortIn. A running port continues from its state.
type PortInInput struct {
	OrderID     string       `json:"orderId"`
	OrderNumber string       `json:"orderNumber"`
	Port        Port         `json:"port"`
	IDNumber    string       `json:"idNumber"`
	PlanID      string       `json:"planId"`
	ICCID       string       `json:"iccid,omitempty"` // of a SIM that the customer has already
	Settings    PortSettings `json:"settings"`
}

// PortInResult is the end of a PortIn. FailureCode says why it needs support: the order is held, and starts the PortIn again from
// its state.
type PortInResult struct {
	Port        Port `json:"port"`
	FailureCode Code `json:"failureCode,omitempty"`
}

// PortSubmission is the input of SubmitPort.
type PortSubmission struct {
	PortID   string `json:"portId"`
	Operator string `json:"operator"`
	MSISDN   string `json:"msisdn"`
	IDNumber string `json:"idNumber"`
	Window   string `json:"window"`
}

// PortWithdrawal is the input of WithdrawPort: every submission up to this try, also one with an unknown outcome.
type PortWithdrawal struct {
	OrderID string `json:"orderId"`
	Tries   int    `json:"tries"`
}

// PortPlan is the input of PlanPort. NotBefore is the earliest moment of the switch.
type PortPlan struct {
	At
	Window    string    `json:"window"`
	NotBefore time.Time `json:"notBefore"`
}

// PortTimes is the calendar applied to a port.
type PortTimes struct {
	AnswerBy   time.Time `json:"answerBy"`   // deadline of the donor's answer
	CutOverAt  time.Time `json:"cutOverAt"`  // earliest start of the switch
	CutOverEnd time.Time `json:"cutOverEnd"` // latest start of the switch
}
