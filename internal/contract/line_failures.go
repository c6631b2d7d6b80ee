package contract

// Refusals around a line's SIMs, and reasons to hold or end an order about one.
const (
	FailLineBusy     Code = "line_change_under_way" // of an order; params order, until
	FailLineBusyNow  Code = "line_change_just_now"
	FailLineBlocked  Code = "line_blocked"
	FailLineGuarded  Code = "line_guarded" // params until
	FailNotToESIM    Code = "replacement_is_physical"
	FailMaxMultiSIMs Code = "max_multisim_reached"
	FailMainLineOnly Code = "multisim_main_account_only"
	FailSIMUnknown   Code = "sim_not_found"
	FailSIMPrimary   Code = "primary_sim_stays"
	FailSIMPending   Code = "sim_must_be_activated"
	FailSIMInactive  Code = "sim_inactive"
	FailSIMNameTaken Code = "sim_name_taken"
	FailDisputeLink  Code = "dispute_link_invalid"
	FailDisputeLate  Code = "dispute_too_late"
	EndedDisputed    Code = "disputed_by_line_holder"
	EndedLineBusy    Code = "line_changed_meanwhile"
)

// lineFailures are those around a line's SIMs.
var lineFailures = map[Code]Failure{
	FailLineBusy:     {409, -1430, true, FixCustomer},
	FailLineBusyNow:  {409, -1431, true, FixCustomer},
	FailLineBlocked:  {409, -1432, false, FixSupport},
	FailLineGuarded:  {409, -1433, true, FixCustomer},
	FailNotToESIM:    {422, -1434, false, FixCustomer},
	FailMaxMultiSIMs: {409, -1436, true, FixCustomer},
	FailMainLineOnly: {403, -1437, false, FixCustomer},
	FailSIMUnknown:   {404, -1438, false, FixCustomer},
	FailSIMPrimary:   {409, -1439, false, FixCustomer},
	FailSIMPending:   {409, -1440, false, FixCustomer},
	FailSIMInactive:  {409, -1441, false, FixCustomer},
	FailSIMNameTaken: {422, -1180, false, FixCustomer},
	FailDisputeLink:  {403, -1442, false, FixCustomer},
	FailDisputeLate:  {409, -1443, false, FixSupport},
	EndedDisputed:    {409, -1444, false, FixNobody},
	EndedLineBusy:    {409, -1445, false, FixNobody},
}

// Refusals of changes of a line's plan.
const (
	FailSubscriptionUnknown Code = "subscription_unknown"
	FailRenewalPostpaid     Code = "renewal_postpaid"
	FailRenewalStopped      Code = "renewal_stopped_already"
	FailRenewalRuns         Code = "renewal_runs_already"
	FailRenewalNone         Code = "renewal_not_of_this_plan"
	FailSwitchSamePlan      Code = "switch_same_plan"
	FailPlanNotEligible     Code = "plan_not_eligible"
	FailSwitchOnlyNow       Code = "switch_only_now"
	FailSwitchScheduled     Code = "switch_scheduled_already"
	FailSwitchNone          Code = "switch_none"
	FailSwitchTooLate       Code = "switch_too_late"
	FailSwitchRenewing      Code = "switch_while_renewing" // param from
	FailSwitchOvertaken     Code = "switch_overtaken"
	FailSwitchFailed        Code = "switch_failed"
	FailSwitchDues          Code = "switch_dues"
	FailSwitchForeign       Code = "switch_not_our_number"
	FailSwitchSignIn        Code = "switch_sign_in_first"
	FailSwitchNoPlan        Code = "switch_no_plan"
)

var subscriptionFailures = map[Code]Failure{
	FailSubscriptionUnknown: {404, -1600, false, FixCustomer},
	FailRenewalPostpaid:     {409, -1601, false, FixNobody},
	FailRenewalStopped:      {409, -1602, false, FixNobody},
	FailRenewalRuns:         {409, -1603, false, FixNobody},
	FailRenewalNone:         {409, -1604, false, FixNobody},
	FailSwitchSamePlan:      {422, -1610, false, FixCustomer},
	FailPlanNotEligible:     {422, -1611, false, FixCustomer},
	FailSwitchOnlyNow:       {409, -1612, false, FixCustomer},
	FailSwitchScheduled:     {409, -1613, false, FixNobody},
	FailSwitchNone:          {409, -1614, false, FixNobody},
	FailSwitchTooLate:       {409, -1615, false, FixNobody},
	FailSwitchRenewing:      {409, -1820, true, FixCustomer},
	FailSwitchOvertaken:     {409, -1821, true, FixCustomer},
	FailSwitchFailed:        {409, -1822, true, FixCustomer},
	FailSwitchDues:          {409, -1823, true, FixCustomer},
	FailSwitchForeign:       {422, -1824, false, FixCustomer},
	FailSwitchSignIn:        {403, -1825, false, FixCustomer},
	FailSwitchNoPlan:        {409, -1826, false, FixCustomer},
}

// Refusals of usage events, each for itself: the others of a batch count.
const (
	FailUsageType      Code = "usage_type"
	FailUsageUnit      Code = "usage_unit"
	FailUsageAmount    Code = "usage_amount"
	FailUsageCharge    Code = "usage_charge"
	FailUsageFuture    Code = "usage_in_future"
	FailUsageOld       Code = "usage_too_old"
	FailUsageNumber    Code = "usage_number_unknown"
	FailUsageLineEnded Code = "usage_line_ended"
	FailUsageDiffers   Code = "usage_differs" // an event of this id counted with other figures
)

var usageFailures = map[Code]Failure{
	FailUsageType:      {422, -1800, false, FixNobody},
	FailUsageUnit:      {422, -1801, false, FixNobody},
	FailUsageAmount:    {422, -1802, false, FixNobody},
	FailUsageCharge:    {422, -1803, false, FixNobody},
	FailUsageFuture:    {422, -1804, true, FixNobody},
	FailUsageOld:       {422, -1805, false, FixNobody},
	FailUsageNumber:    {422, -1806, true, FixNobody},
	FailUsageLineEnded: {422, -1807, false, FixNobody},
	FailUsageDiffers:   {409, -1808, false, FixNobody},
}
