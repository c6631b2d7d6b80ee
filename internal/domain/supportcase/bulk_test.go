package supportcase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
)

var noon = time.Date(2026, time.November, 25, 12, 0, 0, 0, time.UTC)

func TestValidateBulk_EmptyFilter_IsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		filter contract.BulkFilter
		want   error
	}{
		"an empty filter":  {contract.BulkFilter{}, contract.RefuseField("filter", contract.FailBulkFilterEmpty)},
		"only an end":      {contract.BulkFilter{Until: noon}, contract.RefuseField("filter", contract.FailBulkFilterEmpty)},
		"a kind":           {contract.BulkFilter{Kind: "purchase"}, nil},
		"a code":           {contract.BulkFilter{Code: contract.FailCourierRefused}, nil},
		"a beginning":      {contract.BulkFilter{From: noon}, nil},
		"an hour":          {contract.BulkFilter{From: noon, Until: noon.Add(time.Hour)}, nil},
		"no time at all":   {contract.BulkFilter{From: noon, Until: noon}, contract.RefuseField("filter.until", contract.FailBulkFilterTimes)},
		"the wrong way on": {contract.BulkFilter{From: noon, Until: noon.Add(-1)}, contract.RefuseField("filter.until", contract.FailBulkFilterTimes)},
	} {
		require.Equal(t, test.want, supportcase.ValidateBulk(test.filter), name)
	}
}

func TestValidateResume_Claimed_Refused(t *testing.T) {
	colleague := &supportcase.Claim{By: "u2", Name: "Sara", Expires: noon.Add(time.Minute)}
	notAllowed := contract.Refuse(contract.FailResolutionNotAllowed)
	for name, test := range map[string]struct {
		of   supportcase.Case
		want error
	}{
		"an order":                            {supportcase.Case{Kind: supportcase.Order, Held: true}, nil},
		"a purchase":                          {supportcase.Case{Kind: supportcase.Purchase, Held: true}, nil},
		"a port-out":                          {supportcase.Case{Kind: supportcase.PortOut, Held: true}, nil},
		"a deactivation":                      {supportcase.Case{Kind: supportcase.Deactivation, Held: true}, nil},
		"a refund that was refused":           {supportcase.Case{Kind: supportcase.Refund, Held: true, Code: contract.FailRefundRefused}, nil},
		"a refund that needs a second person": {supportcase.Case{Kind: supportcase.Refund, Held: true, Code: "refund_awaits_second_person"}, notAllowed},
		"a case that continues by itself":     {supportcase.Case{Kind: supportcase.Subscription, Late: true}, contract.Refuse(contract.FailCaseNotHeld)},
		"a difference":                        {supportcase.Case{Kind: supportcase.Settlement, Held: true}, notAllowed},
		"money at a bank":                     {supportcase.Case{Kind: supportcase.BankPayment, Held: true}, notAllowed},
		"an e-invoice":                        {supportcase.Case{Kind: supportcase.EInvoice, Held: true}, notAllowed},
		"a colleague's":                       {supportcase.Case{Kind: supportcase.Order, Held: true, Claim: colleague}, contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": "Sara"})},
		"one's own":                           {supportcase.Case{Kind: supportcase.Order, Held: true, Claim: &supportcase.Claim{By: "u1", Expires: noon.Add(time.Minute)}}, nil},
		"one let go":                          {supportcase.Case{Kind: supportcase.Order, Held: true, Claim: &supportcase.Claim{By: "u2", Expires: noon}}, nil},
	} {
		require.Equal(t, test.want, supportcase.ValidateResume(test.of, "u1", noon), name)
	}
}

func TestValidateResume_EachKind_Known(t *testing.T) {
	for _, kind := range supportcase.Kinds {
		c := supportcase.Case{Kind: kind, Held: true, Code: contract.FailRefundRefused}
		require.Equal(t, kind.ValidateAction(supportcase.Retry) == nil, supportcase.ValidateResume(c, "u1", noon) == nil, kind)
	}
}

func TestMoveBulk_Ended_IsRefused(t *testing.T) {
	running := contract.Bulk{State: contract.BulkRunning}
	paused, err := supportcase.MoveBulk(running, contract.BulkPaused, noon)
	require.NoError(t, err)
	require.True(t, paused.EndedAt.IsZero())
	for _, end := range []contract.BulkState{contract.BulkStopped, contract.BulkCompleted} {
		over, err := supportcase.MoveBulk(paused, end, noon)
		require.NoError(t, err)
		require.Equal(t, noon, over.EndedAt)
		again, err := supportcase.MoveBulk(over, end, noon.Add(time.Hour))
		require.NoError(t, err)
		require.Equal(t, over, again)
		_, err = supportcase.MoveBulk(over, contract.BulkRunning, noon)
		require.Equal(t, contract.Refuse(contract.FailBulkOver), err)
	}
}

func TestGroups_LargestGroup_IsFirst(t *testing.T) {
	found := []supportcase.Case{
		{Kind: supportcase.Order, Code: contract.FailCourierRefused, Work: contract.WorkShip, Held: true, Since: noon},
		{Kind: supportcase.Purchase, Code: contract.FailNetworkRefused, Work: contract.WorkDeliver, Held: true, Since: noon},
		{Kind: supportcase.Order, Code: contract.FailCourierRefused, Work: contract.WorkShip, Since: noon.Add(-time.Hour)},
	}
	groups := supportcase.Groups(found, func(c supportcase.Case) error { return supportcase.ValidateResume(c, "u1", noon) })
	require.Len(t, groups, 2)
	require.Equal(t, supportcase.Group{Kind: supportcase.Order, Code: contract.FailCourierRefused, Work: contract.WorkShip, Count: 2, Resumable: 1, Oldest: noon.Add(-time.Hour)}, groups[0])
	require.Equal(t, 1, supportcase.Minutes(60, 60))
	require.Equal(t, 2, supportcase.Minutes(61, 60))
	require.Zero(t, supportcase.Minutes(0, 60))
}
