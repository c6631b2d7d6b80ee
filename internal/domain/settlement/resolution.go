package settlement

import (
	"time"
)

// State is whether a difference is decided.
type State string

// States of a difference. A person resolves it.
const (
	Held     State = "held"
	Resolved State = "resolved"
)

// Action is a person's decision about a difference.
type Action string

// Actions of support.
const (
	// Accept books the line of the provider as it is. A movement that the provider does not name stays unbooked.
	Accept Action = "accept"
	// BookedByHand books nothing: accounting has corrected the difference elsewhere.
	BookedByHand Action = "booked-by-hand"
)

// Item is a difference with its decision.
type Item struct {
	ID  string
	Day string
	Difference
	State      State
	Action     Action
	Note       string
	ResolvedBy string
	ResolvedAt time.Time
	FoundAt    time.Time
}

// LinesToBook are the lines of the provider that a decision books.
func (i Item) LinesToBook(a Action) []Line {
	if a != Accept || i.Theirs == nil {
		return nil
	}
	return []Line{*i.Theirs}
}
