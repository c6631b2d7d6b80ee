package contract

import (
	"time"
)

// WorkflowTicket handles a service request until it is closed for good.
const WorkflowTicket = "ServiceRequest"

// TicketWorkflowID is derived from the reference, which reveals nothing about the customer.
func TicketWorkflowID(kind TicketKind, reference string) string {
	return string(kind) + "/" + reference
}

// Updates of the workflow. Each returns the Ticket.
const (
	UpdateOpenTicket  = "open-request"
	UpdateActOnTicket = "act-on-request"
)

// WorkAnswerTicket is the task of support on a service request.
const WorkAnswerTicket Work = "answer-request"

// TicketKind is the kind of a service request.
type TicketKind string

// Kinds of a ticket.
const (
	TicketComplaint TicketKind = "complaint"
	TicketReseller  TicketKind = "reseller"
)

// TicketStage is the stage of a service request.
type TicketStage string

// Stages of a ticket.
const (
	TicketReceived TicketStage = "received"
	TicketInWork   TicketStage = "in-work"
	TicketAsked    TicketStage = "asked"    // the customer has to add something
	TicketAnswered TicketStage = "answered" // closes by itself without a reply
	TicketClosed   TicketStage = "closed"
)

// Ticket is the whole state of a service request; without personal data.
type Ticket struct {
	Unknown
	ID           string      `json:"id"`
	Reference    string      `json:"reference"`
	Kind         TicketKind  `json:"kind"`
	Topic        string      `json:"topic"` // type of the complaint or of the shop
	Language     string      `json:"language"`
	UserID       string      `json:"userId,omitempty"` // empty for a guest
	LineID       string      `json:"lineId,omitempty"`
	ContactShown bool        `json:"contactShown,omitempty"` // the customer has proved to own the contact number
	Stage        TicketStage `json:"stage"`
	ReceivedAt   time.Time   `json:"receivedAt,omitzero"`
	DueAt        time.Time   `json:"dueAt,omitzero"` // deadline of support's answer, while support has to act
	Overdue      bool        `json:"overdue,omitempty"`
	ClosesAt     time.Time   `json:"closesAt,omitzero"` // closes by itself then, while the customer has to act
	ClosedAt     time.Time   `json:"closedAt,omitzero"`
	ReopenUntil  time.Time   `json:"reopenUntil,omitzero"`
	Reopened     int         `json:"reopened,omitempty"`
	Said         int         `json:"said,omitempty"`         // number of the customer's messages
	CSTReference string      `json:"cstReference,omitempty"` // of its escalation to the regulator
	Over         bool        `json:"over,omitempty"`         // it cannot be reopened any more
	Seq          int64       `json:"seq"`
}

// TicketDetails are the customer's personal data. They are stored encrypted.
type TicketDetails struct {
	Unknown
	FullName string `json:"fullName,omitempty"`
	Mobile   string `json:"mobile,omitempty"`  // mobile number or data SIM of the complaint
	Contact  string `json:"contact,omitempty"` // mobile number for messages
	Email    string `json:"email,omitempty"`
	Company  string `json:"company,omitempty"` // or shop
	Landline string `json:"landline,omitempty"`
	Address  string `json:"address,omitempty"`
	Area     string `json:"area,omitempty"` // a description
}

// TicketInput starts the workflow.
type TicketInput struct {
	Unknown
	Ticket  Ticket        `json:"ticket"`
	Details TicketDetails `json:"details"`
	Text    string        `json:"text"` // subject of the request
	Link    string        `json:"link"` // opens it; messages contain its secret once ContactShown is true

	Attachments []string `json:"attachments,omitempty"` // ids of files
	Taken       []string `json:"taken,omitempty"`       // ids of the last updates of an earlier run
}

// TicketOpening is the input of OpenRequest.
type TicketOpening struct {
	At
	Details TicketDetails `json:"details"`
	Text    string        `json:"text"`
	Link    string        `json:"link"`

	Attachments []string `json:"attachments,omitempty"`
}

// TicketAction is an action on a service request.
type TicketAction string

// Actions of the customer, and those of support.
const (
	TicketReply    TicketAction = "reply"
	TicketClose    TicketAction = "close"
	TicketReopen   TicketAction = "reopen"
	TicketEscalate TicketAction = "escalate" // to the regulator, with its reference

	TicketShowContact TicketAction = "show-contact" // with a code that was sent to the contact number

	TicketTake    TicketAction = "take"
	TicketAnswer  TicketAction = "answer"
	TicketAsk     TicketAction = "ask" // asks the customer for more
	TicketResolve TicketAction = "resolve"
)

// TicketAct is the input of UpdateActOnTicket.
type TicketAct struct {
	At
	Action       TicketAction `json:"action"`
	Text         string       `json:"text,omitempty"`
	CSTReference string       `json:"cstReference,omitempty"`
	Actor        string       `json:"actor,omitempty"` // user id; empty for the link
	Link         string       `json:"link,omitempty"`

	Attachments []string `json:"attachments,omitempty"` // ids of files that come with the text
}

// OfSupport tells actions of support from those of the customer.
func (a TicketAction) OfSupport() bool {
	return a == TicketTake || a == TicketAnswer || a == TicketAsk || a == TicketResolve
}

// TicketPassing is the input of PassTime.
type TicketPassing struct {
	At
	Link string `json:"link"`
}
