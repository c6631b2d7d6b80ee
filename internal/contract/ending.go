package contract

import "time"

// WorkflowLineDeactivation ends a line at its owner's request.
const WorkflowLineDeactivation = "LineDeactivation"

// DeactivationWorkflowID is derived from the line's opaque id, so that a line has one deactivation at a time.
func DeactivationWorkflowID(lineID string) string { return HolderDeactivation + lineID }

// Updates of LineDeactivation. Each returns the Deactivation; support decides by UpdateResolve.
const (
	UpdateOpenDeactivation = "open-deactivation"
	UpdateUndoDeactivation = "undo-deactivation"
)

// Works of a line's end, each of which can be held.
const (
	WorkSwitchOff Work = "switch-line-off"
	WorkEndLine   Work = "end-line"
)

// Prefixes of a claim's holder for a line that is about to go: its number is ported out, or its owner has requested its end. The
// rest of the holder is the rest of the workflow's id.
const (
	HolderPortOut      = "port-out/"
	HolderDeactivation = "deactivation/"
)

// EndingCause is the cause of a line's end.
type EndingCause string

// Causes.
const (
	CauseDeactivated EndingCause = "deactivated" // its owner asked for it
	CausePortedOut   EndingCause = "ported-out"
	CauseInactive    EndingCause = "inactive" // no recharge and no usage
	CauseUnpaid      EndingCause = "unpaid"   // unpaid bills
)

// NumberOutcome is the state of the number of a line that has ended.
type NumberOutcome string

// Outcomes for a number.
const (
	OutcomeQuarantine NumberOutcome = "quarantine" // of our range: free again after a quarantine
	OutcomeReturned   NumberOutcome = "returned"   // ported in: it returns to the operator of its range
	OutcomeLeft       NumberOutcome = "left"       // another operator has it
)

// LineEnding holds the cause, the requester and the reason of a line's end.
type LineEnding struct {
	Unknown
	ID          string        `json:"id"` // opaque; key of all effects
	LineID      string        `json:"lineId"`
	Cause       EndingCause   `json:"cause"`
	AskedBy     string        `json:"askedBy"`            // user id, or name of the partner
	Reason      string        `json:"reason,omitempty"`   // key of the owner's reason, or of the request
	Fate        NumberOutcome `json:"fate"`               // of the number
	Operator    string        `json:"operator,omitempty"` // the next operator of the number; empty in quarantine
	Language    string        `json:"language"`
	Link        string        `json:"link,omitempty"`   // opens the final statement; valid for this ending only
	Holder      string        `json:"holder,omitempty"` // of the claim on the line
	RequestedAt time.Time     `json:"requestedAt"`
}

// LineEndingAt is a LineEnding at a moment, the input of EndLine.
type LineEndingAt struct {
	At
	Ending LineEnding `json:"ending"`
}

// FinalStatement sums up an ended line. It is written once, and contains no personal data.
type FinalStatement struct {
	Unknown
	ID          string        `json:"id"` // of the ending
	LineID      string        `json:"lineId"`
	Cause       EndingCause   `json:"cause"`
	Type        string        `json:"type"` // prepaid or postpaid
	PlanID      string        `json:"planId,omitempty"`
	Cycle       int           `json:"cycle,omitempty"` // the last one; zero for a line without a plan
	From        time.Time     `json:"from,omitzero"`
	Until       time.Time     `json:"until,omitzero"`
	BalanceLost Halalas       `json:"balanceLost,omitempty"` // prepaid
	Dues        Halalas       `json:"dues,omitempty"`        // postpaid: not invoiced yet, with VAT
	Waived      Halalas       `json:"waived,omitempty"`      // the charge of a cycle that began after the owner's request
	Leaving     Halalas       `json:"leaving,omitempty"`     // for leaving a commitment early, with VAT
	MonthsLeft  int           `json:"monthsLeft,omitempty"`
	ExtraSIMs   int           `json:"furtherSims,omitempty"`
	Fate        NumberOutcome `json:"fate"`
	Operator    string        `json:"operator,omitempty"`
	FreeAt      time.Time     `json:"freeAt,omitzero"` // end of the number's quarantine, if any
	RequestedAt time.Time     `json:"requestedAt"`
	EndedAt     time.Time     `json:"endedAt"`
}

// Owed returns the open amount.
func (s FinalStatement) Owed() Halalas { return s.Dues + s.Leaving }

// DeactivationStage is the stage of a deactivation.
type DeactivationStage string

// Stages of a deactivation.
const (
	DeactivationWaiting DeactivationStage = "waiting" // its owner may undo it
	DeactivationEnding  DeactivationStage = "ending"
	DeactivationHeld    DeactivationStage = "held" // support decides
	DeactivationUndone  DeactivationStage = "undone"
	DeactivationEnded   DeactivationStage = "ended"
)

// Over tells whether a deactivation has ended.
func (s DeactivationStage) Over() bool { return s == DeactivationUndone || s == DeactivationEnded }

// Deactivation is the whole state of a deactivation, without personal data.
type Deactivation struct {
	Unknown
	ID          string            `json:"id"`
	LineID      string            `json:"lineId"`
	UserID      string            `json:"userId"` // requester
	Language    string            `json:"language"`
	Reason      string            `json:"reason"`
	Stage       DeactivationStage `json:"stage"`
	Fate        NumberOutcome     `json:"fate"`
	Operator    string            `json:"operator,omitempty"` // to which the number returns
	Leaving     Halalas           `json:"leaving"`            // the cost of leaving a commitment early that the owner accepted
	Dropped     string            `json:"dropped,omitempty"`  // plan of the cancelled scheduled switch
	RequestedAt time.Time         `json:"requestedAt"`
	UndoUntil   time.Time         `json:"undoUntil,omitzero"`
	UndoneAt    time.Time         `json:"undoneAt,omitzero"`
	EndedAt     time.Time         `json:"endedAt,omitzero"`
	Held        *HeldDeactivation `json:"held,omitempty"`
	Seq         int64             `json:"seq"`
}

// HeldDeactivation says why a deactivation waits for support.
type HeldDeactivation struct {
	Unknown
	FailureCode Code              `json:"failureCode"`
	Work        Work              `json:"work"`
	From        DeactivationStage `json:"from"`
	Since       time.Time         `json:"since"`
}

// DeactivationInput starts a LineDeactivation.
type DeactivationInput struct {
	Unknown
	Deactivation Deactivation `json:"deactivation"`
	Link         string       `json:"link"` // undoes the deactivation, and opens the final statement
}

// DeactivationOpening is the input of OpenDeactivation.
type DeactivationOpening struct {
	At
	Link string `json:"link"`
}

// DeactivationUndo is the input of UpdateUndoDeactivation. By is a user id; empty for the link of the message.
type DeactivationUndo struct {
	At
	By string `json:"by,omitempty"`
}

// DeactivationHeldUp is the input of HoldDeactivation.
type DeactivationHeldUp struct {
	At
	FailureCode Code `json:"failureCode"`
	Work        Work `json:"work"`
}

// DeactivationResumed is the input of ResumeDeactivation.
type DeactivationResumed struct {
	At
	Resolution Resolution `json:"resolution"`
}

// DeactivationCompleted is the input of CompleteDeactivation.
type DeactivationCompleted struct {
	At
	Statement FinalStatement `json:"statement"`
}
