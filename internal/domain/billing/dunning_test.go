package billing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/billing"
	"selfcare/internal/domain/calendar"
)

const day = 24 * time.Hour

var rules = billing.Rules{
	DueAfter: 14 * day, NoticeFirst: 5 * day, NoticeLast: day, BarOutgoing: 3 * day, BarAll: 10 * day, End: 60 * day,
}

func TestDueAt_IsTheMidnightAfterItsLastDay(t *testing.T) {
	due := rules.DueAt(riyadh(2026, 11, 15, 1))
	require.True(t, due.Equal(riyadh(2026, 11, 30, 0)), due)
	require.True(t, due.Equal(rules.DueAt(riyadh(2026, 11, 15, 23))), "whenever of its day it was issued")
	require.Equal(t, 29, billing.LastDay(due).In(calendar.Riyadh).Day())
}

func TestNext_GoesThroughTheStepsAtTheirMoments(t *testing.T) {
	due := riyadh(2026, 12, 1, 0) // the last day is the 30th
	d := billing.Dunning{DueAt: due}
	var went []billing.Step
	for _, want := range []struct {
		at    time.Time
		level contract.ServiceLevel
	}{
		{riyadh(2026, 11, 25, 0), contract.ServiceFull},
		{riyadh(2026, 11, 29, 0), contract.ServiceFull},
		{due.Add(3 * day), contract.ServiceIncoming},
		{due.Add(10 * day), contract.ServiceNone},
		{due.Add(60 * day), contract.ServiceNone},
	} {
		step, at, follows := d.Next(rules)
		require.True(t, follows)
		require.True(t, want.at.Equal(at), "%s at %s", step, at)
		require.Equal(t, want.level, step.Level())
		went = append(went, step)
		d.Step, d.TakenAt = step, at
	}
	require.Equal(t, []billing.Step{billing.StepNotice, billing.StepLastNotice, billing.StepBarOutgoing, billing.StepBarAll, billing.StepEnd}, went)
	_, _, follows := d.Next(rules)
	require.False(t, follows)
}

func TestNext_AnOutageTakesNoTimeFromACustomer(t *testing.T) {
	due := riyadh(2026, 12, 1, 0)
	late := due.Add(80 * day)
	_, at, _ := billing.Dunning{Step: billing.StepBarOutgoing, TakenAt: late, DueAt: due}.Next(rules)
	require.True(t, late.Add(7*day).Equal(at), "seven days between the two, as ever")
	_, at, _ = billing.Dunning{Step: billing.StepBarAll, TakenAt: late, DueAt: due}.Next(rules)
	require.True(t, late.Add(50*day).Equal(at))
}

func TestOvertaken_IsANoticeThatIsNotTrueAnyMore(t *testing.T) {
	due := riyadh(2026, 12, 1, 0)
	tests := map[string]struct {
		step billing.Step
		now  time.Time
		want bool
	}{
		"five days before":                 {billing.StepNotice, due.Add(-6 * day), false},
		"the last moment of the first":     {billing.StepNotice, due.Add(-2*day - 1), false},
		"the day before is there":          {billing.StepNotice, due.Add(-2 * day), true},
		"the last moment of the last":      {billing.StepLastNotice, due.Add(3*day - 1), false},
		"outgoing calls are barred by now": {billing.StepLastNotice, due.Add(3 * day), true},
		"a bar is never passed over":       {billing.StepBarOutgoing, due.Add(100 * day), false},
		"nor is the last step":             {billing.StepEnd, due.Add(1000 * day), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, billing.Dunning{Step: tt.step, DueAt: due}.Overtaken(tt.now, rules))
		})
	}
}

func TestLowest_OfSeveralInvoicesTheWorstCounts(t *testing.T) {
	require.Equal(t, contract.ServiceFull, billing.Lowest(nil))
	require.Equal(t, contract.ServiceFull, billing.Lowest([]billing.Step{billing.StepNotice, billing.StepLastNotice}))
	require.Equal(t, contract.ServiceIncoming, billing.Lowest([]billing.Step{billing.StepBarOutgoing, billing.StepNotice}))
	require.Equal(t, contract.ServiceNone, billing.Lowest([]billing.Step{billing.StepBarOutgoing, billing.StepBarAll}))
}
