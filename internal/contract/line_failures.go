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
