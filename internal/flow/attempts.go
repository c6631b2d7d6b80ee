package flow

import (
	"context"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Attempts says what processes are trying at the moment.
type Attempts struct{ temporal client.Client }

// NewAttempts returns the way behind c.
func NewAttempts(c client.Client) *Attempts { return &Attempts{temporal: c} }

// Standing is where a process stands in Temporal.
type Standing string

// Standings. Away says nothing of the process: Temporal does not answer.
const (
	StandingRunning Standing = "running"
	StandingOver    Standing = "over"
	StandingUnknown Standing = "unknown"
	StandingAway    Standing = "away"
)

// Attempt is one call of a process that is under way, or waits for its next try.
type Attempt struct {
	Activity string
	State    string
	Attempt  int
	Failed   bool          // the last try
	TimedOut bool          // it failed because no answer came
	Code     contract.Code // why it failed, where that is of the catalogue
	LastAt   time.Time
	NextAt   time.Time
}

// lookAtAttemptsWithin is how long a page waits for them: the rest of it is there without.
const lookAtAttemptsWithin = 3 * time.Second

// Of looks at a process. An answer that does not come is an answer too.
func (f *Attempts) Of(ctx context.Context, workflowID string) (Standing, []Attempt) {
	ctx, cancel := context.WithTimeout(ctx, lookAtAttemptsWithin)
	defer cancel()
	described, err := f.temporal.DescribeWorkflowExecution(ctx, workflowID, "")
	switch {
	case notFound(err):
		return StandingUnknown, nil
	case err != nil:
		return StandingAway, nil
	}
	var attempts []Attempt
	for _, p := range described.GetPendingActivities() {
		attempts = append(attempts, attemptOf(p))
	}
	if described.GetWorkflowExecutionInfo().GetStatus() != enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING {
		return StandingOver, attempts
	}
	return StandingRunning, attempts
}

func attemptOf(p *workflowpb.PendingActivityInfo) Attempt {
	failure := p.GetLastFailure()
	a := Attempt{
		Activity: p.GetActivityType().GetName(), State: stateOf(p), Attempt: max(int(p.GetAttempt()), 1), Failed: failure != nil,
		TimedOut: failure.GetTimeoutFailureInfo() != nil,
	}
	if code := contract.Code(failure.GetApplicationFailureInfo().GetType()); known(code) {
		a.Code = code
	}
	if at := p.GetLastStartedTime(); at != nil {
		a.LastAt = at.AsTime()
	}
	if at := p.GetNextAttemptScheduleTime(); at != nil {
		a.NextAt = at.AsTime()
	}
	return a
}

func stateOf(p *workflowpb.PendingActivityInfo) string {
	switch state := p.GetState(); {
	case state == enumspb.PENDING_ACTIVITY_STATE_STARTED:
		return "started"
	case state == enumspb.PENDING_ACTIVITY_STATE_CANCEL_REQUESTED:
		return "cancelling"
	case state == enumspb.PENDING_ACTIVITY_STATE_PAUSED, state == enumspb.PENDING_ACTIVITY_STATE_PAUSE_REQUESTED:
		return "paused"
	case p.GetAttempt() > 1:
		return "backing-off"
	default:
		return "scheduled"
	}
}
