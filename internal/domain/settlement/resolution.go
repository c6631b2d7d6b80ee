package settlement

import (
	"time"
)

// State of a difference.
type State string

// States of a difference: a person resolves it.
const (
	Held     State = "held"
	Resolved State = "resolved"
)

// Action is what a person decides about a difference.
type Action string

// Actions of support.
const (
	// Accept takes what the provider says: its line is booked as it is. Where it says nothing, nothing is.
	Accept Action = "accept"
	// BookedByHand leaves our books alone: somebody has put it right elsewhere.
	BookedByHand Action = "booked-by-hand"
)

// Item is a difference with what became of it.
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
