package contract

// WorkflowNumberReturns keeps giving numbers back to the operators of their ranges.
const WorkflowNumberReturns = "NumberReturns"

// NumberReturnsWorkflowID names the one workflow that does so.
const NumberReturnsWorkflowID = "numbers/returns"

// WorkReturnNumber is the return of a number to the operator of its range.
const WorkReturnNumber Work = "return-number"

// Why a return waits for support.
const (
	ReturnRefused   Code = "number_return_refused"    // the clearing house said no
	ReturnUnknown   Code = "number_return_unknown"    // it gave no answer for a day
	ReturnInService Code = "number_return_in_service" // the number is in service with us again
)

// ReturnState is where the return of a number stands.
type ReturnState string

// States of a return.
const (
	ReturnOwed ReturnState = "owed"
	ReturnHeld ReturnState = "held" // support decides
	ReturnDone ReturnState = "returned"
)

// NumberReturn is a number on its way back to the operator of its range.
type NumberReturn struct {
	ID        string // of what ended the line; the same return however often it is asked for
	LineID    string
	MSISDN    string
	Operator  string // of the range
	State     ReturnState
	Tries     int
	InService bool // with us, again
	Failure   Code
	ByHand    bool
}

// ReturnStatus is what the clearing house says of a return.
type ReturnStatus string

// States of a return at the clearing house.
const (
	ReturnPending  ReturnStatus = "pending"
	ReturnComplete ReturnStatus = "returned"
	ReturnRejected ReturnStatus = "refused"
)
