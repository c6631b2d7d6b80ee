package contract

import "time"

// WorkflowPortOut lets a number of ours go to another operator.
const WorkflowPortOut = "PortOut"

// PortOutWorkflowID is made of the clearing house's reference, which is opaque.
func PortOutWorkflowID(reference string) string { return HolderPortOut + reference }

// SignalPortOutReported says that the clearing house has news, beside UpdateDispute, which is a holder's "this was not me". It is
// then asked for them.
const SignalPortOutReported = "port-out-reported" // to PortOut: PortOutReported

// PurposePortOutLink is what the secret of the link "this was not me" is derived for.
const PurposePortOutLink = "stop port-out"

// Works of a port-out that can be held.
const (
	WorkAnswerPortOut Work = "answer-port-out"
	WorkFollowPortOut Work = "follow-port-out"
	WorkStopPortOut   Work = "stop-port-out"
	WorkLetNumberGo   Work = "let-number-go"
	WorkKeepNumber    Work = "keep-number"
)

// PortOutStage is where a request for a number of ours stands.
type PortOutStage string

// Stages of a port-out.
const (
	PortOutChecking  PortOutStage = "checking"
	PortOutAgreed    PortOutStage = "agreed"    // the number leaves at its cut-over; its holders can stop that
	PortOutMoving    PortOutStage = "moving"    // the cut-over has begun
	PortOutLeft      PortOutStage = "left"      // another operator serves the number
	PortOutRejected  PortOutStage = "rejected"  // by us
	PortOutStopped   PortOutStage = "stopped"   // by a holder
	PortOutWithdrawn PortOutStage = "withdrawn" // by the other operator, or by the clearing house
	PortOutFailed    PortOutStage = "failed"    // the cut-over was taken back
)

// Stays tells whether the number does not leave any more.
func (s PortOutStage) Stays() bool {
	return s == PortOutRejected || s == PortOutStopped || s == PortOutWithdrawn || s == PortOutFailed
}

// PortOut is the whole state of one request for a number of ours. Its row is the truth. Neither the number nor its owner is in it.
type PortOut struct {
	Unknown
	ID        string       `json:"id"`        // key of what follows from it
	Reference string       `json:"reference"` // of the clearing house
	Recipient string       `json:"recipient"` // key of the operator that asks
	LineID    string       `json:"lineId,omitempty"`
	Language  string       `json:"language,omitempty"` // of those who hold the line
	Stage     PortOutStage `json:"stage"`
	Reason    Code         `json:"reason,omitempty"` // with a rejection
	AskedAt   time.Time    `json:"askedAt"`
	AnswerBy  time.Time    `json:"answerBy"`
	CutOverAt time.Time    `json:"cutOverAt"`
	Bill      LeavingBill  `json:"bill,omitzero"`
	// ObjectedAt is when a holder said "this was not me".
	ObjectedAt time.Time    `json:"objectedAt,omitzero"`
	EndedAt    time.Time    `json:"endedAt,omitzero"` // the number left, or stays
	Held       *HeldPortOut `json:"held,omitempty"`
	Seq        int64        `json:"seq"`
}

// LeavingBill is what leaving costs the owner of a number.
type LeavingBill struct {
	Unknown
	Lost       Halalas `json:"lost,omitempty"`       // prepaid balance that is left
	Owed       Halalas `json:"owed,omitempty"`       // used and not paid yet
	Commitment Halalas `json:"commitment,omitempty"` // for leaving a commitment early
}

// HeldPortOut is why a port-out waits for support.
type HeldPortOut struct {
	Unknown
	FailureCode Code      `json:"failureCode"`
	Work        Work      `json:"work"`
	Since       time.Time `json:"since"`
}

// PortOutSettings are the figures a port-out runs with.
type PortOutSettings struct {
	Unknown
	ObjectionFor time.Duration `json:"objectionFor"` // after the number left, a holder may still object
	AskAfter     time.Duration `json:"askAfter"`     // of silence once the cut-over should have begun
	MoveWithin   time.Duration `json:"moveWithin"`   // how long a cut-over may take before somebody looks
}

// PortOutInput starts a PortOut.
type PortOutInput struct {
	Unknown
	Port     PortOut         `json:"port"`
	Asked    PortOutAsked    `json:"asked"`
	Settings PortOutSettings `json:"settings"`
	Resumed  bool            `json:"resumed,omitempty"` // an earlier run has answered the clearing house
}

// PortOutAsked is what the clearing house asks for, and what the message to the line's holders is made with.
type PortOutAsked struct {
	MSISDN   string `json:"msisdn"`
	IDNumber string `json:"idNumber"` // of who asked the other operator
	Origin   string `json:"origin"`   // where customers reach us
	Secret   string `json:"secret"`   // of the link "this was not me"
	// Statements are the links to what the line came to, by language.
	Statements map[string]string `json:"statements,omitempty"`
}

// PortOutCheck is the input of CheckPortOut.
type PortOutCheck struct {
	At
	Asked PortOutAsked `json:"asked"`
}

// PortOutRefusal is the input of RefusePortOut: a number that nobody could look at in time.
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

// LeavingLine names the line of a port-out to the network. Reference is its idempotency key.
type LeavingLine struct {
	Reference string `json:"reference"`
	LineID    string `json:"lineId"`
}

// PortOutReported is a call-back of the clearing house.
type PortOutReported struct {
	EventID string `json:"eventId"`
}

// PortOutAnswer is the input of AnswerPortOut. Reason is ours; the clearing house has its own word for it.
type PortOutAnswer struct {
	Reference  string  `json:"reference"`
	Accepted   bool    `json:"accepted"`
	Reason     Code    `json:"reason,omitempty"`
	Commitment Halalas `json:"commitment,omitempty"` // leaving early costs that much
}

// PortOutStatus is where a port-out stands at the clearing house.
type PortOutStatus string

// What the clearing house says of a port-out.
const (
	ClearingAsked      PortOutStatus = "asked"
	ClearingAccepted   PortOutStatus = "accepted"
	ClearingRejected   PortOutStatus = "rejected"
	ClearingExpired    PortOutStatus = "expired" // nobody answered in time
	ClearingWithdrawn  PortOutStatus = "withdrawn"
	ClearingStopped    PortOutStatus = "stopped"
	ClearingCutOver    PortOutStatus = "cut-over"
	ClearingReleased   PortOutStatus = "released"
	ClearingCompleted  PortOutStatus = "completed"
	ClearingRolledBack PortOutStatus = "rolled-back"
)
