// Package ticket holds everything that the history of a service request records: a complaint, or the form of a reseller.
package ticket

import (
	"time"

	"selfcare/internal/contract"
)

// Workflow handles a service request until it is closed for good.
const Workflow = "ServiceRequest"

// WorkflowID is derived from the reference, which reveals nothing about the customer.
func WorkflowID(kind Kind, reference string) string { return string(kind) + "/" + reference }

// Updates of the workflow. Each returns the Ticket.
const (
	UpdateOpen = "open-request"
	UpdateAct  = "act-on-request"
)

// WorkAnswer is the task of support on a service request.
const WorkAnswer contract.Work = "answer-request"

// Kind is the kind of a service request.
type Kind string

// Kinds.
const (
	Complaint Kind = "complaint"
	Reseller  Kind = "reseller"
)

// Stage is the stage of a service request.
type Stage string

// Stages.
const (
	Received Stage = "received"
	InWork   Stage = "in-work"
	Asked    Stage = "asked"    // the customer has to add something
	Answered Stage = "answered" // closes by itself without a reply
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
	ContactShown bool      `json:"contactShown,omitempty"` // the customer has proved to own the contact number
	Stage        Stage     `json:"stage"`
	ReceivedAt   time.Time `json:"receivedAt,omitzero"`
	DueAt        time.Time `json:"dueAt,omitzero"` // deadline of support's answer, while support has to act
	Overdue      bool      `json:"overdue,omitempty"`
	ClosesAt     time.Time `json:"closesAt,omitzero"` // closes by itself then, while the customer has to act
	ClosedAt     time.Time `json:"closedAt,omitzero"`
	ReopenUntil  time.Time `json:"reopenUntil,omitzero"`
	Reopened     int       `json:"reopened,omitempty"`
	Said         int       `json:"said,omitempty"`         // number of the customer's messages
	CSTReference string    `json:"cstReference,omitempty"` // of its escalation to the regulator
	Over         bool      `json:"over,omitempty"`         // it cannot be reopened any more
	Seq          int64     `json:"seq"`
}

// Details are the customer's personal data. They are stored encrypted.
type Details struct {
	contract.Unknown
	FullName string `json:"fullName,omitempty"`
	Mobile   string `json:"mobile,omitempty"`  // mobile number or data SIM of the complaint
	Contact  string `json:"contact,omitempty"` // mobile number for messages
	Email    string `json:"email,omitempty"`
	Company  string `json:"company,omitempty"` // or shop
	Landline string `json:"landline,omitempty"`
	Address  string `json:"address,omitempty"`
	Area     string `json:"area,omitempty"` // a description
}

// Input starts the workflow.
type Input struct {
	contract.Unknown
	Ticket  Ticket  `json:"ticket"`
	Details Details `json:"details"`
	Text    string  `json:"text"` // subject of the request
	Link    string  `json:"link"` // opens it; messages contain its secret once ContactShown is true

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

// Action is an action on a service request.
type Action string

// Actions of the customer, and those of support.
const (
	Reply    Action = "reply"
	Close    Action = "close"
	Reopen   Action = "reopen"
	Escalate Action = "escalate" // to the regulator, with its reference

	ShowContact Action = "show-contact" // with a code that was sent to the contact number

	Take    Action = "take"
	Answer  Action = "answer"
	Ask     Action = "ask" // asks the customer for more
	Resolve Action = "resolve"
)

// Act is the input of UpdateAct.
type Act struct {
	contract.At
	Action       Action `json:"action"`
	Text         string `json:"text,omitempty"`
	CSTReference string `json:"cstReference,omitempty"`
	Actor        string `json:"actor,omitempty"` // user id; empty for the link
	Link         string `json:"link,omitempty"`

	Attachments []string `json:"attachments,omitempty"` // ids of files that come with the text
}

// OfSupport tells actions of support from those of the customer.
func (a Action) OfSupport() bool {
	return a == Take || a == Answer || a == Ask || a == Resolve
}

// Passing is the input of PassTime.
type Passing struct {
	contract.At
	Link string `json:"link"`
}
