package bill_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
)

const day = 24 * time.Hour

var rules = bill.Rules{
	DueAfter: 14 * day, NoticeFirst: 5 * day, NoticeLast: day, BarOutgoing: 3 * day, BarAll: 10 * day, End: 60 * day,
}

func TestDueAt_Issued_IsMidnightAfterDueDay(t *testing.T) {
	due := rules.DueAt(riyadh(2026, 11, 15, 1))
	require.True(t, due.Equal(riyadh(2026, 11, 30, 0)), due)
	require.True(t, due.Equal(rules.DueAt(riyadh(2026, 11, 15, 23))), "for any time of the day of issue")
	require.Equal(t, 29, bill.LastDay(due).In(calendar.Riyadh).Day())
}

func TestNext_Dunning_TakesEachStep(t *testing.T) {
	due := riyadh(2026, 12, 1, 0) // the last day is the 30th
	d := bill.Dunning{DueAt: due}
	var went []bill.Step
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
	require.Equal(t, []bill.Step{bill.StepNotice, bill.StepLastNotice, bill.StepBarOutgoing, bill.StepBarAll, bill.StepEnd}, went)
	_, _, follows := d.Next(rules)
	require.False(t, follows)
}

func TestNext_Outage_KeepsTheDistance(t *testing.T) {
	due := riyadh(2026, 12, 1, 0)
	late := due.Add(80 * day)
	_, at, _ := bill.Dunning{Step: bill.StepBarOutgoing, TakenAt: late, DueAt: due}.Next(rules)
	require.True(t, late.Add(7*day).Equal(at), "seven days between the two, as ever")
	_, at, _ = bill.Dunning{Step: bill.StepBarAll, TakenAt: late, DueAt: due}.Next(rules)
	require.True(t, late.Add(50*day).Equal(at))
}

func TestOvertaken_LateNotice_IsTrue(t *testing.T) {
	due := riyadh(2026, 12, 1, 0)
	tests := map[string]struct {
		step bill.Step
		now  time.Time
		want bool
	}{
		"five days before":                 {bill.StepNotice, due.Add(-6 * day), false},
		"the last moment of the first":     {bill.StepNotice, due.Add(-2*day - 1), false},
		"the day before is there":          {bill.StepNotice, due.Add(-2 * day), true},
		"the last moment of the last":      {bill.StepLastNotice, due.Add(3*day - 1), false},
		"outgoing calls are barred by now": {bill.StepLastNotice, due.Add(3 * day), true},
		"a bar is never passed over":       {bill.StepBarOutgoing, due.Add(100 * day), false},
		"nor is the last step":             {bill.StepEnd, due.Add(1000 * day), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, bill.Dunning{Step: tt.step, DueAt: due}.Overtaken(tt.now, rules))
		})
	}
}

func TestLowest_SeveralInvoices_IsWorst(t *testing.T) {
	require.Equal(t, contract.ServiceFull, bill.Lowest(nil))
	require.Equal(t, contract.ServiceFull, bill.Lowest([]bill.Step{bill.StepNotice, bill.StepLastNotice}))
	require.Equal(t, contract.ServiceIncoming, bill.Lowest([]bill.Step{bill.StepBarOutgoing, bill.StepNotice}))
	require.Equal(t, contract.ServiceNone, bill.Lowest([]bill.Step{bill.StepBarOutgoing, bill.StepBarAll}))
}
