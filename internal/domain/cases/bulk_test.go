package cases_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/cases"
)

var noon = time.Date(2026, time.November, 25, 12, 0, 0, 0, time.UTC)

func TestCheckBulk_WantsMoreThanEverything(t *testing.T) {
	for name, test := range map[string]struct {
		filter contract.BulkFilter
		want   error
	}{
		"nothing said":     {contract.BulkFilter{}, contract.RefuseField("filter", contract.FailBulkFilterEmpty)},
		"only an end":      {contract.BulkFilter{Until: noon}, contract.RefuseField("filter", contract.FailBulkFilterEmpty)},
		"a kind":           {contract.BulkFilter{Kind: "purchase"}, nil},
		"a code":           {contract.BulkFilter{Code: contract.FailCourierRefused}, nil},
		"a beginning":      {contract.BulkFilter{From: noon}, nil},
		"an hour":          {contract.BulkFilter{From: noon, Until: noon.Add(time.Hour)}, nil},
		"no time at all":   {contract.BulkFilter{From: noon, Until: noon}, contract.RefuseField("filter.until", contract.FailBulkFilterTimes)},
		"the wrong way on": {contract.BulkFilter{From: noon, Until: noon.Add(-1)}, contract.RefuseField("filter.until", contract.FailBulkFilterTimes)},
	} {
		require.Equal(t, test.want, cases.CheckBulk(test.filter), name)
	}
}

func TestMayResume_SaysWhyEachKindIsLeftAlone(t *testing.T) {
	colleague := &cases.Claim{By: "u2", Name: "Sara", Expires: noon.Add(time.Minute)}
	notAllowed := contract.Refuse(contract.FailResolutionNotAllowed)
	for name, test := range map[string]struct {
		of   cases.Case
		want error
	}{
		"an order":                        {cases.Case{Kind: cases.Order, Held: true}, nil},
		"a purchase":                      {cases.Case{Kind: cases.Purchase, Held: true}, nil},
		"a port-out":                      {cases.Case{Kind: cases.PortOut, Held: true}, nil},
		"a deactivation":                  {cases.Case{Kind: cases.Deactivation, Held: true}, nil},
		"a refund that was refused":       {cases.Case{Kind: cases.Refund, Held: true, Code: contract.FailRefundRefused}, nil},
		"one that awaits a second person": {cases.Case{Kind: cases.Refund, Held: true, Code: "refund_awaits_second_person"}, notAllowed},
		"what goes on by itself":          {cases.Case{Kind: cases.Subscription, Late: true}, contract.Refuse(contract.FailCaseNotHeld)},
		"a difference":                    {cases.Case{Kind: cases.Settlement, Held: true}, notAllowed},
		"money at a bank":                 {cases.Case{Kind: cases.BankPayment, Held: true}, notAllowed},
		"an e-invoice":                    {cases.Case{Kind: cases.EInvoice, Held: true}, notAllowed},
		"a colleague's":                   {cases.Case{Kind: cases.Order, Held: true, Claim: colleague}, contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": "Sara"})},
		"one's own":                       {cases.Case{Kind: cases.Order, Held: true, Claim: &cases.Claim{By: "u1", Expires: noon.Add(time.Minute)}}, nil},
		"one let go":                      {cases.Case{Kind: cases.Order, Held: true, Claim: &cases.Claim{By: "u2", Expires: noon}}, nil},
	} {
		require.Equal(t, test.want, cases.MayResume(test.of, "u1", noon), name)
	}
}

func TestMayResume_KnowsEveryKindThatCanBeTriedAgain(t *testing.T) {
	for _, kind := range cases.Kinds {
		c := cases.Case{Kind: kind, Held: true, Code: contract.FailRefundRefused}
		require.Equal(t, kind.Knows(cases.Retry) == nil, cases.MayResume(c, "u1", noon) == nil, kind)
	}
}

func TestMoveBulk_EndsOnce(t *testing.T) {
	running := contract.Bulk{State: contract.BulkRunning}
	paused, err := cases.MoveBulk(running, contract.BulkPaused, noon)
	require.NoError(t, err)
	require.True(t, paused.EndedAt.IsZero())
	for _, end := range []contract.BulkState{contract.BulkStopped, contract.BulkCompleted} {
		over, err := cases.MoveBulk(paused, end, noon)
		require.NoError(t, err)
		require.Equal(t, noon, over.EndedAt)
		again, err := cases.MoveBulk(over, end, noon.Add(time.Hour))
		require.NoError(t, err)
		require.Equal(t, over, again)
		_, err = cases.MoveBulk(over, contract.BulkRunning, noon)
		require.Equal(t, contract.Refuse(contract.FailBulkOver), err)
	}
}

func TestGroups_CountByReasonAndStepTheMostFirst(t *testing.T) {
	found := []cases.Case{
		{Kind: cases.Order, Code: contract.FailCourierRefused, Work: contract.WorkShip, Held: true, Since: noon},
		{Kind: cases.Purchase, Code: contract.FailNetworkRefused, Work: contract.WorkDeliver, Held: true, Since: noon},
		{Kind: cases.Order, Code: contract.FailCourierRefused, Work: contract.WorkShip, Since: noon.Add(-time.Hour)},
	}
	groups := cases.Groups(found, func(c cases.Case) error { return cases.MayResume(c, "u1", noon) })
	require.Len(t, groups, 2)
	require.Equal(t, cases.Group{Kind: cases.Order, Code: contract.FailCourierRefused, Work: contract.WorkShip, Count: 2, Resumable: 1, Oldest: noon.Add(-time.Hour)}, groups[0])
	require.Equal(t, 1, cases.Minutes(60, 60))
	require.Equal(t, 2, cases.Minutes(61, 60))
	require.Zero(t, cases.Minutes(0, 60))
}
