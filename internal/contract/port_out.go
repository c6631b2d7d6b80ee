package contract

import "time"

// WorkflowPortOut moves one of our numbers to another operator.
const WorkflowPortOut = "PortOut"

// PortOutWorkflowID is derived from the clearing house's opaque reference.
func PortOutWorkflowID(reference string) string { return HolderPortOut + reference }

// SignalPortOutReported says that the clearing house has news, which the workflow then reads. UpdateDispute is a holder's "this
// was not me".
const SignalPortOutReported = "port-out-reported" // to PortOut: PortOutReported

// PurposePortOutLink is the purpose from which the secret of the link "this was not me" is derived.
const PurposePortOutLink = "stop port-out"

// Works of a port-out that can be held.
const (
	WorkAnswerPortOut Work = "answer-port-out"
	WorkFollowPortOut Work = "follow-port-out"
	WorkStopPortOut   Work = "stop-port-out"
	WorkLetNumberGo   Work = "let-number-go"
	WorkKeepNumber    Work = "keep-number"
)

// PortOutStage is the stage of a port-out.
type PortOutStage string

// Stages of a port-out.
const (
	PortOutChecking  PortOutStage = "checking"
	PortOutAgreed    PortOutStage = "agreed"    // the number leaves at its cut-over, unless a holder stops it
	PortOutMoving    PortOutStage = "moving"    // the cut-over has begun
	PortOutLeft      PortOutStage = "left"      // another operator serves the number
	PortOutRejected  PortOutStage = "rejected"  // by us
	PortOutStopped   PortOutStage = "stopped"   // by a holder
	PortOutWithdrawn PortOutStage = "withdrawn" // by the other operator, or by the clearing house
	PortOutFailed    PortOutStage = "failed"    // the cut-over was rolled back
)

// Stays tells whether the number stays with us for good.
func (s PortOutStage) Stays() bool {
	return s == PortOutRejected || s == PortOutStopped || s == PortOutWithdrawn || s == PortOutFailed
}

// PortOut is the whole state of one port-out. Its row is the truth. It contains neither the number nor its owner.
type PortOut struct {
	Unknown
	ID        string       `json:"id"`        // idempotency key of the effects
	Reference string       `json:"reference"` // of the clearing house
	Recipient string       `json:"recipient"` // key of the requesting operator
	LineID    string       `json:"lineId,omitempty"`
	Language  string       `json:"language,omitempty"` // of the line's holders
	Stage     PortOutStage `json:"stage"`
	Reason    Code         `json:"reason,omitempty"` // with a rejection
	AskedAt   time.Time    `json:"askedAt"`
	AnswerBy  time.Time    `json:"answerBy"`
	CutOverAt time.Time    `json:"cutOverAt"`
	Bill      PortOutBill  `json:"bill,omitzero"`
	// ObjectedAt is the time of a holder's "this was not me".
	ObjectedAt time.Time    `json:"objectedAt,omitzero"`
	EndedAt    time.Time    `json:"endedAt,omitzero"` // the number left, or stays
	Held       *HeldPortOut `json:"held,omitempty"`
	Seq        int64        `json:"seq"`
}

// PortOutBill is the cost of leaving for the owner of a number.
type PortOutBill struct {
	Unknown
	Lost       Halalas `json:"lost,omitempty"`       // remaining prepaid balance
	Owed       Halalas `json:"owed,omitempty"`       // unpaid usage
	Commitment Halalas `json:"commitment,omitempty"` // for leaving a commitment early
}

// HeldPortOut says why a port-out waits for support.
type HeldPortOut struct {
	Unknown
	FailureCode Code      `json:"failureCode"`
	Work        Work      `json:"work"`
	Since       time.Time `json:"since"`
}

// PortOutSettings are the settings of a port-out.
type PortOutSettings struct {
	Unknown
	ObjectionFor time.Duration `json:"objectionFor"` // time for a holder's objection after the number left
	AskAfter     time.Duration `json:"askAfter"`     // silence after the planned start of the cut-over
	MoveWithin   time.Duration `json:"moveWithin"`   // longest cut-over without a hold
}

// PortOutInput starts a PortOut.
type PortOutInput struct {
	Unknown
	Port     PortOut         `json:"port"`
	Asked    PortOutAsked    `json:"asked"`
	Settings PortOutSettings `json:"settings"`
	Resumed  bool            `json:"resumed,omitempty"` // an earlier run has answered the clearing house
}

// PortOutAsked is the clearing house's request, and the data for the message to the line's holders.
type PortOutAsked struct {
	MSISDN   string `json:"msisdn"`
	IDNumber string `json:"idNumber"` // of the person at the other operator
	Origin   string `json:"origin"`   // address of our site
	Secret   string `json:"secret"`   // of the link "this was not me"
	// Statements are the links to the final statement of the line, by language.
	Statements map[string]string `json:"statements,omitempty"`
}

// PortOutCheck is the input of CheckPortOut.
type PortOutCheck struct {
	At
	Asked PortOutAsked `json:"asked"`
}

// PortOutRefusal is the input of RefusePortOut: a request that could not be checked in time.
type PortOutRefusal struct {
	At
	MSISDN string `json:"msisdn"`
	Reason Code   `json:"reason"`
}

// PortOutEnded is the input of EndPortOut.
type PortOutEnded struct {
	At
	Stage PortOutStage `json:"stage"`
}

// PortOutHeldUp is the input of HoldPortOut.
type PortOutHeldUp struct {
	At
	FailureCode Code `json:"failureCode"`
	Work        Work `json:"work"`
}

// PortOutResumed is the input of ResumePortOut.
type PortOutResumed struct {
	At
	Resolution Resolution `json:"resolution"`
}

// PortOutLine names the line of a port-out to the network. Reference is its idempotency key.
type PortOutLine struct {
	Reference string `json:"reference"`
	LineID    string `json:"lineId"`
}

// PortOutReported is a call-back of the clearing house.
type PortOutReported struct {
	EventID string `json:"eventId"`
}

// PortOutAnswer is the input of AnswerPortOut. Reason is our code; the clearing house has its own.
type PortOutAnswer struct {
	Reference  string  `json:"reference"`
	Accepted   bool    `json:"accepted"`
	Reason     Code    `json:"reason,omitempty"`
	Commitment Halalas `json:"commitment,omitempty"` // cost of leaving the commitment early
}

// PortOutStatus is the state of a port-out at the clearing house.
type PortOutStatus string

// States of a port-out at the clearing house.
const (
	ClearingAsked      PortOutStatus = "asked"
	ClearingAccepted   PortOutStatus = "accepted"
	ClearingRejected   PortOutStatus = "rejected"
	ClearingExpired    PortOutStatus = "expired" // no answer in time
	ClearingWithdrawn  PortOutStatus = "withdrawn"
	ClearingStopped    PortOutStatus = "stopped"
	ClearingCutOver    PortOutStatus = "cut-over"
	ClearingReleased   PortOutStatus = "released"
	ClearingCompleted  PortOutStatus = "completed"
	ClearingRolledBack PortOutStatus = "rolled-back"
)
