package flow

import (
	"context"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Attempts reads the running activities of workflows.
type Attempts struct{ temporal client.Client }

// NewAttempts returns Attempts for a client.
func NewAttempts(c client.Client) *Attempts { return &Attempts{temporal: c} }

// Standing is the state of a workflow in Temporal.
type Standing string

// Standings. Away means that Temporal does not answer, so the state is unknown.
const (
	StandingRunning Standing = "running"
	StandingOver    Standing = "over"
	StandingUnknown Standing = "unknown"
	StandingAway    Standing = "away"
)

// Attempt is an activity of a workflow that runs, or waits for its next try.
type Attempt struct {
	Activity string
	State    string
	Attempt  int
	Failed   bool          // the last try
	TimedOut bool          // it failed by a timeout
	Code     contract.Code // why it failed, if the catalogue has the code
	LastAt   time.Time
	NextAt   time.Time
}

// lookAtAttemptsWithin is how long a page waits for the attempts; it shows the rest without them.
const lookAtAttemptsWithin = 3 * time.Second

// Of returns the state and the attempts of a workflow. It never fails: a missing answer is StandingAway.
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
