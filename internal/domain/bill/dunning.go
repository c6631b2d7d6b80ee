package bill

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

// Rules are the settings of the operator.
type Rules struct {
	DueAfter    time.Duration // whole days from the day of issue to the due day
	NoticeFirst time.Duration // whole days before the due day
	NoticeLast  time.Duration
	BarOutgoing time.Duration // after the due day
	BarAll      time.Duration
	End         time.Duration
}

// DueAt returns when an invoice is due: the midnight after its due day, in Riyadh.
func (r Rules) DueAt(issued time.Time) time.Time {
	return subscription.Midnight(issued).Add(r.DueAfter + day).UTC()
}

const day = 24 * time.Hour

// LastDay returns a moment on the due day, to be shown.
func LastDay(dueAt time.Time) time.Time { return dueAt.Add(-time.Second) }

// Step is how far dunning of an unpaid invoice has come.
type Step string

// Steps in their order. StepNone comes before the first.
const (
	StepNone        Step = ""
	StepNotice      Step = "notice"
	StepLastNotice  Step = "last-notice"
	StepBarOutgoing Step = "bar-outgoing"
	StepBarAll      Step = "bar-all"
	StepEnd         Step = "end"
)

// stepRow says when a step comes, counted from the due date, and which service level the line has from then on.
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

// Level returns the service level of a line whose invoice has reached a step.
func (s Step) Level() contract.ServiceLevel {
	if at := indexOf(s); at >= 0 {
		return steps[at].level
	}
	return contract.ServiceFull
}

// Dunning is the dunning state of an unpaid invoice.
type Dunning struct {
	Step    Step
	TakenAt time.Time // of the step
	DueAt   time.Time // of the invoice
}

// Next returns the next step and its time; false after the last step. A barring step keeps its full distance from the previous
// step, however late that step was: our outage must not shorten the customer's time.
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

// Overtaken tells whether a notice comes too late to be true, because the next step is due already.
func (d Dunning) Overtaken(now time.Time, r Rules) bool {
	at := indexOf(d.Step)
	if d.Step.Bars() || at+1 >= len(steps) {
		return false
	}
	return !now.Before(d.DueAt.Add(steps[at+1].after(r)))
}

// Bars tells whether a step restricts the line.
func (s Step) Bars() bool { return s.Level() != contract.ServiceFull }

// Lowest returns the service level of a line with several invoices at these steps.
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
