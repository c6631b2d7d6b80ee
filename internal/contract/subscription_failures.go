package contract

// Refusals of changes of a line's plan.
const (
	FailSubscriptionUnknown Code = "subscription_unknown"
	FailRenewalPostpaid     Code = "renewal_postpaid"
	FailRenewalStopped      Code = "renewal_stopped_already"
	FailRenewalRuns         Code = "renewal_runs_already"
	FailSwitchSamePlan      Code = "switch_same_plan"
	FailPlanNotEligible     Code = "plan_not_eligible"
	FailSwitchOnlyNow       Code = "switch_only_now"
	FailSwitchScheduled     Code = "switch_scheduled_already"
	FailSwitchNone          Code = "switch_none"
	FailSwitchTooLate       Code = "switch_too_late"
)

var subscriptionFailures = map[Code]Failure{
	FailSubscriptionUnknown: {404, -1600, false, FixCustomer},
	FailRenewalPostpaid:     {409, -1601, false, FixNobody},
	FailRenewalStopped:      {409, -1602, false, FixNobody},
	FailRenewalRuns:         {409, -1603, false, FixNobody},
	FailSwitchSamePlan:      {422, -1610, false, FixCustomer},
	FailPlanNotEligible:     {422, -1611, false, FixCustomer},
	FailSwitchOnlyNow:       {409, -1612, false, FixCustomer},
	FailSwitchScheduled:     {409, -1613, false, FixNobody},
	FailSwitchNone:          {409, -1614, false, FixNobody},
	FailSwitchTooLate:       {409, -1615, false, FixNobody},
}
