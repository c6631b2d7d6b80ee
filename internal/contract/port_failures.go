package contract

// Refusals of a port-in.
const (
	FailOperatorUnknown Code = "operator_unknown"
	FailOperatorIsUs    Code = "operator_is_us"
	FailNumberIsOurs    Code = "number_is_ours"
	FailPortBusy        Code = "port_number_busy"
	FailPortWindow      Code = "port_window_invalid"
	FailPortNothing     Code = "port_nothing_to_correct"
	FailPortField       Code = "port_field_not_correctable"
	FailPortTries       Code = "port_too_many_tries"
	FailPortWindowShut  Code = "port_window_shut"
)

// Reasons for a rejection by a donor or the clearing house.
const (
	PortIDMismatch      Code = "port_id_mismatch"
	PortNameMismatch    Code = "port_name_mismatch"
	PortNotActive       Code = "port_number_not_active"
	PortNotOfOperator   Code = "port_number_not_of_operator"
	PortUnpaidDues      Code = "port_unpaid_dues"
	PortInProgress      Code = "port_in_progress"
	PortRecently        Code = "port_recently_ported"
	PortContract        Code = "port_contract"
	PortDataSIM         Code = "port_data_sim"
	PortSuspended       Code = "port_suspended"
	PortNotPortable     Code = "port_not_portable"
	PortScheduleInvalid Code = "port_schedule_invalid"
	PortRefused         Code = "port_refused" // for an unknown reason
)

// Hints for a customer before the payment; the port is possible all the same.
const (
	HintCredit   Code = "port_hint_credit"   // unused prepaid credit is lost
	HintContract Code = "port_hint_contract" // leaving early may cost something at the donor
	HintDues     Code = "port_hint_dues"     // must be paid at the donor first
)

// Reasons for a hold, and for the end of a port-in.
const (
	FailPortSubmission Code = "port_submission_refused"
	FailDonorSilent    Code = "port_donor_silent"
	FailCutOver        Code = "port_cut_over_failed"
	FailPortWithdrawn  Code = "port_withdrawn"
	EndedPortRejected  Code = "port_rejected"
	EndedPortBusy      Code = "port_number_lost"
)

// Reasons for our rejection of a port-out, and refusals around a number that is leaving.
const (
	PortOutNotOurs       Code = "port_out_not_ours"
	PortOutNotOwner      Code = "port_out_not_owner"
	PortOutNotActive     Code = "port_out_not_active"
	PortOutBlocked       Code = "port_out_blocked"
	PortOutDataSIM       Code = "port_out_data_sim"
	PortOutInProgress    Code = "port_out_in_progress"
	PortOutLineBusy      Code = "port_out_line_busy"
	PortOutGuarded       Code = "port_out_line_guarded"
	PortOutRecent        Code = "port_out_recently_ported"
	PortOutDues          Code = "port_out_unpaid_dues"
	PortOutUnchecked     Code = "port_out_unchecked" // our database gave no answer in time
	FailPortOutUnknown   Code = "port_out_not_found"
	FailPortOutOver      Code = "port_out_over"
	FailPortOutNotHeld   Code = "port_out_not_held"
	FailLinePortingOut   Code = "line_leaving" // params until
	FailPortOutTooLate   Code = "port_out_objection_too_late"
	FailPortOutDecision  Code = "port_out_decision_not_possible"
	FailPortOutDeadlines Code = "port_out_deadlines_invalid"
)

// portFailures are the failures of ports. Hints are no failures.
var portFailures = map[Code]Failure{
	FailOperatorUnknown: {422, -1450, false, FixCustomer},
	FailOperatorIsUs:    {422, -1451, false, FixCustomer},
	FailNumberIsOurs:    {422, -1452, false, FixCustomer},
	FailPortBusy:        {409, -1453, false, FixCustomer},
	FailPortWindow:      {422, -1454, false, FixCustomer},
	FailPortNothing:     {409, -1455, false, FixCustomer},
	FailPortField:       {422, -1456, false, FixCustomer},
	FailPortTries:       {409, -1457, false, FixSupport},
	FailPortWindowShut:  {409, -1458, false, FixCustomer},
	PortIDMismatch:      {422, -1460, false, FixCustomer},
	PortNameMismatch:    {422, -1461, false, FixCustomer},
	PortNotActive:       {422, -1462, false, FixCustomer},
	PortNotOfOperator:   {422, -1463, false, FixCustomer},
	PortUnpaidDues:      {422, -1464, true, FixCustomer},
	PortInProgress:      {409, -1465, true, FixCustomer},
	PortRecently:        {422, -1466, false, FixNone},
	PortContract:        {422, -1467, true, FixCustomer},
	PortDataSIM:         {422, -1468, false, FixCustomer},
	PortSuspended:       {422, -1469, false, FixNone},
	PortNotPortable:     {422, -1470, false, FixCustomer},
	PortScheduleInvalid: {422, -1471, false, FixCustomer},
	PortRefused:         {422, -1472, false, FixSupport},
	FailPortSubmission:  {409, -1480, false, FixSupport},
	FailDonorSilent:     {409, -1481, true, FixSupport},
	FailCutOver:         {409, -1482, true, FixSupport},
	FailPortWithdrawn:   {409, -1483, false, FixNone},
	EndedPortRejected:   {409, -1484, false, FixNone},
	EndedPortBusy:       {409, -1485, false, FixNone},

	PortOutNotOurs:       {422, -1860, false, FixNone},
	PortOutNotOwner:      {422, -1861, false, FixCustomer},
	PortOutNotActive:     {422, -1862, false, FixCustomer},
	PortOutBlocked:       {422, -1863, false, FixNone},
	PortOutDataSIM:       {422, -1864, false, FixNone},
	PortOutInProgress:    {409, -1865, true, FixNone},
	PortOutLineBusy:      {409, -1866, true, FixCustomer},
	PortOutGuarded:       {409, -1867, true, FixNone},
	PortOutRecent:        {422, -1868, true, FixNone},
	PortOutDues:          {422, -1869, true, FixCustomer},
	PortOutUnchecked:     {503, -1870, true, FixNone},
	FailPortOutUnknown:   {404, -1871, false, FixCustomer},
	FailPortOutOver:      {409, -1872, false, FixNone},
	FailPortOutNotHeld:   {409, -1873, false, FixNone},
	FailLinePortingOut:   {409, -1874, true, FixCustomer},
	FailPortOutTooLate:   {409, -1875, false, FixNone},
	FailPortOutDecision:  {422, -1876, false, FixNone},
	FailPortOutDeadlines: {422, -1877, false, FixNone},
}
