// Package proposal has the rules of what people of ours change together: one proposes a figure, a promo code or the words of a message,
// another one approves, and it counts from its time on.
package proposal

import (
	"encoding/json"
	"reflect"
	"time"

	"selfcare/internal/contract"
)

// Kind is what is changed.
type Kind string

// Kinds of changes.
const (
	Setting   Kind = "setting"
	PromoCode Kind = "promo-code"
	Message   Kind = "message"
)

// State is where a change stands.
type State string

// States of a change. What was approved becomes in-force by its time alone, and past when a later one does.
const (
	Pending   State = "pending"
	Scheduled State = "scheduled"
	InForce   State = "in-force"
	Past      State = "past"
	Cancelled State = "cancelled"
)

// Nothing is the value that takes back what we ship; of a promo code, that there is none.
const Nothing = "null"

// Change is one of them. A person is a user id, with the e-mail that the console shows.
type Change struct {
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

// slack is what a clock of ours may be ahead of another one, and what a person needs between choosing a time and sending it.
const slack = time.Minute

// Validate refuses a proposal that changes nothing, or that is for a time that is over.
func (c Change) Validate(now time.Time) error {
	switch {
	case c.EffectiveAt.Before(now.Add(-slack)):
		return contract.Refuse(contract.FailChangePast)
	case same(c.Value, c.Before):
		return contract.Refuse(contract.FailChangeNothing)
	default:
		return nil
	}
}

// ValidateApproval refuses the approval of one's own change, and of one that does not wait any more.
func (c Change) ValidateApproval(by string) error {
	switch {
	case c.State != Pending:
		return contract.Refuse(contract.FailChangeDecided)
	case c.ProposedBy == by:
		return contract.Refuse(contract.FailChangeSamePerson)
	default:
		return nil
	}
}

// ValidateCancellation refuses to take back what counts already.
func (c Change) ValidateCancellation() error {
	if c.State != Pending && c.State != Scheduled {
		return contract.Refuse(contract.FailChangeDecided)
	}
	return nil
}

// Undo is the change that brings back what counted before. It waits for a second person like any other.
func (c Change) Undo(id, by, note string, now time.Time) (Change, error) {
	if c.State != InForce {
		return Change{}, contract.Refuse(contract.FailChangeNotInForce)
	}
	return Change{
		ID: id, Kind: c.Kind, Key: c.Key, Value: c.Before, EffectiveAt: now, Note: note, ProposedBy: by, UndoOf: c.ID,
	}, nil
}

func same(a, b json.RawMessage) bool {
	var left, right any
	return json.Unmarshal(a, &left) == nil && json.Unmarshal(b, &right) == nil && reflect.DeepEqual(left, right)
}
