package bill

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

// Rules are the figures that an operator sets.
type Rules struct {
	DueAfter    time.Duration // whole days from the day of its issue to the last one on which an invoice is paid in time
	NoticeFirst time.Duration // whole days before its last day
	NoticeLast  time.Duration
	BarOutgoing time.Duration // after that day is over
	BarAll      time.Duration
	End         time.Duration
}

// DueAt is when an invoice of a moment is due: the midnight after its last day, in Riyadh.
func (r Rules) DueAt(issued time.Time) time.Time {
	return subscription.Midnight(issued).Add(r.DueAfter + day).UTC()
}

const day = 24 * time.Hour

// LastDay is a moment of the last day on which an invoice is paid in time, to be shown.
func LastDay(dueAt time.Time) time.Time { return dueAt.Add(-time.Second) }

// Step is how far it has come with an invoice that nobody pays.
type Step string

// Steps, in their order. Before the first one nothing has happened.
const (
	StepNone        Step = ""
	StepNotice      Step = "notice"
	StepLastNotice  Step = "last-notice"
	StepBarOutgoing Step = "bar-outgoing"
	StepBarAll      Step = "bar-all"
	StepEnd         Step = "end"
)

// stepRow says of a step when it comes, counted from when the invoice is due, and what the line may do from then on.
type stepRow struct {
	step  Step
	after func(Rules) time.Duration
	level contract.ServiceLevel
}

var steps = []stepRow{
	{StepNotice, func(r Rules) time.Duration { return -r.NoticeFirst - day }, contract.ServiceFull},
	{StepLastNotice, func(r Rules) time.Duration { return -r.NoticeLast - day }, contract.ServiceFull},
	{StepBarOutgoing, func(r Rules) time.Duration { return r.BarOutgoing }, contract.ServiceIncoming},
	{StepBarAll, func(r Rules) time.Duration { return r.BarAll }, contract.ServiceNone},
	{StepEnd, func(r Rules) time.Duration { return r.End }, contract.ServiceNone},
}

func indexOf(step Step) int {
	return slices.IndexFunc(steps, func(row stepRow) bool { return row.step == step })
}

// Level is what a line may do whose invoice has come to a step.
func (s Step) Level() contract.ServiceLevel {
	if at := indexOf(s); at >= 0 {
		return steps[at].level
	}
	return contract.ServiceFull
}

// Dunning is where an invoice stands that is not paid.
type Dunning struct {
	Step    Step
	TakenAt time.Time // of the step
	DueAt   time.Time // of the invoice
}

// Next is the step that follows and when; false after the last one. A step that bars comes no sooner after the one before it than the
// figures say, however late that one was: an outage of ours takes no time from a customer.
func (d Dunning) Next(r Rules) (step Step, at time.Time, follows bool) {
	before := indexOf(d.Step)
	if before+1 >= len(steps) {
		return StepNone, time.Time{}, false
	}
	row := steps[before+1]
	at = d.DueAt.Add(row.after(r))
	if before >= 0 && d.Step.Bars() {
		soonest := d.TakenAt.Add(row.after(r) - steps[before].after(r))
		at = latest(at, soonest)
	}
	return row.step, at, true
}

// Overtaken tells of a notice that comes too late to be true: the step after it is due already.
func (d Dunning) Overtaken(now time.Time, r Rules) bool {
	at := indexOf(d.Step)
	if d.Step.Bars() || at+1 >= len(steps) {
		return false
	}
	return !now.Before(d.DueAt.Add(steps[at+1].after(r)))
}

// Bars tells whether a line may do less from a step on.
func (s Step) Bars() bool { return s.Level() != contract.ServiceFull }

// Lowest is what a line may do that has several invoices at these steps.
func Lowest(of []Step) contract.ServiceLevel {
	level := contract.ServiceFull
	for _, step := range of {
		level = subscription.Lower(level, step.Level())
	}
	return level
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
