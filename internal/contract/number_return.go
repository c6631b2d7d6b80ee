package contract

// WorkflowNumberReturns returns numbers to the operators of their ranges, again and again.
const WorkflowNumberReturns = "NumberReturns"

// NumberReturnsWorkflowID is the id of the only NumberReturns workflow.
const NumberReturnsWorkflowID = "numbers/returns"

// WorkReturnNumber is the return of a number to the operator of its range.
const WorkReturnNumber Work = "return-number"

// Reasons for which a return waits for support.
const (
	ReturnRefused   Code = "number_return_refused"    // the clearing house rejected it
	ReturnUnknown   Code = "number_return_unknown"    // it gave no answer for a day
	ReturnInService Code = "number_return_in_service" // the number is in service with us again
)

// ReturnState is the state of a number's return.
type ReturnState string

// States of a return.
const (
	ReturnOwed ReturnState = "owed"
	ReturnHeld ReturnState = "held" // support decides
	ReturnDone ReturnState = "returned"
)

// NumberReturn is a number on its way back to the operator of its range.
type NumberReturn struct {
	ID        string // of the line's ending; the same for each retry
	LineID    string
	MSISDN    string
	Operator  string // of the range
	State     ReturnState
	Tries     int
	InService bool // in service with us again
	Failure   Code
	ByHand    bool
}

// ReturnStatus is the state of a return at the clearing house.
type ReturnStatus string

// States of a return at the clearing house.
const (
	ReturnPending  ReturnStatus = "pending"
	ReturnComplete ReturnStatus = "returned"
	ReturnRejected ReturnStatus = "refused"
)
