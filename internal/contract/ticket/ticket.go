// Package ticket has what lands in history of a service request: a complaint, or the form of a reseller.
package ticket

import (
	"time"

	"selfcare/internal/contract"
)

// Workflow looks after a service request until it is closed for good.
const Workflow = "ServiceRequest"

// WorkflowID is made of the reference, which says nothing of the customer.
func WorkflowID(kind Kind, reference string) string { return string(kind) + "/" + reference }

// Updates of the workflow. Each answers with the Ticket.
const (
	UpdateOpen = "open-request"
	UpdateAct  = "act-on-request"
)

// WorkAnswer is what support has to do about a service request.
const WorkAnswer contract.Work = "answer-request"

// Kind says what a service request is.
type Kind string

// Kinds.
const (
	Complaint Kind = "complaint"
	Reseller  Kind = "reseller"
)

// Stage is where a service request stands.
type Stage string

// Stages.
const (
	Received Stage = "received"
	InWork   Stage = "in-work"
	Asked    Stage = "asked"    // the customer is asked for more
	Answered Stage = "answered" // closed by itself where the customer says nothing
	Closed   Stage = "closed"
)

// Ticket is the whole state of a service request; without personal data.
type Ticket struct {
	contract.Unknown
	ID           string    `json:"id"`
	Reference    string    `json:"reference"`
	Kind         Kind      `json:"kind"`
	Topic        string    `json:"topic"` // type of the complaint or of the shop
	Language     string    `json:"language"`
	UserID       string    `json:"userId,omitempty"` // empty for a guest
	LineID       string    `json:"lineId,omitempty"`
	ContactShown bool      `json:"contactShown,omitempty"` // the contact number is known to be the customer's
	Stage        Stage     `json:"stage"`
	ReceivedAt   time.Time `json:"receivedAt,omitzero"`
	DueAt        time.Time `json:"dueAt,omitzero"` // by when support has to answer, while that is its turn
	Overdue      bool      `json:"overdue,omitempty"`
	ClosesAt     time.Time `json:"closesAt,omitzero"` // by itself, while it is the customer's turn
	ClosedAt     time.Time `json:"closedAt,omitzero"`
	ReopenUntil  time.Time `json:"reopenUntil,omitzero"`
	Reopened     int       `json:"reopened,omitempty"`
	Said         int       `json:"said,omitempty"`         // how often its customer has said something
	CSTReference string    `json:"cstReference,omitempty"` // of its escalation to the regulator
	Over         bool      `json:"over,omitempty"`         // it cannot be reopened any more
	Seq          int64     `json:"seq"`
}

// Details are what the customer gave of themselves. They are kept encrypted.
type Details struct {
	contract.Unknown
	FullName string `json:"fullName,omitempty"`
	Mobile   string `json:"mobile,omitempty"`  // mobile number or data SIM that it is about
	Contact  string `json:"contact,omitempty"` // mobile number that is told
	Email    string `json:"email,omitempty"`
	Company  string `json:"company,omitempty"` // or shop
	Landline string `json:"landline,omitempty"`
	Address  string `json:"address,omitempty"`
	Area     string `json:"area,omitempty"` // description of it
}

// Input starts the workflow.
type Input struct {
	contract.Unknown
	Ticket  Ticket  `json:"ticket"`
	Details Details `json:"details"`
	Text    string  `json:"text"` // what it is about
	Link    string  `json:"link"` // opens it; its secret leaves in messages once ContactShown

	Attachments []string `json:"attachments,omitempty"` // ids of files
	Taken       []string `json:"taken,omitempty"`       // ids of the last updates of an earlier run
}

// Opening is the input of OpenRequest.
type Opening struct {
	contract.At
	Details Details `json:"details"`
	Text    string  `json:"text"`
	Link    string  `json:"link"`

	Attachments []string `json:"attachments,omitempty"`
}

// Action is what somebody does about a service request.
type Action string

// Actions of the customer, and those of support.
const (
	Reply    Action = "reply"
	Close    Action = "close"
	Reopen   Action = "reopen"
	Escalate Action = "escalate" // to the regulator, with the reference it gave

	ShowContact Action = "show-contact" // with a code that was sent to the contact number

	Take    Action = "take"
	Answer  Action = "answer"
	Ask     Action = "ask" // the customer for more
	Resolve Action = "resolve"
)

// Act is the input of UpdateAct.
type Act struct {
	contract.At
	Action       Action `json:"action"`
	Text         string `json:"text,omitempty"`
	CSTReference string `json:"cstReference,omitempty"`
	Actor        string `json:"actor,omitempty"` // user id; empty where the link was used
	Link         string `json:"link,omitempty"`

	Attachments []string `json:"attachments,omitempty"` // ids of files that come with the text
}

// OfSupport tells who takes an action.
func (a Action) OfSupport() bool {
	return a == Take || a == Answer || a == Ask || a == Resolve
}

// Passing is the input of PassTime.
type Passing struct {
	contract.At
	Link string `json:"link"`
}
