package audit

import "fmt"

// Fault is a difference between the log and its seals.
type Fault struct {
	What Problem
	ID   int64  // of the entry, or the seal's number
	Name string // of a trigger
}

// Problem is a kind of fault.
type Problem string

// Kinds of faults.
const (
	EntryChanged  Problem = "entry %d was changed"
	EntryRemoved  Problem = "entry %d was removed"
	EntryAdded    Problem = "entry %d was added later: no seal has it"
	SealChanged   Problem = "seal %d was changed"
	SealRemoved   Problem = "seal %d was removed"
	SealUnchained Problem = "seal %d does not follow the one before it"
	HeadMissing   Problem = "seal %d was removed: its head was kept elsewhere"
	HeadOther     Problem = "seal %d is not the one whose head was kept elsewhere: the chain was written anew"
	TriggerOff    Problem = "trigger %s is missing or switched off"
)

// String describes the fault for an operator.
func (f Fault) String() string {
	if f.What == TriggerOff {
		return fmt.Sprintf(string(f.What), f.Name)
	}
	return fmt.Sprintf(string(f.What), f.ID)
}
