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

	FailLineSuspendedByOwner Code = "line_suspended_by_owner"
	FailLineNotSuspended     Code = "line_not_suspended"
	FailNoOtherChannel       Code = "no_other_channel"
	FailPUKUnknown           Code = "puk_unknown"
	FailProofNone            Code = "line_proof_unknown"
)

// lineFailures are the failures of a line's SIMs.
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
	EndedDisputed:    {409, -1444, false, FixNone},
	EndedLineBusy:    {409, -1445, false, FixNone},

	FailLineSuspendedByOwner: {409, -1880, false, FixCustomer},
	FailLineNotSuspended:     {409, -1881, false, FixNone},
	FailNoOtherChannel:       {409, -1882, false, FixCustomer},
	FailPUKUnknown:           {404, -1884, false, FixCustomer},
	FailProofNone:            {404, -1900, false, FixCustomer},
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
	FailRenewalPostpaid:     {409, -1601, false, FixNone},
	FailRenewalStopped:      {409, -1602, false, FixNone},
	FailRenewalRuns:         {409, -1603, false, FixNone},
	FailRenewalNone:         {409, -1604, false, FixNone},
	FailSwitchSamePlan:      {422, -1610, false, FixCustomer},
	FailPlanNotEligible:     {422, -1611, false, FixCustomer},
	FailSwitchOnlyNow:       {409, -1612, false, FixCustomer},
	FailSwitchScheduled:     {409, -1613, false, FixNone},
	FailSwitchNone:          {409, -1614, false, FixNone},
	FailSwitchTooLate:       {409, -1615, false, FixNone},
	FailSwitchRenewing:      {409, -1820, true, FixCustomer},
	FailSwitchOvertaken:     {409, -1821, true, FixCustomer},
	FailSwitchFailed:        {409, -1822, true, FixCustomer},
	FailSwitchDues:          {409, -1823, true, FixCustomer},
	FailSwitchForeign:       {422, -1824, false, FixCustomer},
	FailSwitchSignIn:        {403, -1825, false, FixCustomer},
	FailSwitchNoPlan:        {409, -1826, false, FixCustomer},
}

// Refusals of single usage events: the rest of the batch counts.
const (
	FailUsageType      Code = "usage_type"
	FailUsageUnit      Code = "usage_unit"
	FailUsageAmount    Code = "usage_amount"
	FailUsageCharge    Code = "usage_charge"
	FailUsageFuture    Code = "usage_in_future"
	FailUsageOld       Code = "usage_too_old"
	FailUsageNumber    Code = "usage_number_unknown"
	FailUsageLineEnded Code = "usage_line_ended"
	FailUsageDiffers   Code = "usage_differs" // an event with this id was counted with other figures
)

// Refusals of a request for the usage history.
const (
	FailUsagePeriod Code = "usage_period"
	FailUsageFile   Code = "usage_file_too_long"
)

var usageFailures = map[Code]Failure{
	FailUsageType:      {422, -1800, false, FixNone},
	FailUsageUnit:      {422, -1801, false, FixNone},
	FailUsageAmount:    {422, -1802, false, FixNone},
	FailUsageCharge:    {422, -1803, false, FixNone},
	FailUsageFuture:    {422, -1804, true, FixNone},
	FailUsageOld:       {422, -1805, false, FixNone},
	FailUsageNumber:    {422, -1806, true, FixNone},
	FailUsageLineEnded: {422, -1807, false, FixNone},
	FailUsageDiffers:   {409, -1808, false, FixNone},
	FailUsagePeriod:    {422, -1760, false, FixCustomer},
	FailUsageFile:      {422, -1761, false, FixCustomer},
}

// Refusals of a line's deactivation, and of its undo.
const (
	FailEndUnderWay    Code = "deactivation_under_way"
	FailEndSubAccounts Code = "deactivation_sub_accounts_first"
	FailEndExtraSIMs   Code = "deactivation_further_sims_first"
	FailEndOrderRuns   Code = "deactivation_order_runs"
	FailEndPortOut     Code = "deactivation_port_out_runs"
	FailEndDues        Code = "deactivation_dues_first" // params amount, most
	FailEndReason      Code = "deactivation_reason_unknown"
	FailEndNotOwner    Code = "deactivation_not_owner"
	FailEndUnknown     Code = "deactivation_unknown"
	FailEndTooLate     Code = "deactivation_undo_too_late"
	FailEndUndone      Code = "deactivation_undone_already"
	FailEndNotHeld     Code = "deactivation_not_held"
	FailEndLink        Code = "deactivation_link_invalid"
	FailEndCost        Code = "deactivation_cost_changed" // params amount
	FailLineEnding     Code = "line_ending"               // params until; a change of a line that waits for its end
)

var endingFailures = map[Code]Failure{
	FailEndUnderWay:    {409, -1840, false, FixNone},
	FailEndSubAccounts: {409, -1841, true, FixCustomer},
	FailEndExtraSIMs:   {409, -1842, true, FixCustomer},
	FailEndOrderRuns:   {409, -1843, true, FixCustomer},
	FailEndPortOut:     {409, -1844, true, FixCustomer},
	FailEndDues:        {409, -1845, true, FixCustomer},
	FailEndReason:      {422, -1846, false, FixCustomer},
	FailEndNotOwner:    {403, -1847, false, FixNone},
	FailEndUnknown:     {404, -1848, false, FixNone},
	FailEndTooLate:     {409, -1849, false, FixNone},
	FailEndUndone:      {409, -1850, false, FixNone},
	FailEndNotHeld:     {409, -1851, false, FixNone},
	FailEndLink:        {403, -1852, false, FixCustomer},
	FailEndCost:        {409, -1853, false, FixCustomer},
	FailLineEnding:     {409, -1854, true, FixCustomer},
}

// Refusals of a line's settings.
const (
	FailSettingDataLine   Code = "setting_not_for_data_line"
	FailSettingRefused    Code = "setting_refused" // by the network
	FailBlockEmergency    Code = "blocked_number_emergency"
	FailBlockOwn          Code = "blocked_number_own"
	FailBlockedAlready    Code = "blocked_number_already"
	FailBlockedNot        Code = "blocked_number_unknown"
	FailBlockInvalid      Code = "blocked_number_invalid"
	FailBlocksTooMany     Code = "blocked_numbers_too_many" // params most
	FailOfferOfNoCountry  Code = "block_offer_unknown"
	FailCountryAlready    Code = "blocked_country_already"
	FailCountryNot        Code = "blocked_country_unknown"
	FailCountriesTooMany  Code = "blocked_countries_too_many" // params most
	FailExceptionNeedless Code = "promotion_exception_needless"
)

var settingFailures = map[Code]Failure{
	FailSettingDataLine:   {409, -1740, false, FixNone},
	FailSettingRefused:    {409, -1741, true, FixCustomer},
	FailBlockEmergency:    {422, -1742, false, FixCustomer},
	FailBlockOwn:          {422, -1743, false, FixCustomer},
	FailBlockedAlready:    {409, -1744, false, FixCustomer},
	FailBlockedNot:        {404, -1745, false, FixCustomer},
	FailBlockInvalid:      {422, -1746, false, FixCustomer},
	FailBlocksTooMany:     {409, -1747, false, FixCustomer},
	FailOfferOfNoCountry:  {404, -1748, false, FixCustomer},
	FailCountryAlready:    {409, -1749, false, FixCustomer},
	FailCountryNot:        {404, -1750, false, FixCustomer},
	FailCountriesTooMany:  {409, -1751, false, FixCustomer},
	FailExceptionNeedless: {422, -1752, false, FixCustomer},
}
