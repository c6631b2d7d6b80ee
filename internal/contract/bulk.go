package contract

import "time"

// WorkflowBulkResolution retries a set of held work at a limited rate.
const WorkflowBulkResolution = "BulkResolution"

// BulkWorkflowID is derived from the bulk's id.
func BulkWorkflowID(id string) string { return "bulk/" + id }

// Updates of BulkResolution. Each returns the Bulk.
const (
	UpdateOpenBulk = "open-bulk"
	UpdateMoveBulk = "move-bulk"
)

// BulkState is the state of a bulk.
type BulkState string

// States of a bulk.
const (
	BulkRunning   BulkState = "running"
	BulkPaused    BulkState = "paused"
	BulkStopped   BulkState = "stopped"
	BulkCompleted BulkState = "completed"
)

// Over tells whether a bulk has ended.
func (s BulkState) Over() bool { return s == BulkStopped || s == BulkCompleted }

// BulkOutcome is the result for one piece of work.
type BulkOutcome string

// Outcomes. The work itself shows whether it is held again.
const (
	BulkWaiting  BulkOutcome = "waiting"
	BulkResumed  BulkOutcome = "resumed"
	BulkResolved BulkOutcome = "resolved-already"
	BulkRefused  BulkOutcome = "refused"
)

// BulkFilter selects held work.
type BulkFilter struct {
	Kind  string    `json:"kind,omitempty"`
	Code  Code      `json:"code,omitempty"`
	From  time.Time `json:"from,omitzero"`  // held since then or later
	Until time.Time `json:"until,omitzero"` // held before then
}

// Bulk is the state of a bulk; the rows of its items hold their results.
type Bulk struct {
	Unknown
	ID        string     `json:"id"`
	Filter    BulkFilter `json:"filter"`
	Note      string     `json:"note"`
	StartedBy string     `json:"startedBy"` // user id
	State     BulkState  `json:"state"`
	PerMinute int        `json:"perMinute"`
	Total     int        `json:"total"`
	StartedAt time.Time  `json:"startedAt"`
	EndedAt   time.Time  `json:"endedAt,omitzero"`
	Seq       int64      `json:"seq"`
}

// BulkInput starts or continues a BulkResolution: Done counts the items that earlier runs have processed.
type BulkInput struct {
	Unknown
	Bulk Bulk `json:"bulk"`
	Done int  `json:"done,omitempty"`
}

// BulkMove is the input of UpdateMoveBulk and of MoveBulk. By is a user id; empty when the bulk ends by itself.
type BulkMove struct {
	At
	To BulkState `json:"to"`
	By string    `json:"by,omitempty"`
}

// BulkItem names one piece of work of a bulk. Positions count from one.
type BulkItem struct {
	BulkID   string `json:"bulkId"`
	Position int    `json:"position"`
}

// BulkGivenUp is the input of GiveUpItem.
type BulkGivenUp struct {
	At
	BulkItem
	Code Code `json:"code"`
}
