package contract

import "time"

// WorkflowLineDeactivation ends a line because its owner asked for it.
const WorkflowLineDeactivation = "LineDeactivation"

// DeactivationWorkflowID is made of the line's opaque id: a line is deactivated once at a time.
func DeactivationWorkflowID(lineID string) string { return HolderDeactivation + lineID }

// Updates of LineDeactivation. Each answers with the Deactivation; support decides by UpdateResolve.
const (
	UpdateOpenDeactivation = "open-deactivation"
	UpdateUndoDeactivation = "undo-deactivation"
)

// Works of the end of a line, each of which can be held.
const (
	WorkSwitchOff Work = "switch-line-off"
	WorkEndLine   Work = "end-line"
)

// What the holder of a claim begins with on a line that is about to go: its number leaves for another operator, or its owner has asked
// for its end. What follows is the rest of the id of the workflow.
const (
	HolderPortOut      = "port-out/"
	HolderDeactivation = "deactivation/"
)

// EndingCause is why a line ends.
type EndingCause string

// Causes.
const (
	CauseDeactivated EndingCause = "deactivated" // its owner asked for it
	CausePortedOut   EndingCause = "ported-out"
	CauseInactive    EndingCause = "inactive" // nobody recharged or used it
	CauseUnpaid      EndingCause = "unpaid"   // nobody paid its bill
)

// NumberFate is what becomes of the number of a line that has ended.
type NumberFate string

// Fates of a number.
const (
	FateQuarantine NumberFate = "quarantine" // one of ours: it rests, then it is free again
	FateReturned   NumberFate = "returned"   // it was brought along: it goes back to the operator of its range
	FateLeft       NumberFate = "left"       // another operator has it
)

// LineEnding says what ends a line, for whom and why.
type LineEnding struct {
	Unknown
	ID          string      `json:"id"` // opaque; key of all effects
	LineID      string      `json:"lineId"`
	Cause       EndingCause `json:"cause"`
	AskedBy     string      `json:"askedBy"`            // user id, or name of the partner
	Reason      string      `json:"reason,omitempty"`   // key of the owner's reason, or of the request
	Fate        NumberFate  `json:"fate"`               // of its number
	Operator    string      `json:"operator,omitempty"` // that has the number then; empty in quarantine
	Language    string      `json:"language"`
	Link        string      `json:"link,omitempty"`   // opens the final statement; worth something for this ending only
	Holder      string      `json:"holder,omitempty"` // of the claim on the line
	RequestedAt time.Time   `json:"requestedAt"`
}

// LineEndingAt is a LineEnding at a moment, the input of EndLine.
type LineEndingAt struct {
	At
	Ending LineEnding `json:"ending"`
}

// FinalStatement is what a line came to. It is written once, and holds no personal data.
type FinalStatement struct {
	Unknown
	ID          string      `json:"id"` // of the ending
	LineID      string      `json:"lineId"`
	Cause       EndingCause `json:"cause"`
	Type        string      `json:"type"` // prepaid or postpaid
	PlanID      string      `json:"planId,omitempty"`
	Cycle       int         `json:"cycle,omitempty"` // the last one; zero where the line had no plan
	From        time.Time   `json:"from,omitzero"`
	Until       time.Time   `json:"until,omitzero"`
	BalanceLost Halalas     `json:"balanceLost,omitempty"` // prepaid
	Dues        Halalas     `json:"dues,omitempty"`        // postpaid, what is not invoiced yet, with VAT
	Waived      Halalas     `json:"waived,omitempty"`      // of a cycle that began when the owner had asked already
	Leaving     Halalas     `json:"leaving,omitempty"`     // of a commitment that was left early, with VAT
	MonthsLeft  int         `json:"monthsLeft,omitempty"`
	FurtherSIMs int         `json:"furtherSims,omitempty"`
	Fate        NumberFate  `json:"fate"`
	Operator    string      `json:"operator,omitempty"`
	FreeAt      time.Time   `json:"freeAt,omitzero"` // when the number is free again, where it rests
	RequestedAt time.Time   `json:"requestedAt"`
	EndedAt     time.Time   `json:"endedAt"`
}

// Owed is what is left to pay.
func (s FinalStatement) Owed() Halalas { return s.Dues + s.Leaving }

// DeactivationStage is where a deactivation stands.
type DeactivationStage string

// Stages of a deactivation.
const (
	DeactivationWaiting DeactivationStage = "waiting" // its owner may take it back
	DeactivationEnding  DeactivationStage = "ending"
	DeactivationHeld    DeactivationStage = "held" // support decides
	DeactivationUndone  DeactivationStage = "undone"
	DeactivationEnded   DeactivationStage = "ended"
)

// Over tells whether a deactivation has come to its end.
func (s DeactivationStage) Over() bool { return s == DeactivationUndone || s == DeactivationEnded }

// Deactivation is the whole state of a deactivation; without personal data.
type Deactivation struct {
	Unknown
	ID          string            `json:"id"`
	LineID      string            `json:"lineId"`
	UserID      string            `json:"userId"` // who asked
	Language    string            `json:"language"`
	Reason      string            `json:"reason"`
	Stage       DeactivationStage `json:"stage"`
	Fate        NumberFate        `json:"fate"`
	Operator    string            `json:"operator,omitempty"` // the number goes back to
	Leaving     Halalas           `json:"leaving"`            // of a commitment, as the owner accepted it
	Dropped     string            `json:"dropped,omitempty"`  // plan of the switch that was scheduled
	RequestedAt time.Time         `json:"requestedAt"`
	UndoUntil   time.Time         `json:"undoUntil,omitzero"`
	UndoneAt    time.Time         `json:"undoneAt,omitzero"`
	EndedAt     time.Time         `json:"endedAt,omitzero"`
	Held        *HeldDeactivation `json:"held,omitempty"`
	Seq         int64             `json:"seq"`
}

// HeldDeactivation is why a deactivation waits for support.
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
	Link         string       `json:"link"` // takes it back, and opens the final statement
}

// DeactivationOpening is the input of OpenDeactivation.
type DeactivationOpening struct {
	At
	Link string `json:"link"`
}

// DeactivationUndo is the input of UpdateUndoDeactivation. By is a user id; empty where the link of the message was used.
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
