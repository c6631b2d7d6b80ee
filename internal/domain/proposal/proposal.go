// Package proposal holds the rules on changes that need two members of staff: one proposes a setting, a promo code or the text of
// a message, another approves, and it takes effect at its time.
package proposal

import (
	"encoding/json"
	"reflect"
	"time"

	"selfcare/internal/contract"
)

// Kind is the subject of a change.
type Kind string

// Kinds of changes.
const (
	Setting   Kind = "setting"
	PromoCode Kind = "promo-code"
	Message   Kind = "message"
)

// State is the state of a change.
type State string

// States of a change. An approved change becomes in-force by time alone, and past when a later one does.
const (
	Pending   State = "pending"
	Scheduled State = "scheduled"
	InForce   State = "in-force"
	Past      State = "past"
	Cancelled State = "cancelled"
)

// Nothing is the value that restores the shipped default; for a promo code it removes the code.
const Nothing = "null"

// Proposal is a proposed change. A person is a user id, with the e-mail that the console shows.
type Proposal struct {
	ID            string
	Kind          Kind
	Key           string
	Value         json.RawMessage
	Before        json.RawMessage
	EffectiveAt   time.Time
	Note          string
	ProposedBy    string
	ProposedName  string
	ProposedAt    time.Time
	State         State
	ApprovedBy    string
	ApprovedName  string
	ApprovedAt    time.Time
	CancelledBy   string
	CancelledName string
	CancelledAt   time.Time
	UndoOf        string
}

// slack allows for the difference between two clocks, and for the time between choosing a moment and sending the form.
const slack = time.Minute

// Validate refuses a proposal that changes nothing, or that lies in the past.
func (c Proposal) Validate(now time.Time) error {
	switch {
	case c.EffectiveAt.Before(now.Add(-slack)):
		return contract.Refuse(contract.FailChangePast)
	case same(c.Value, c.Before):
		return contract.Refuse(contract.FailChangeNothing)
	default:
		return nil
	}
}

// ValidateApproval refuses the approval of one's own change, and of a change that does not wait any more.
func (c Proposal) ValidateApproval(by string) error {
	switch {
	case c.State != Pending:
		return contract.Refuse(contract.FailChangeDecided)
	case c.ProposedBy == by:
		return contract.Refuse(contract.FailChangeSamePerson)
	default:
		return nil
	}
}

// ValidateCancellation refuses to cancel a change that is in force.
func (c Proposal) ValidateCancellation() error {
	if c.State != Pending && c.State != Scheduled {
		return contract.Refuse(contract.FailChangeDecided)
	}
	return nil
}

// Undo returns the change that restores the previous value. It needs a second person like any other.
func (c Proposal) Undo(id, by, note string, now time.Time) (Proposal, error) {
	if c.State != InForce {
		return Proposal{}, contract.Refuse(contract.FailChangeNotInForce)
	}
	return Proposal{
		ID: id, Kind: c.Kind, Key: c.Key, Value: c.Before, EffectiveAt: now, Note: note, ProposedBy: by, UndoOf: c.ID,
	}, nil
}

func same(a, b json.RawMessage) bool {
	var left, right any
	return json.Unmarshal(a, &left) == nil && json.Unmarshal(b, &right) == nil && reflect.DeepEqual(left, right)
}
